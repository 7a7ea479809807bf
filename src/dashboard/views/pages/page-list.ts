import type { FactPlace, FactQuery, VisitFact } from '../../../model/crawl-browsing.js';
import type { VisitRow } from '../../../model/visit.js';
import type { Listed } from '../../api/endpoints.js';
import type { PageLine, PagesQuery } from '../../api/pages.js';
import type { Fields } from '../../server/fields.js';
import { badRequest } from '../../server/refusal.js';
import type { ShownCrawl } from '../../server/shown-crawl.js';
import { pageLines } from './page-lines.js';

/** Visits looked at for one answer: a rare kind of page is found in several. */
const mostLookedAt = 20_000;
const chunk = 1_000;

export type PageChoice = Required<Pick<PagesQuery, 'order' | 'which'>> &
  Pick<PagesQuery, 'host' | 'minRelevance' | 'language'>;

export function pageChoice(query: Fields): PageChoice {
  const host = query.text('host', 253);
  const language = query.text('language', 20);
  const minRelevance = query.number('minRelevance', 0, 1);
  return {
    order: query.choice('order', 'relevance', 'newest', 'oldest') ?? 'relevance',
    which: query.choice('which', 'all', 'relevant', 'other', 'labelled') ?? 'all',
    ...(host && { host }),
    ...(language && { language }),
    ...(minRelevance !== undefined && { minRelevance }),
  };
}

/** A stretch of the list of pages. */
export async function pageList(crawl: ShownCrawl, query: Fields): Promise<Listed<PageLine>> {
  const choice = pageChoice(query);
  const limit = query.integer('limit', 1, 200) ?? 50;
  const { rows, next } = await chosenPages(crawl, choice, limit, placeOf(query.text('after', 60)));
  return { items: await pageLines(crawl, rows), ...(next && { next: `${next.relevance}:${next.seq}` }) };
}

/** Pages in the order chosen, behind a place. `next` is absent at the end of the list. */
export async function chosenPages(
  crawl: ShownCrawl,
  choice: PageChoice,
  limit: number,
  after?: FactPlace,
): Promise<{ readonly rows: readonly VisitRow[]; readonly next?: FactPlace }> {
  if (choice.which === 'labelled') return labelledPages(crawl, choice, limit, after);
  const { browsing, records } = await crawl.reader();
  const labels = crawl.labels().sure;
  const found: VisitFact[] = [];
  let [place, lookedAt] = [after, 0];
  while (lookedAt < mostLookedAt) {
    const facts = await browsing.facts({ order: orders[choice.order], ...(place && { after: place }), limit: chunk });
    for (const fact of facts) {
      place = { relevance: fact.relevance, seq: fact.seq };
      if (isChosen(fact, choice, labels)) found.push(fact);
      if (found.length === limit) break;
    }
    lookedAt += facts.length;
    const isEnd = facts.length < chunk && found.length < limit;
    const isBelow = choice.order === 'relevance' && (place?.relevance ?? 1) < (choice.minRelevance ?? 0);
    if (isEnd || isBelow) return { rows: await rowsOf(records, found) };
    if (found.length === limit) break;
  }
  return { rows: await rowsOf(records, found), ...(place && { next: place }) };
}

const orders: Readonly<Record<PageChoice['order'], FactQuery['order']>> = {
  relevance: 'relevance',
  newest: 'visit-down',
  oldest: 'visit',
};

/** What a person said counts before what the crawl thinks. */
function isChosen(fact: VisitFact, choice: PageChoice, labels: ReadonlyMap<string, boolean>): boolean {
  const { outcome, superseded, host, relevance, language } = fact;
  if (superseded || (outcome !== 'page' && outcome !== 'ignored')) return false;
  if (choice.host !== undefined && host !== choice.host) return false;
  if (choice.language !== undefined && language !== choice.language) return false;
  if (relevance < (choice.minRelevance ?? 0)) return false;
  if (choice.which === 'all') return true;
  return (labels.get(fact.url) ?? fact.relevant) === (choice.which === 'relevant');
}

async function rowsOf(
  records: { visit(seq: number): Promise<VisitRow | undefined> },
  facts: readonly { readonly seq: number }[],
): Promise<VisitRow[]> {
  const rows: VisitRow[] = [];
  for (const { seq } of facts) {
    const row = await records.visit(seq);
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

/** Those that people labelled are few: the last labelled first. `seq` counts them. */
async function labelledPages(crawl: ShownCrawl, choice: PageChoice, limit: number, after?: FactPlace) {
  const { records } = await crawl.reader();
  const from = after?.seq ?? 0;
  const labelled = [...crawl.labels().judgements].sort(([, a], [, b]) => (a.at < b.at ? 1 : -1));
  const rows: VisitRow[] = [];
  for (const [url] of labelled.slice(from, from + limit)) {
    const known = await records.find(url);
    const row = known && (await records.visitOf(known.id));
    if (row !== undefined && (choice.host === undefined || new URL(url).host === choice.host)) rows.push(row);
  }
  const next = from + limit < labelled.length && { next: { relevance: 0, seq: from + limit } };
  return { rows, ...next };
}

function placeOf(cursor: string | undefined): FactPlace | undefined {
  if (cursor === undefined) return undefined;
  const [relevance = Number.NaN, seq = Number.NaN] = cursor.split(':').map(Number);
  if (!Number.isFinite(relevance) || !Number.isSafeInteger(seq)) throw badRequest('"after" is not from a list.');
  return { relevance, seq };
}
