import { type KeptLabels, labelPages, type PageLabel } from '../labels/label-pages.js';
import { readingCrawl } from '../store/open-reader.js';

/** Says which pages of a crawl are relevant. A running crawl learns from it within 25 pages, others when they are resumed. */
export function label(location: string, labels: readonly PageLabel[]): Promise<KeptLabels> {
  return readingCrawl(location, (reader) => labelPages(reader.keepJudgements, reader.records, labels));
}
