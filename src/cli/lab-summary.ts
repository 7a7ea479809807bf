import { pWords } from '../lab/report/number-words.js';
import { plainWords } from '../lab/report/plain-words.js';
import {
  type Competitor,
  comparisonOf,
  isTrained,
  type SeedView,
  seedViews,
  seedWords,
  standingOf,
  tableOrder,
} from '../lab/report/report-view.js';
import type { Comparison, LabReport, MeasureName, Standing } from '../lab/results.js';
import { columns, counted, printable } from './format.js';
import { sparkline } from './sparkline.js';
import { displayWidth, fit, flow } from './terminal-text.js';

const longestName = 34;
const shortestName = 12;
const curveWidth = 12;

interface Row {
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
  { heading: 'AUC', expendable: 0, cell: ({ standing }) => aucWords(standing) },
  { heading: 'recall', expendable: 3, cell: ({ standing }) => measure(standing, 'recall', 3) },
  { heading: 'harvest', expendable: 6, cell: ({ standing }) => measure(standing, 'harvest', 3) },
  { heading: 'to 50 %', expendable: 5, cell: ({ standing }) => measure(standing, 'pagesTo50', 0) },
  { heading: 'hosts', expendable: 8, cell: ({ standing }) => measure(standing, 'hosts', 1) },
  { heading: 'CPU ms', expendable: 7, cell: ({ standing }) => measure(standing, 'cpuMsPerPage', 2) },
  {
    heading: 'of oracle',
    expendable: 4,
    cell: ({ standing: { shareOfOracle: share } }) => (share === null ? '–' : `${Math.round(100 * share)} %`),
  },
  {
    heading: 'p',
    expendable: 2,
    cell: ({ comparison }) => (comparison == null || comparison.adjusted === null ? '–' : pWords(comparison.adjusted)),
  },
  { heading: 'curve', expendable: 1, cell: ({ standing }, top) => sparkline(standing.curve, curveWidth, top) },
];

/** A comparison for the terminal: a table for each kind of seeds, then what it comes to in words. */
export function terminalSummary(report: LabReport, width: number): string[] {
  const tables = seedViews(report).flatMap((view) => [...standingLines(report, view, width), '']);
  return [
    ...tables,
    ...plainWords(report).flatMap((sentence) => flow(printable(sentence, 2_000).split(' '), width, ' ')),
  ];
}

function standingLines(report: LabReport, view: SeedView, width: number): string[] {
  const rows = tableOrder(report, view).map((one) => ({
    one,
    standing: standingOf(report, one.name, view)!,
    comparison: comparisonOf(report, one.name, view),
  }));
  const crawls = counted(Math.max(0, ...rows.map(({ standing }) => standing.runs)), 'crawl');
  const title = `${seedWords[view]}: ${crawls} of ${counted(report.budget, 'page')} each; p against ${printable(report.baseline, 60)}`;
  return [...flow(title.split(' '), width, ' '), ...fittingTable(report, rows, width - 2).map((line) => `  ${line}`)];
}

/** The table with as many columns as the terminal has room for. */
function fittingTable(report: LabReport, rows: readonly Row[], width: number): string[] {
  const room = Math.max(shortestName, Math.min(longestName, width - '  0.000 ±0.000'.length));
  // By the best of the crawls: beside what only bounds and oracles find, they would all be flat.
  const top = Math.max(...rows.filter(({ one }) => isCrawl(one)).map(({ standing }) => standing.curve.at(-1) ?? 0));
  const names = ['', ...rows.map(({ one }) => fit(nameOf(report, one), room))];
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

function nameOf(report: LabReport, one: Competitor): string {
  const marks = [
    one.role === 'strategy' ? '' : one.role,
    isTrained(one) ? 'trained' : '',
    one.name === report.baseline ? 'baseline' : '',
  ].filter((mark) => mark !== '' && !one.name.includes(mark));
  return [printable(one.name, 60), ...(marks.length === 0 ? [] : [`(${marks.join(', ')})`])].join(' ');
}

function aucWords({ measures: { auc } }: Standing): string {
  return auc === undefined ? '–' : `${auc.mean.toFixed(3)} ±${((auc.high - auc.low) / 2).toFixed(3)}`;
}

function measure({ measures }: Standing, name: MeasureName, digits: number): string {
  return measures[name]?.mean.toFixed(digits) ?? '–';
}
