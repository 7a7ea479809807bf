import path from 'node:path';
import type { Settings } from '../../../config/options.js';
import type { CrawlProgress } from '../../../crawl/progress/crawl-progress.js';
import type { StopReason } from '../../../crawl/progress/stop-reason.js';
import type { Tally } from '../../../crawl/progress/tally.js';
import type { CrawlRecords, CrawlTotals } from '../../../model/crawl-store.js';
import { rankedName } from '../../../store/crawl-folder.js';
import { openReader } from '../../../store/open-reader.js';
import { emptyPagesInWords } from '../../../words/empty-pages.js';
import { forecastInWords, stopSentence } from '../../../words/forecast-words.js';
import { reasonsOfPages } from '../../../words/reasons-of-pages.js';
import {
  bytes,
  columns,
  count,
  counted,
  percent,
  printable,
  shellWord,
  time,
  twoDigits,
} from '../../terminal/format.js';
import { displayWidth, fit, flow, widthOf } from '../../terminal/terminal-text.js';
import { meaningsLine, meaningsOf } from '../terms/from-crawl.js';
import { lackingLine, lackingWord } from '../terms/lacking-word.js';
import { leftOut } from './left-out.js';
import { modelServerLine } from './model-server-line.js';
import { moreInWords } from './more-words.js';
import { ranking } from './ranked-list.js';
import { helpLines } from './unsure-words.js';
import { reportLine } from './write-results.js';

/** The lines that end a crawl: what was found, why it stopped, what failed. `hidden`: relevant pages that are not in the ranked list. */
export async function summaryLines(
  settings: Settings,
  reason: StopReason,
  { tally, elapsedMs, forecast }: CrawlProgress,
  hidden: number,
): Promise<string[]> {
  const { out, exportNoindex } = settings;
  const reader = await openReader(out!);
  const { records, close } = reader;
  try {
    const totals = await records.totals();
    const width = terminalWidth();
    const more = moreInWords(reason, tally, totals.hostsVisited, settings);
    return [
      ...(await bestPages(records, exportNoindex, width)),
      '',
      ...flow(
        [
          `${pagesInTime(tally, elapsedMs)}${kindsOf(totals)},`,
          `${count(tally.relevant)} relevant (harvest ${percent(tally.harvest)}),`,
          `${counted(totals.hostsVisited, 'host')}, ${bytes(tally.bytes)}.`,
          stopSentence(reason, tally, settings),
          ...(forecast === undefined || reason === 'low-yield' ? [] : [`Estimate: ${forecastInWords(forecast)}.`]),
          ...(more === undefined ? [] : [more]),
        ],
        width,
        ' ',
      ),
      ...troubleLines(totals),
      ...modelServerLine(settings),
      ...(await droppedSeeds(records)),
      ...meaningsLine(settings.query, await meaningsOf(reader)),
      ...lackingLine(settings.query, await lackingWord(reader)),
      ...helpLines(tally, settings, await bestPage(records, exportNoindex)),
      ...(hidden === 0 ? [] : [leftOut(hidden, 'relevant page')]),
    ];
  } finally {
    await close();
  }
}

/** Time is of this run, pages may be of several. */
function pagesInTime(tally: Tally, elapsedMs: number): string {
  const pages = counted(tally.documents, 'page');
  return tally.isResumed
    ? `${pages}, ${count(tally.documentsThisRun)} in this run (${time(elapsedMs)})`
    : `${pages} in ${time(elapsedMs)}`;
}

/** What the pages are, where they are not all judged: so that counts add up. */
function kindsOf({ outcomes }: CrawlTotals): string {
  const { page = 0, duplicate = 0, ignored = 0, example = 0 } = outcomes;
  const kinds = [
    ...(duplicate + ignored > 0 ? [`${count(page)} judged`] : []),
    ...(duplicate > 0 ? [duplicate === 1 ? '1 copy' : `${count(duplicate)} copies`] : []),
    ...(ignored > 0 ? [`${count(ignored)} ignored`] : []),
  ];
  const listed = kinds.length === 0 ? '' : ` (${kinds.join(', ')})`;
  return example === 0 ? listed : `${listed} besides ${counted(example, 'example')}`;
}

