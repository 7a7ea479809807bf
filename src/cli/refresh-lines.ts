import { type StopReason, stopReasons } from '../agent/stop-reason.js';
import type { Refresh } from '../refresh/begin-refresh.js';
import type { DuePage } from '../refresh/due-pages.js';
import type { PageNews, RefreshReport } from '../refresh/refresh-report.js';
import { freshAtNext, type Schedule } from '../refresh/schedule.js';
import { columns, count, counted, percent, printable, shellWord, twoDigits } from './format.js';
import { reasonInWords } from './reasons.js';
import { flow } from './terminal-text.js';

/** Pages that are told of each kind; the file has them all. */
const most = 20;

/** What a refresh has brought. */
export function reportLines(
  report: RefreshReport,
  reason: StopReason,
  { place, folder, width }: { readonly place: string; readonly folder: string; readonly width: number },
): string[] {
  const { newRelevant, turned, lost, schedule } = report;
  const lines = [
    '',
    ...flow(countsInWords(report), width, ' '),
    ...section('New relevant pages', newRelevant, (page) => [twoDigits(page.relevance), ...named(page)]),
    ...section('Changed so that they are relevant now, or no longer', turned, (page) => [
      `${twoDigits(page.before!.relevance)} → ${twoDigits(page.relevance)}`,
      ...named(page),
    ]),
    ...section('Gone, and were relevant', lost, (page) => [
      twoDigits(page.before!.relevance),
      ...named(page),
      reasonInWords(page.reason).replace(/\.$/, ''),
    ]),
    '',
    ...(schedule === undefined ? [] : [...scheduleLines(schedule), '']),
    `All of it    ${place}`,
    `Explain      osprey why ${shellWord(folder)} URL`,
  ];
  if (reason !== 'refreshed')
    lines.push(`Stopped (${reason}): ${stopReasons[reason]}. Go on: osprey refresh ${shellWord(folder)}`);
  return lines;
}

function countsInWords({ counts, left, newRelevant }: RefreshReport): string[] {
  const { new: found, changed, moved, gone, unchanged, unsure } = counts;
  return [
    `${counted(changed + moved + gone + unchanged + unsure, 'page')} visited again:`,
    `${count(unchanged)} unchanged,`,
    `${count(changed)} changed,`,
    `${count(moved)} moved,`,
    `${count(gone)} gone,`,
    `${count(unsure)} unsure${unsure === 0 ? '' : ' (no answer told: they stand as they were)'}.`,
    ...(left === 0 ? [] : [`${counted(left, 'page')} left for the next run.`]),
    `${counted(found, 'new page')}, ${count(newRelevant.length)} relevant.`,
  ];
}

/** How fresh the relevant pages are, when to look again, and what it would take to keep them so. */
export function scheduleLines({ pages, freshNow, plans, nextAt }: Schedule): string[] {
  const next =
    nextAt === undefined
      ? 'not needed for years: the pages change so seldom'
      : `about ${new Date(nextAt).toISOString().slice(0, 10)}, when that will have fallen to ${share(freshAtNext)}`;
  return columns([
    ['Fresh', `${share(freshNow)} of ${counted(pages, 'relevant page')} are likely to be as they are on the web`],
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
  return perDay < 1 ? `a page every ${counted(1 / perDay, 'day')}` : `${counted(Math.round(perDay), 'page')} a day`;
}

function intervalInWords(days: number): string {
  return days < 2 ? `every ${counted(Math.round(days * 24), 'hour')}` : `every ${count(days)} days`;
}

/** The pages that a refresh would visit again, for a look ahead. */
export function dueLines(due: readonly DuePage[], underWay: Refresh | undefined, width: number): string[] {
  const lines: string[] = [];
  if (underWay !== undefined)
    lines.push(
      `The refresh of ${new Date(underWay.startedAt).toISOString().slice(0, 16)} is not over: it goes on before another begins.`,
    );
  if (due.length === 0) return [...lines, 'No page is due: --older-than and --min-relevance say which are.'];
  lines.push(`${counted(due.length, 'page')} would be visited again, in this order`);
  const rows = due
    .slice(0, most)
    .map(({ worth, relevance, changed, lastLook, url }) => [
      worth.toFixed(4),
      twoDigits(relevance),
      percent(changed),
      new Date(lastLook).toISOString().slice(0, 10),
      printable(url, Number.isFinite(width) ? Math.max(20, width - 46) : 2_048),
    ]);
  const table = columns([['worth', 'relevance', 'changed?', 'last seen', 'page'], ...rows], [0, 1, 2]);
  lines.push(...table.map((line) => `  ${line}`));
  if (due.length > most) lines.push(`  … and ${count(due.length - most)} more`);
  return lines;
}

function section(title: string, pages: readonly PageNews[], row: (page: PageNews) => string[]): string[] {
  if (pages.length === 0) return [];
  const lines = columns(pages.slice(0, most).map(row)).map((line) => `  ${line}`);
  const more = pages.length > most ? [`  … and ${count(pages.length - most)} more`] : [];
  return ['', title, ...lines, ...more];
}

function named({ title, url }: PageNews): [title: string, url: string] {
  return [printable(title || '(no title)', 48), printable(url, 2_048)];
}
