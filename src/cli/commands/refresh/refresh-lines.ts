import { type StopReason, stopReasons } from '../../../crawl/progress/stop-reason.js';
import type { Refresh } from '../../../refresh/begin-refresh.js';
import type { DuePage } from '../../../refresh/due-pages.js';
import type { PageChange, RefreshReport } from '../../../refresh/refresh-report.js';
import { freshAtNext, type Schedule } from '../../../refresh/schedule.js';
import { reasonInWords } from '../../../words/reasons.js';
import { columns, count, counted, percent, printable, shellWord, twoDigits } from '../../terminal/format.js';
import { flow } from '../../terminal/terminal-text.js';

/** Pages shown of each kind; the file has them all. */
const most = 20;

export interface ReportView {
  /** The line that names the crawl's report; none where it was not written. */
  readonly page: string | undefined;
  /** The file that has all of it; none where there was nothing to tell. */
  readonly place: string | undefined;
  readonly folder: string;
  readonly width: number;
  /** Why no page was due, where none was. */
  readonly noneDue: string | undefined;
}

/** What a refresh has brought. */
export function reportLines(
  report: RefreshReport,
  reason: StopReason,
  { page, place, folder, width, noneDue }: ReportView,
): string[] {
  const { schedule } = report;
  const lines = [
    '',
    ...flow([...(noneDue === undefined ? againInWords(report) : [noneDue]), ...newInWords(report)], width, ' '),
    ...changeLines(report),
    '',
    ...(schedule === undefined ? [] : [...scheduleLines(schedule), '']),
    ...(page === undefined ? [] : [page]),
    ...(place === undefined ? [] : [`All changes  ${place}`]),
    `Explain      osprey why ${shellWord(folder)} URL`,
  ];
  if (reason !== 'refreshed')
    lines.push(`Stopped (${reason}): ${stopReasons[reason]}. Continue with: osprey refresh ${shellWord(folder)}`);
  return lines;
}

/** All that is not as it was, by what became of it. */
function changeLines({ changes, newRelevant, relevanceChanged }: RefreshReport): string[] {
  const known = changes.filter(({ before }) => before !== undefined);
  const ranked = known.toSorted((a, b) => b.before!.relevance - a.before!.relevance);
  const of = (change: PageChange['change']) => ranked.filter((page) => page.change === change);
  const now = (page: PageChange) => [twoDigits(page.relevance), ...named(page)];
  const before = (page: PageChange) => [twoDigits(page.before!.relevance), ...named(page)];
  const both = (page: PageChange) => [
    `${twoDigits(page.before!.relevance)} → ${twoDigits(page.relevance)}`,
    ...named(page),
  ];
  const why = (page: PageChange) => [...before(page), reasonInWords(page.reason).replace(/\.$/, '')];
  const asBefore = of('changed').filter((page) => !relevanceChanged.includes(page));
  return [
    ...section('New relevant pages', newRelevant, now),
    ...section('Changed, now relevant or no longer relevant', relevanceChanged, both),
    ...section('Changed, relevance as before', asBefore, both),
    ...section('Moved', of('moved'), (page) => [...before(page), `to ${printable(page.to ?? '?', 2_048)}`]),
    ...section('Gone', of('gone'), why),
    ...section('Unknown: the request failed, so the old version is kept', of('unknown'), why),
  ];
}

/** Why there is nothing to visit again. */
export function noneDueInWords({ olderThan, minRelevance }: { olderThan: string; minRelevance: string }): string {
  const which = Number(minRelevance) === 0 ? '' : ` with relevance ${minRelevance} or more (--min-relevance)`;
  return `No page${which} is due: all were checked less than ${olderThan} ago (--older-than).`;
}

function newInWords({ counts, newRelevant }: RefreshReport): string[] {
  return [`${counted(counts.new, 'new page')}, ${count(newRelevant.length)} relevant.`];
}

