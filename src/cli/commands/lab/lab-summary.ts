import {
  type Competitor,
  comparisonOf,
  hasSpread,
  measureOf,
  type SeedView,
  seedViews,
  seedWords,
  standingOf,
  tableOrder,
} from '../../../lab/report/report-view.js';
import { tagsOf } from '../../../lab/report/words/contender-label.js';
import { measureWords } from '../../../lab/report/words/measure-words.js';
import { percentage, pWords } from '../../../lab/report/words/number-words.js';
import { plainWords } from '../../../lab/report/words/plain-words.js';
import type { Comparison, LabReport, MeasureName, Standing } from '../../../lab/results.js';
import { columns, counted, printable } from '../../terminal/format.js';
import { sparkline } from '../../terminal/sparkline.js';
import { displayWidth, fit, wrapped } from '../../terminal/terminal-text.js';

const longestName = 34;
const shortestName = 12;
const curveWidth = 12;
/** Marks a p that says nothing of other topics. */
const overTasks = '*';

interface Row {
  /** With its tags. */
  readonly name: string;
  readonly one: Competitor;
  readonly standing: Standing;
  readonly comparison: Comparison | undefined;
}

interface Column {
  readonly heading: string;
  /** Where the terminal is narrow, the columns with the highest numbers go first. */
  readonly expendable: number;
  /** `top`: what fills a curve. */
  readonly cell: (row: Row, top: number) => string;
}

const tableColumns: readonly Column[] = [
  { heading: 'AUC', expendable: 0, cell: (row) => `${meanWords(row, 'auc')}${spreadWords(row.standing)}` },
  { heading: 'recall', expendable: 3, cell: (row) => meanWords(row, 'recall') },
  { heading: 'harvest', expendable: 6, cell: (row) => meanWords(row, 'harvest') },
  { heading: 'to 50 %', expendable: 5, cell: (row) => `${meanWords(row, 'pagesTo50')}${reachedWords(row.standing)}` },
  { heading: 'hosts', expendable: 8, cell: (row) => meanWords(row, 'hosts') },
  { heading: 'CPU ms', expendable: 7, cell: (row) => meanWords(row, 'cpuMsPerPage') },
  {
    heading: 'of oracle',
    expendable: 4,
    cell: ({ standing: { shareOfOracle: share } }) => (share === null ? '–' : percentage(share)),
  },
  { heading: 'p', expendable: 2, cell: ({ comparison }) => chanceWords(comparison) },
  { heading: 'curve', expendable: 1, cell: ({ standing }, top) => sparkline(standing.curve, curveWidth, top) },
];

/** A comparison for the terminal: a table for each kind of seeds, then what it comes to in words. */
export function terminalSummary(report: LabReport, width: number): string[] {
  const tables = seedViews(report).flatMap((view) => [...standingLines(report, view, width), '']);
  return [...tables, ...plainWords(report).flatMap((sentence) => wrapped(printable(sentence, 2_000), width))];
}

function standingLines(report: LabReport, view: SeedView, width: number): string[] {
  const rows = tableOrder(report, view).map((one) => ({
    name: nameOf(report, one, view),
    one,
    standing: standingOf(report, one.name, view)!,
    comparison: comparisonOf(report, one.name, view),
  }));
  const crawls = Math.max(0, ...rows.map(({ standing }) => standing.runs));
  const title = [
    `${seedWords[view]}: ${counted(crawls, 'crawl')} of ${counted(report.budget, 'page')} each`,
    ...(crawls === 1 ? ['one crawl: no interval'] : []),
    `adjusted p against ${printable(report.baseline, 60)} over topics`,
    ...(rows.some(({ comparison }) => chanceWords(comparison).endsWith(overTasks))
      ? [`${overTasks} over tasks: no evidence for other topics`]
      : []),
  ].join('; ');
  return [...wrapped(title, width), ...fittingTable(rows, width - 2).map((line) => `  ${line}`)];
}

/** The table with as many columns as the terminal has room for. */
function fittingTable(rows: readonly Row[], width: number): string[] {
  const room = Math.max(shortestName, Math.min(longestName, width - '  0.000 ±0.000'.length));
  // By the best of the crawls: beside what only bounds and oracles find, they would all be flat.
  const top = Math.max(...rows.filter(({ one }) => isCrawl(one)).map(({ standing }) => standing.curve.at(-1) ?? 0));
  const names = ['', ...rows.map(({ name }) => fit(name, room))];
  for (let kept = tableColumns.length; ; kept--) {
    const shown = tableColumns.filter(({ expendable }) => expendable < kept);
    const cells = [shown.map(({ heading }) => heading), ...rows.map((row) => shown.map(({ cell }) => cell(row, top)))];
    const right = shown.flatMap(({ heading }, index) => (heading === 'curve' ? [] : [index + 1]));
    const lines = columns(
      cells.map((row, index) => [names[index]!, ...row]),
      right,
    );
    if (kept === 1 || lines.every((line) => displayWidth(line) <= width)) return lines;
  }
}

function isCrawl({ role }: Competitor): boolean {
  return role === 'strategy' || role === 'floor';
}

function nameOf(report: LabReport, one: Competitor, view: SeedView): string {
  const tags = tagsOf(report, one, view);
  return [printable(one.name, 60), ...(tags.length === 0 ? [] : [`(${tags.join(', ')})`])].join(' ');
}

function meanWords({ one, standing }: Row, name: MeasureName): string {
  return measureOf(one, standing, name)?.mean.toFixed(measureWords[name].digits) ?? '–';
}

function spreadWords({ measures: { auc } }: Standing): string {
  if (auc === undefined || !hasSpread(auc)) return '';
  return ` ±${((auc.high - auc.low) / 2).toFixed(measureWords.auc.digits)}`;
}

/** A mean of few that got there is no mean of all. */
function reachedWords({ reached50, runs }: Standing): string {
  return reached50 === 0 || reached50 === runs ? '' : ` (${reached50}/${runs})`;
}

/** Over topics where there are enough of them, else over tasks, marked. */
function chanceWords(comparison: Comparison | undefined): string {
  if (comparison === undefined) return '–';
  const { adjusted, adjustedOverTopics } = comparison;
  if (adjustedOverTopics !== null) return pWords(adjustedOverTopics);
  return adjusted === null ? '–' : `${pWords(adjusted)}${overTasks}`;
}
