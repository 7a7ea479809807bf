import type { Bodies } from '../archive/bodies/bodies.js';
import { Failure } from '../failure.js';
import type { CrawlRecords } from '../model/crawl-store.js';
import type { VisitRow } from '../model/visit.js';
import { archivedMainText } from '../reading/archived-page.js';
import type { SearchQuery } from '../topic/search-query.js';
import { matchExpression } from './match-expression.js';
import type { PageIndex } from './page-index.js';
import { type Snippet, snippets } from './snippets.js';

export interface SearchRequest {
  readonly query: SearchQuery;
  readonly language: string;
  readonly limit: number;
  readonly relevant?: boolean;
  readonly minRelevance?: number;
  /** Also pages that ask not to be indexed. */
  readonly noindex?: boolean;
}

export interface Found {
  readonly row: VisitRow;
  readonly score: number;
  readonly snippet: Snippet;
}

export interface SearchResult {
  readonly found: readonly Found[];
  /** There are more than the limit. */
  readonly more: boolean;
  /** No page has all the words; these have some of them. */
  readonly someWords: boolean;
  /** Pages passed over because they ask not to be indexed. */
  readonly hidden: number;
}

interface Hits {
  readonly pages: readonly Hit[];
  readonly hidden: number;
}

type Hit = Omit<Found, 'snippet'>;

/** The best pages of a crawl for a query, judged as they are now: the index knows words only, the crawl all the rest. */
export async function searchPages(
  index: PageIndex,
  records: Pick<CrawlRecords, 'visit'>,
  bodies: Bodies,
  request: SearchRequest,
): Promise<SearchResult> {
  let expression = matchExpression(request.query);
  let hits = await hitsFor(index, records, expression, request);
  const someWords = hits.pages.length === 0 && request.query.wanted.filter(({ quoted }) => !quoted).length > 1;
  if (someWords) {
    expression = matchExpression(request.query, true);
    hits = await hitsFor(index, records, expression, request);
  }
  const shown = hits.pages.slice(0, request.limit);
  const texts = await Promise.all(shown.map(({ row }) => textOf(row, bodies)));
  const pages = shown.map(({ row }, place) => ({ url: row.url, title: row.title ?? '', text: texts[place]! }));
  const marked = expression === undefined ? [] : snippets(expression, request.language, pages);
  return {
    found: shown.map((hit, place) => ({ ...hit, snippet: marked[place]! })),
    more: hits.pages.length > request.limit,
    someWords: someWords && shown.length > 0,
    hidden: hits.hidden,
  };
}

/** '' where the archive does not have it. */
async function textOf(row: VisitRow, bodies: Bodies): Promise<string> {
  try {
    return await archivedMainText(bodies, row);
  } catch (thrown) {
    if (thrown instanceof Failure) return '';
    throw thrown;
  }
}

/** One more than the limit, where there is one. */
async function hitsFor(
  index: PageIndex,
  records: Pick<CrawlRecords, 'visit'>,
  expression: string | undefined,
  request: SearchRequest,
): Promise<Hits> {
  const pages: Hit[] = [];
  let hidden = 0;
  if (expression === undefined) return { pages, hidden };
  for (const { seq, score } of index.matches(expression)) {
    const row = await records.visit(seq);
    if (row === undefined || !isWanted(row, request)) continue;
    if (row.noindex && !request.noindex) hidden++;
    else if (pages.push({ row, score }) > request.limit) break;
  }
  return { pages, hidden };
}

function isWanted(
  { outcome, superseded, judgement }: VisitRow,
  { relevant, minRelevance = 0 }: SearchRequest,
): boolean {
  if (superseded || outcome !== 'page' || (relevant && judgement?.relevant !== true)) return false;
  return (judgement?.relevance ?? 0) >= minRelevance;
}
