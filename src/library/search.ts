import { LabelFile } from '../labels/label-file.js';
import { type PageRecord, pageRecord } from '../model/page-record.js';
import { openIndex } from '../search/open-index.js';
import { searchPages } from '../search/search-pages.js';
import { matchEnd, matchStart } from '../search/snippets.js';
import { wantedQuery } from '../search/wanted-query.js';
import { readingCrawl } from '../store/open-reader.js';

export interface SearchOptions {
  /** Pages at most; 10 where absent. */
  readonly limit?: number;
  /** Only pages that the crawl found relevant. */
  readonly relevant?: boolean;
  /** Only pages with at least this relevance, from 0 to 1. */
  readonly minRelevance?: number;
  /** Also pages that ask not to be indexed; as the crawl was told where absent. */
  readonly exportNoindex?: boolean;
  /** Called while pages are indexed, once each. */
  readonly onIndexing?: (done: number, total: number) => void;
}

/** A page that matches, best first. */
export interface FoundPage extends PageRecord {
  readonly score: number;
  /** Text around the words that match. */
  readonly snippet: string;
}

/** Searches the pages of a crawl, also while it runs. Double quotes keep words together, a minus leaves pages out. */
export function search(
  location: string,
  query: string,
  { limit = 10, exportNoindex, onIndexing = () => {}, ...wanted }: SearchOptions = {},
): Promise<readonly FoundPage[]> {
  const parsed = wantedQuery(query);
  return readingCrawl(location, async ({ folder, bodies, settings, records }) => {
    const { language, workers } = settings;
    const index = openIndex(folder, language);
    try {
      await index.update(records, bodies, onIndexing, workers);
      const request = { query: parsed, language, limit, noindex: exportNoindex ?? settings.exportNoindex, ...wanted };
      const { found } = await searchPages(index, records, bodies, request);
      const labels = LabelFile.read(folder).sure;
      return found.map(({ row, score, snippet }) => ({
        ...pageRecord(row, labels.get(row.url)),
        score,
        snippet: snippet.text.replaceAll(matchStart, '').replaceAll(matchEnd, ''),
      }));
    } finally {
      index.close();
    }
  });
}
