import type { Settings } from '../config/options.js';
import { Failure } from '../failure.js';
import type { VisitRow } from '../model/visit.js';
import { archivedMainText } from '../reading/archived-page.js';
import { matchExpression } from './match-expression.js';
import { type Snippet, snippets } from './snippets.js';
import { parseSearchQuery } from '../topic/search-query.js';
import { inertLine } from '../page/inert-line.js';

/** Text of a page that is looked at: beyond it, a match would not be what the page is about. */
const mostText = 20_000;
const plainLength = 240;

type Topic = Pick<Settings, 'query' | 'contentTerms' | 'language'>;

/** Title and a telling piece of text of each page, with the words of the topic marked. */
export function pageSnippets(folder: string, topic: Topic, rows: readonly VisitRow[]): Snippet[] {
  const pages = rows.map((row) => ({
    url: row.url,
    title: inertLine(row.title ?? '', 160),
    text: inertLine(textOf(folder, row), mostText),
  }));
  const { wanted } = parseSearchQuery(topic.query ?? topic.contentTerms.join(' '));
  // A page need not have all of them.
  const any = wanted.map(({ text }) => ({ text, quoted: false }));
  const expression = matchExpression({ wanted: any, unwanted: [] }, true);
  const marked = expression === undefined ? [] : snippets(expression, topic.language, pages);
  return pages.map(({ title, text }, index) => ({
    title: marked[index]?.title ?? title,
    text: marked[index]?.text || inertLine(text, plainLength),
  }));
}

/** '' where the archive does not have it. */
function textOf(folder: string, row: VisitRow): string {
  try {
    return archivedMainText(folder, row);
  } catch (thrown) {
    if (thrown instanceof Failure) return '';
    throw thrown;
  }
}
