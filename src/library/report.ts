import { type WrittenReport, writeReport } from '../report/write-report.js';
import { readingCrawl } from '../store/open-reader.js';

export interface CrawlReportOptions {
  /** A file that does not exist; absent: `report.html` in the crawl's folder, in place of an older one. */
  readonly out?: string;
}

/** Writes the report of a crawl, one HTML file, also while the crawl runs. */
export function report(location: string, options: CrawlReportOptions = {}): Promise<WrittenReport> {
  return readingCrawl(location, (reader) => writeReport(reader, options));
}
