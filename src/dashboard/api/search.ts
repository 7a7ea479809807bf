import type { Job } from './crawls.js';
import type { PageLine } from './pages.js';
import type { MarkedText } from './text.js';

export interface SearchQuery {
  /** Double quotes keep words together, a minus leaves pages out. */
  readonly q: string;
  readonly limit?: number;
  readonly relevant?: 'yes';
}

export interface SearchResponse {
  readonly found: readonly FoundPage[];
  /** There are more than the limit. */
  readonly more: boolean;
  /** No page has all the words; these have some of them. */
  readonly someWords: boolean;
  /** Pages left out because they ask not to be indexed. */
  readonly hidden: number;
  /** Many pages are to be indexed first: ask again when it is done. `found` is of those that are indexed. */
  readonly indexing?: Job;
}

export interface FoundPage extends PageLine {
  readonly markedTitle: MarkedText;
  readonly score: number;
}

/** A comparison of strategies on a recorded web. */
export interface LabReport {
  readonly name: string;
  readonly madeAt: number;
  readonly title: string;
  /** Best strategies first, where the results can be read. */
  readonly contenders: readonly { readonly name: string; readonly figures: Readonly<Record<string, number>> }[];
  /** Opens the report in a sandboxed page of another origin, with `POST /api/lab/reports/:report/frame`, `:report` being the name. */
  readonly hasPage: boolean;
}

export interface LabRunRequest {
  /** The crawl that is the web. */
  readonly crawl: string;
  /** Names of strategies, at most 6. */
  readonly strategies: readonly string[];
  /** At most 5,000. */
  readonly pages?: number;
}
