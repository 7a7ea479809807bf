import { count, percent } from '../../src/cli/terminal/format.js';
import { type SeedView, seedViews } from '../../src/lab/report/report-view.js';
import { isSignificant, listed, percentage, pWords } from '../../src/lab/report/words/number-words.js';
import type { LabReport } from '../../src/lab/results.js';
import { type Bar, barOf, ours, rivalsIn } from './bars.js';
import { type Loss, lossesIn } from './losses.js';
import { bullets, markdownTable } from './markdown-table.js';
import { type PooledMeans, pooledBar } from './pooled-bar.js';

/** What was asked for before it was measured. */
const barOnEachWeb = 1.05;
const barOnAllWebs = 1.15;
const barOfOracle = 0.8;
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
    `The others: ${othersIn(reports)}.`,
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
        'Of label oracle',
        'Bound',
        'Bars',
      ],
      bars.map(({ web, bar }) => [web, ...barCells(web, bar)]),
    ),
    bullets(bars.flatMap(({ web, bar }) => shortfalls(web, bar).map(({ sentence }) => sentence))),
    markdownTable(['All webs', 'Seeds', 'osprey', 'Best other', 'Ratio', 'Won', 'p', 'Bar'], pooledRows(reports)),
    '**Topics on which it loses** (mean AUC over the draws of seeds, the greatest losses first):',
    lossesMarkdown(reports),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Everybody who is told no more than ours: those on all webs, then those on some. */
function othersIn(reports: readonly LabReport[]): string {
  const others = reports.map((report) => rivalsIn(report, 'all').map(({ name }) => name));
  const common = (others[0] ?? []).filter((name) => others.every((names) => names.includes(name)));
  const more = reports.flatMap(({ web }, index) => {
    const own = others[index]!.filter((name) => !common.includes(name));
    return own.length === 0 ? [] : [`; on ${web.name} also ${listed(own.sort())}`];
  });
  return `${listed(common.sort())}${more.join('')}`;
}

function barCells(web: string, bar: Bar): string[] {
  return [
    bar.seeds,
    bar.ours.toFixed(3),
    `${bar.best.name} ${bar.best.auc.toFixed(3)}`,
    bar.ratio.toFixed(2),
    `${bar.wins} of ${bar.pairs}`,
    chance(bar.p),
    bar.breadthFirst.toFixed(3),
    shareWords(bar.ours, bar.contentOracle),
    shareWords(bar.ours, bar.labelOracle),
    bar.bound.toFixed(3),
    verdictOn(shortfalls(web, bar)),
  ];
}

interface Shortfall {
  readonly bar: 'ratio' | 'chance' | 'breadth-first' | 'oracle';
  readonly sentence: string;
}

/** Every bar that is not met, and how. */
export function shortfalls(web: string, bar: Bar): Shortfall[] {
  const where = `${web}, ${bar.seeds} seeds`;
  const { name, auc } = bar.best;
  const found: Shortfall[] = [];
  const add = (missed: Shortfall['bar'], words: string) => found.push({ bar: missed, sentence: `${where}: ${words}` });
  if (bar.ratio < barOnEachWeb) {
    const impossible = barOnEachWeb * auc > bar.bound ? cannot(bar) : '';
    add('ratio', `${bar.ratio.toFixed(3)} × ${name}, not ${barOnEachWeb} ×.${impossible}`);
  }
  if (!isCertain(bar.p)) add('chance', `the difference to ${name} may be chance (p ${chance(bar.p)}).`);
  if (bar.ours < bar.breadthFirst) add('breadth-first', 'below breadth-first.');
  if (web === topicalWeb && bar.ours < barOfOracle * bar.contentOracle)
    add('oracle', `${shareWords(bar.ours, bar.contentOracle)} of the content oracle, not ${percentage(barOfOracle)}.`);
  return found;
}

function verdictOn(missed: readonly Shortfall[]): string {
  return missed.length === 0 ? 'met' : `not met: ${listed(missed.map(({ bar }) => bar))}`;
}

function shareWords(own: number, oracle: number): string {
  return oracle === 0 ? '–' : percent(own / oracle);
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
      ['mean of the webs’ means', seeds, ...pooledCells(pooled.overWebs)],
      ['mean over all tasks', seeds, ...pooledCells(pooled.overTasks)],
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
    ratio >= barOnAllWebs && isCertain(p) ? 'met' : 'not met',
  ];
}

function lossesMarkdown(reports: readonly LabReport[]): string {
  const lines = reports.flatMap((report) =>
    seedViews(report)
      .filter((seeds) => seeds !== 'all')
      .map((seeds) => {
        const losses = lossesIn(report, seeds).map(lossWords);
        const words = losses.length === 0 ? 'none' : losses.join('; ');
        return `${report.web.name}, ${seeds} seeds: ${words}.`;
      }),
  );
  return bullets(lines);
}

function lossWords({ topic, ours: own, to }: Loss): string {
  return `${topic} ${own.toFixed(3)} (${to.name} ${to.auc.toFixed(3)})`;
}

function isCertain(p: number | null): boolean {
  return p !== null && isSignificant(p);
}

function chance(p: number | null): string {
  return p === null ? '–' : pWords(p);
}

export const barsIntroduction = `AUC is the mean recall after 1, 2, … pages, as a share of the relevant pages that can be reached. The best other is the best of
the strategies that are told no more than \`${ours}\` (the words of the topic), chosen afterwards for each web and kind of seeds.
Asked for: on every web and from both kinds of seeds ${barOnEachWeb} × the best other, and never below breadth-first; ${barOnAllWebs} × the one
that is best on all webs together; each with p < 0.05 (Wilcoxon's signed ranks over tasks, that is topics and draws of seeds); on ${topicalWeb}
${percentage(barOfOracle)} of the content oracle's mean AUC. That oracle has read the page behind every link and takes the one most like the query; the label
oracle, which knows what people called that page, is shown beside it.`;
