import { count } from '../../src/counted.js';
import { percentage, pWords } from '../../src/lab/report/number-words.js';
import { type SeedView, seedViews, seedWords } from '../../src/lab/report/report-view.js';
import type { LabReport } from '../../src/lab/results.js';
import { type Bar, barOf, ours, rivalsIn } from './bars.js';
import { type Loss, lossesIn } from './losses.js';
import { bullets, markdownTable } from './markdown-table.js';
import { type PooledMeans, pooledBar } from './pooled-bar.js';

/** What was asked for before it was measured. */
const barOnEachWeb = 1.05;
const barOnAllWebs = 1.15;
const barOfOracle = 0.8;
const significant = 0.05;
/** The web whose topics are subjects, on which the content oracle is hard to beat. */
const topicalWeb = 'schools-wikipedia';

/** Reports of the same webs with budgets that rise; the first has all strategies, the others may have the best alone. */
export function barsMarkdown(budgets: readonly (readonly LabReport[])[]): string {
  return budgets.map(barsOfBudget).join('\n\n');
}

function barsOfBudget(reports: readonly LabReport[]): string {
  const bars = reports.flatMap((report) =>
    seedViews(report).flatMap((seeds) => {
      const bar = barOf(report, seeds);
      return bar === undefined ? [] : [{ web: report.web.name, bar }];
    }),
  );
  return [
    `### ${count(reports[0]?.budget ?? 0)} pages a crawl`,
    `The others: ${othersIn(reports).join(', ')}.`,
    markdownTable(
      [
        'Web',
        'Seeds',
        'osprey',
        'Best other',
        'Ratio',
        'Won',
        'p',
        'Breadth-first',
        'Of content oracle',
        'Bound',
        'Bars',
      ],
      bars.map(({ web, bar }) => [web, ...barCells(web, bar)]),
    ),
    bullets(bars.flatMap(({ web, bar }) => shortfalls(web, bar))),
    markdownTable(['All webs', 'Seeds', 'osprey', 'Best other', 'Ratio', 'Won', 'p', 'Bar'], pooledRows(reports)),
    '**Topics on which it loses** (mean AUC over the draws of seeds, the greatest losses first):',
    lossesMarkdown(reports),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Everybody who takes part on a web and is told no more than ours. */
function othersIn(reports: readonly LabReport[]): string[] {
  return [...new Set(reports.flatMap((report) => rivalsIn(report, 'all').map(({ name }) => name)))].sort();
}

function barCells(web: string, bar: Bar): string[] {
  return [
    seedName(bar.seeds),
    bar.ours.toFixed(3),
    `${bar.best.name} ${bar.best.auc.toFixed(3)}`,
    bar.ratio.toFixed(2),
    `${bar.wins} of ${bar.pairs}`,
    chance(bar.p),
    bar.breadthFirst.toFixed(3),
    percentage(bar.ours / bar.contentOracle),
    bar.bound.toFixed(3),
    shortfalls(web, bar).length === 0 ? 'met' : 'not met',
  ];
}

/** A sentence for every bar that is not met; none where all are. */
export function shortfalls(web: string, bar: Bar): string[] {
  const where = `${web}, ${seedName(bar.seeds)} seeds`;
  const wanted = barOnEachWeb * bar.best.auc;
  const sentences: string[] = [];
  if (bar.ratio < barOnEachWeb) {
    const impossible = wanted > bar.bound ? cannot(bar) : '';
    sentences.push(`${where}: ${bar.ratio.toFixed(3)} × ${bar.best.name}, not ${barOnEachWeb} ×.${impossible}`);
  } else if (!isSignificant(bar.p)) {
    sentences.push(`${where}: the difference to ${bar.best.name} may be chance (p ${chance(bar.p)}).`);
  }
  if (bar.ours < bar.breadthFirst) sentences.push(`${where}: below breadth-first.`);
  if (web === topicalWeb && bar.ours < barOfOracle * bar.contentOracle)
    sentences.push(
      `${where}: ${percentage(bar.ours / bar.contentOracle)} of the content oracle, not ${percentage(barOfOracle)}.`,
    );
  return sentences;
}

function cannot({ best, bound }: Bar): string {
  const room = (100 * (bound / best.auc - 1)).toFixed(1);
  return ` No crawl could: ${best.name} is within ${room} % of the bound that none can exceed.`;
}

function pooledRows(reports: readonly LabReport[]): string[][] {
  const views: readonly SeedView[] = ['all', 'near', 'far'];
  return views.flatMap((seeds) => {
    const pooled = pooledBar(reports, seeds);
    if (pooled === undefined) return [];
    return [
      ['mean of the webs’ means', seedName(seeds), ...pooledCells(pooled.overWebs)],
      ['mean over all tasks', seedName(seeds), ...pooledCells(pooled.overTasks)],
    ];
  });
}

function pooledCells({ ours: own, best, ratio, wins, pairs, p }: PooledMeans): string[] {
  return [
    own.toFixed(3),
    `${best.name} ${best.auc.toFixed(3)}`,
    ratio.toFixed(2),
    `${wins} of ${pairs}`,
    chance(p),
    ratio >= barOnAllWebs && isSignificant(p) ? 'met' : 'not met',
  ];
}

function lossesMarkdown(reports: readonly LabReport[]): string {
  const lines = reports.flatMap((report) =>
    seedViews(report)
      .filter((seeds) => seeds !== 'all')
      .map((seeds) => {
        const losses = lossesIn(report, seeds).map(lossWords);
        const words = losses.length === 0 ? 'none' : losses.join('; ');
        return `${report.web.name}, ${seedName(seeds)} seeds: ${words}.`;
      }),
  );
  return bullets(lines);
}

function lossWords({ topic, ours: own, to }: Loss): string {
  return `${topic} ${own.toFixed(3)} (${to.name} ${to.auc.toFixed(3)})`;
}

function isSignificant(p: number | null): boolean {
  return p !== null && p < significant;
}

function chance(p: number | null): string {
  return p === null ? '–' : pWords(p);
}

/** near, far, all. */
function seedName(seeds: SeedView): string {
  return seedWords[seeds].replace(/ seeds$/, '').toLowerCase();
}

export const barsIntroduction = `AUC is the mean recall after 1, 2, … pages, as a share of the relevant pages that can be reached. The best other is the best of
the strategies that are told no more than \`${ours}\` (the words of the topic), chosen afterwards for each web and kind of seeds.
Asked for: on every web and from both kinds of seeds ${barOnEachWeb} × the best other, and never below breadth-first; ${barOnAllWebs} × the one
that is best on all webs together; each with p < ${significant} (Wilcoxon's signed ranks over tasks, that is topics and draws of seeds); on ${topicalWeb}
${percentage(barOfOracle)} of the content oracle.`;
