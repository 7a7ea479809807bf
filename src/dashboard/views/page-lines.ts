import type { VisitRow } from '../../model/visit.js';
import { inertText } from '../../report/inert-text.js';
import { pageSnippets } from '../../report/page-snippets.js';
import { hostOf } from '../../url/canonical-url.js';
import type { PageLine } from '../api/pages.js';
import type { ShownCrawl } from '../server/shown-crawl.js';
import { markedText } from './marked-text.js';

const mostUrl = 2_048;

/** Pages as they are listed, with a telling piece of their text. */
export function pageLines(crawl: ShownCrawl, rows: readonly VisitRow[]): PageLine[] {
  const snippets = pageSnippets(crawl.folder, crawl.settings(), rows);
  return rows.map((row, place) => ({ ...plainLine(crawl, row), snippet: markedText(snippets[place]?.text ?? '') }));
}

/** The same without its text. */
export function plainLine(crawl: ShownCrawl, row: VisitRow): PageLine {
  const { label } = crawl.labels().judgements.get(row.url) ?? {};
  return {
    visit: row.seq,
    url: inertText(row.url, mostUrl),
    host: inertText(hostOf(row.url), 253),
    title: inertText(row.title ?? '', 200),
    snippet: [],
    relevance: row.judgement?.relevance ?? 0,
    relevant: row.judgement?.relevant ?? false,
    fetchedAt: row.fetchedAt,
    outcome: row.outcome,
    ...(row.published !== undefined && { published: inertText(row.published, 30) }),
    ...(row.language && { language: inertText(row.language, 20) }),
    ...(label !== undefined && { label }),
  };
}