function againInWords({ counts, left }: RefreshReport): string[] {
  const { changed, moved, gone, unchanged, unknown } = counts;
  return [
    `${counted(changed + moved + gone + unchanged + unknown, 'page')} revisited:`,
    `${count(unchanged)} unchanged,`,
    `${count(changed)} changed,`,
    `${count(moved)} moved,`,
    `${count(gone)} gone,`,
    `${count(unknown)} unknown.`,
    ...(left === 0 ? [] : [`${counted(left, 'page')} left for the next run.`]),
  ];
}

/** How fresh the relevant pages are, when to look again, and what it would take to keep them so. */
export function scheduleLines({ pages, freshNow, plans, nextAt }: Schedule): string[] {
  const next =
    nextAt === undefined
      ? 'not needed for years: the pages hardly change'
      : `about ${new Date(nextAt).toISOString().slice(0, 10)}, when ${share(freshAtNext)} will be up to date`;
  return columns([
    ['Fresh', `an estimated ${share(freshNow)} of ${counted(pages, 'relevant page')} are up to date`],
    ['Next refresh', next],
    ...plans.map(({ fresh, pagesPerDay, everyDays }) => [
      `To keep ${share(fresh)}`,
      `${rateInWords(pagesPerDay)}, each ${intervalInWords(everyDays)}`,
    ]),
  ]);
}

function share(part: number): string {
  return `${Math.round(100 * part)} %`;
}

function rateInWords(perDay: number): string {
  const [everyDays, pages] = [Math.round(1 / perDay), Math.round(perDay)];
  if (everyDays > 1) return `one page every ${count(everyDays)} days`;
  return pages > 1 ? `${count(pages)} pages per day` : 'one page per day';
}

function intervalInWords(days: number): string {
  if (days >= 2) return `every ${count(days)} days`;
  const hours = Math.round(days * 24);
  return hours > 1 ? `every ${count(hours)} hours` : 'every hour';
}

/** The pages that a refresh would visit again, for a look ahead. */
export function dueLines(
  due: readonly DuePage[],
  underWay: Refresh | undefined,
  { width, noneDue }: { readonly width: number; readonly noneDue: string },
): string[] {
  const lines: string[] = [];
  if (underWay !== undefined)
    lines.push(
      `The refresh of ${new Date(underWay.startedAt).toISOString().slice(0, 16)} is not finished; it must finish before another can start.`,
    );
  if (due.length === 0 && underWay?.pages !== undefined) return [...lines, 'All of its pages have been revisited.'];
  if (due.length === 0) return [...lines, noneDue];
  lines.push(
    underWay?.pages === undefined
      ? `${counted(due.length, 'page')} would be revisited, in this order`
      : `${count(due.length)} of ${counted(underWay.pages, 'page')} are still to be revisited`,
  );
  const rows = due
    .slice(0, most)
    .map(({ worth, relevance, changed, lastLook, url }) => [
      worth.toFixed(4),
      twoDigits(relevance),
      percent(changed),
      new Date(lastLook).toISOString().slice(0, 10),
      printable(url, Number.isFinite(width) ? Math.max(20, width - 46) : 2_048),
    ]);
  const table = columns([['gain', 'relevance', 'changed?', 'last check', 'page'], ...rows], [0, 1, 2]);
  lines.push(...table.map((line) => `  ${line}`));
  if (due.length > most) lines.push(`  … and ${count(due.length - most)} more`);
  return lines;
}

function section(title: string, pages: readonly PageChange[], row: (page: PageChange) => string[]): string[] {
  if (pages.length === 0) return [];
  const lines = columns(pages.slice(0, most).map(row)).map((line) => `  ${line}`);
  const more = pages.length > most ? [`  … and ${count(pages.length - most)} more`] : [];
  return ['', title, ...lines, ...more];
}

function named({ title, url }: PageChange): [title: string, url: string] {
  return [printable(title || '(no title)', 48), printable(url, 2_048)];
}