/** Seeds that `--not-rule drop` took out, which their user did not expect. */
async function droppedSeeds(records: CrawlRecords): Promise<string[]> {
  const dropped: string[] = [];
  for await (const { url, depth, detail } of records.visits({ outcomes: ['ignored'] }))
    if (depth === 0)
      dropped.push(`Seed dropped for words of --not (${printable(detail ?? '')}): ${printable(url, 2_048)}`);
  return dropped;
}

async function bestPage(records: CrawlRecords, exportNoindex: boolean) {
  for await (const { url, judgement } of records.visits({ ...ranking(exportNoindex), limit: 1 }))
    return { url: shellWord(url), relevance: judgement?.relevance ?? 0 };
  return undefined;
}

/** Where the results are, and what to do next. */
export function outputLines(settings: Settings): string[] {
  const shown = path.relative(process.cwd(), settings.out!) || '.';
  const folder = shellWord(shown);
  return [
    ...(settings.report ? [reportLine(settings.out!)] : []),
    `Ranked list  ${path.join(shown, rankedName)}`,
    ...(settings.archive ? [`Archive      ${path.join(shown, 'pages-*.warc.gz')}`] : []),
    `Dashboard    osprey serve ${folder}`,
    `Export       osprey export ${folder} --format jsonl`,
    `Explain      osprey why ${folder} URL`,
  ];
}

/** Columns of the terminal that standard output is, or no limit. */
export function terminalWidth(): number {
  return widthOf(process.stdout);
}

async function bestPages(records: CrawlRecords, exportNoindex: boolean, width: number): Promise<string[]> {
  const rows: [score: string, title: string, url: string][] = [];
  for await (const { judgement, title, url } of records.visits({ ...ranking(exportNoindex), limit: 10 })) {
    if ((judgement?.relevance ?? 0) > 0)
      rows.push([twoDigits(judgement!.relevance), printable(title || '(no title)'), printable(url, 2_048)]);
  }
  if (rows.length === 0) return ['No page matches the topic.'];
  // URLs are there to be copied, so titles make room for them; in a narrow terminal they have lines of their own.
  const room = Math.min(48, width - '  0.00    '.length - Math.max(...rows.map(([, , url]) => displayWidth(url))));
  const lines =
    room >= 16
      ? columns(rows.map(([score, title, url]) => [score, fit(title, room), url]))
      : rows.flatMap(([score, title, url]) => [`${score}  ${fit(title, width - 8)}`, `    ${url}`]);
  return ['Best pages', ...lines.map((line) => `  ${line}`)];
}

function troubleLines({ reasons, outcomes }: CrawlTotals): string[] {
  const { pages, others } = reasonsOfPages(reasons);
  const lines: string[] = [];
  for (const [title, found] of Object.entries({ 'Among the pages': pages, 'Skipped or failed': others })) {
    const sorted = Object.entries(found).sort(([, a], [, b]) => b - a);
    if (sorted.length > 0) lines.push(`${title}: ${sorted.map(([name, n]) => `${name} ${count(n)}`).join(', ')}.`);
  }
  const unread = reasons['pdf-reader-missing'] ?? 0;
  if (unread > 0)
    lines.push(`Not read: ${counted(unread, 'PDF')}; "npm install @hyzyla/pdfium" and resume to read them.`);
  const empty = emptyPagesInWords(reasons);
  if (empty !== undefined) lines.push(`${empty}.`);
  if ((outcomes.page ?? 0) === 0 && (outcomes.ignored ?? 0) > 0)
    lines.push('All pages contain words of --not; use fewer of them, or raise --not-minimum.');
  return lines;
}
