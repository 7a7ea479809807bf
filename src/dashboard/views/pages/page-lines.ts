import type { VisitRow } from '../../../model/visit.js';
import { inertLine } from '../../../page/inert-line.js';
import { pageSnippets } from '../../../search/page-snippets.js';
import { hostOf } from '../../../url/canonical-url.js';
import type { PageLine } from '../../api/pages.js';
import type { ShownCrawl } from '../../server/shown-crawl.js';
import { markedText } from './marked-text.js';

const mostUrl = 2_048;

/** Pages as they are listed, with a telling piece of their text. */
export async function pageLines(crawl: ShownCrawl, rows: readonly VisitRow[]): Promise<PageLine[]> {
  const { bodies } = await crawl.reader();
  const snippets = await pageSnippets(bodies, crawl.settings(), rows);
  return rows.map((row, place) => ({ ...plainLine(crawl, row), snippet: markedText(snippets[place]?.text ?? '') }));
}

/** The same without its text. */
export function plainLine(crawl: ShownCrawl, row: VisitRow): PageLine {
  const { label } = crawl.labels().judgements.get(row.url) ?? {};
  return {
    visit: row.seq,
    url: inertLine(row.url, mostUrl),
    host: inertLine(hostOf(row.url), 253),
    title: inertLine(row.title ?? '', 200),
    snippet: [],
    relevance: row.judgement?.relevance ?? 0,
    relevant: row.judgement?.relevant ?? false,
    fetchedAt: row.fetchedAt,
    outcome: row.outcome,
    ...(row.published !== undefined && { published: inertLine(row.published, 30) }),
    ...(row.language && { language: inertLine(row.language, 20) }),
    ...(label !== undefined && { label }),
  };
}
