import type { Bodies } from '../archive/bodies/bodies.js';
import type { Settings } from '../config/options.js';
import { Failure } from '../failure.js';
import type { VisitRow } from '../model/visit.js';
import { inertLine } from '../page/inert-line.js';
import { archivedMainText } from '../reading/archived-page.js';
import { parseSearchQuery } from '../topic/search-query.js';
import { matchExpression } from './match-expression.js';
import { type Snippet, snippets } from './snippets.js';

/** Text of a page that is looked at: beyond it, a match would not be what the page is about. */
const mostText = 20_000;
const plainLength = 240;

type Topic = Pick<Settings, 'query' | 'contentTerms' | 'language'>;

/** Title and a telling piece of text of each page, with the words of the topic marked. */
export async function pageSnippets(bodies: Bodies, topic: Topic, rows: readonly VisitRow[]): Promise<Snippet[]> {
  const pages: { readonly url: string; readonly title: string; readonly text: string }[] = [];
  for (const row of rows)
    pages.push({
      url: row.url,
      title: inertLine(row.title ?? '', 160),
      text: inertLine(await textOf(bodies, row), mostText),
    });
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
async function textOf(bodies: Bodies, row: VisitRow): Promise<string> {
  try {
    return await archivedMainText(bodies, row);
  } catch (thrown) {
    if (thrown instanceof Failure) return '';
    throw thrown;
  }
}
