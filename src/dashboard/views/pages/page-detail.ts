import { explain } from '../../../export/explanation.js';
import { markdown } from '../../../export/formats/markdown.js';
import { Failure } from '../../../failure.js';
import type { VisitRow } from '../../../model/visit.js';
import { inertLine } from '../../../page/inert-line.js';
import { archivedPage, plainReading } from '../../../reading/archived-page.js';
import { readPage } from '../../../reading/read-page.js';
import { reasonInWords } from '../../../words/reasons.js';
import type { PageDetail, PageText } from '../../api/pages.js';
import { badRequest, notFound } from '../../server/refusal.js';
import type { ShownCrawl } from '../../server/shown-crawl.js';
import { partsAddUp, scoreParts } from '../score-parts.js';
import { pageLines, plainLine } from './page-lines.js';
import { visibleText } from './visible-text.js';

const mostText = 200_000;

/** A visit that a client names. */
export async function visitOf(crawl: ShownCrawl, written: string): Promise<VisitRow> {
  const seq = Number(written);
  if (!Number.isSafeInteger(seq) || seq < 1) throw badRequest('A visit has a number.');
  const row = await (await crawl.reader()).records.visit(seq);
  if (row === undefined) throw notFound('There is no such visit in this crawl.');
  return row;
}

/** Why a page is where it is. */
export async function pageDetail(crawl: ShownCrawl, written: string): Promise<PageDetail> {
  const row = await visitOf(crawl, written);
  const { records } = await crawl.reader();
  const { strategy } = crawl.settings();
  const why = await explain(records, row.url);
  const [line] = row.archive === undefined ? [plainLine(crawl, row)] : await pageLines(crawl, [row]);
  const placing = why?.lastLink ?? why?.inLinks[0];
  const { versions: _, ...facts } = line!;
  return {
    ...facts,
    ...{ depth: row.depth, level: row.level, agent: row.agent, status: row.status, bytes: row.bytes ?? 0 },
    ...(row.author !== undefined && { author: inertLine(row.author, 200) }),
    reason: inertLine(row.reason, 60),
    reasonWords: row.reason === '' ? '' : inertLine(reasonInWords(row.reason), 300),
    raw: row.judgement?.raw ?? 0,
    parts: scoreParts(strategy, row.judgement?.parts ?? {}),
    partsAddUp: partsAddUp(strategy),
    priority: row.priority,
    priorityParts: scoreParts(strategy, placing?.parts ?? {}),
    path: (why?.path ?? []).map(({ visit, link }) => ({
      visit: visit.seq,
      url: inertLine(visit.url, 2_048),
      title: inertLine(visit.title ?? '', 200),
      anchor: inertLine(link?.anchor ?? '', 200),
    })),
    inLinks: (why?.inLinks ?? []).map(({ from, anchor, score, parts }) => ({
      from: inertLine(from, 2_048),
      anchor: inertLine(anchor, 200),
      score,
      parts: scoreParts(strategy, parts),
    })),
    versions: (why?.versions ?? [row]).map((version) => ({
      visit: version.seq,
      fetchedAt: version.fetchedAt,
      outcome: version.outcome,
      title: inertLine(version.title ?? '', 200),
      relevance: version.judgement?.relevance ?? 0,
      bytes: version.bytes ?? 0,
    })),
    isArchived: row.archive !== undefined,
  };
}

/** The text of an archived page, for reading: never its HTML. */
export async function pageText(crawl: ShownCrawl, written: string): Promise<PageText> {
  const row = await visitOf(crawl, written);
  const { bodies } = await crawl.reader();
  const { text } = await fromArchive(async () => readPage(await archivedPage(bodies, row), plainReading));
  const visible = visibleText(text);
  return {
    title: inertLine(row.title ?? '', 200),
    text: visible.slice(0, mostText),
    isCut: visible.length > mostText,
  };
}

/** The same as Markdown: headings, lists and links as text. */
export async function pageMarkdown(crawl: ShownCrawl, row: VisitRow): Promise<string> {
  const one = async function* () {
    yield row;
  };
  let text = '';
  for await (const piece of markdown(one(), await crawl.reader())) text += piece;
  if (text === '') throw notFound('The archive does not have this page.');
  return visibleText(text).slice(0, mostText);
}

async function fromArchive<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (thrown) {
    if (thrown instanceof Failure) throw notFound('The archive does not have this page.');
    throw thrown;
  }
}
