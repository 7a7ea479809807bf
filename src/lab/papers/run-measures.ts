import { bestThreshold, type Quality, type Scored } from '../../learning/quality.js';
import type { JudgedRun } from '../compare.js';
import type { Curve, Measure } from './experiment.js';
import type { TruthKind } from './scene.js';

/** Share of the pages fetched that are relevant: by the query, as in Pappas et al. 2012, those that contain it (eq 12). */
export function precision(kind: TruthKind): Measure {
  return {
    name: kind === 'query' ? 'precision' : `precision by ${kind}`,
    digits: 3,
    of({ trace, task }, scene) {
      const relevant = scene.truthOf(kind, task.topic)?.relevant;
      return relevant === undefined ? null : meanOver(trace.pages, (page) => relevant[page]!);
    },
  };
}

export const auc: Measure = { name: 'AUC', digits: 3, of: ({ result }) => result.auc };

/** Finds a page fetched, by whoever judges on this web; examples and training pages are no finds. */
export const harvest: Measure = { name: 'harvest', digits: 3, of: ({ result }) => result.harvest };

/**
 * Harvest where a crawl may end early, because it drops links or finds no more: finds as a share of the pages that it was
 * allowed, and no praise for stopping at the first dozen.
 */
export const harvestOfBudget: Measure = {
  name: 'finds a page of the budget',
  digits: 3,
  of: ({ result }) => result.relevantFound / result.budget,
};

/**
 * Batsakis's harvest ratio: share of the pages fetched, other than those shown before, whose highest cosine with a
 * ground-truth page is above 0.75.
 */
export const thesisHarvest: Measure = {
  name: 'harvest ratio',
  digits: 3,
  of(run, scene) {
    const likeness = scene.likenessOf(run.task.topic);
    return likeness ? meanOver(unseenPages(run), (page) => Number(likeness[page]! > 0.75)) : null;
  },
};

/** Batsakis's average similarity: mean over the same pages of the highest cosine with a ground-truth page. */
export const similarity: Measure = {
  name: 'average similarity',
  digits: 3,
  of(run, scene) {
    const likeness = scene.likenessOf(run.task.topic);
    return likeness ? meanOver(unseenPages(run), (page) => likeness[page]!) : null;
  },
};

/** Harvest of the first pages, up to a share of the budget; a crawl that has ended finds no more. */
export function harvestUpTo(name: string, share: number): Measure {
  return {
    name,
    digits: 3,
    of: (run) => harvestAfter(run, Math.ceil(share * run.result.budget)),
  };
}

/** Time until the last page, on the virtual clock. */
export const seconds: Measure = { name: 'seconds', digits: 0, of: ({ result }) => result.virtualSeconds };

/** The same where crawls may end early. */
export const secondsAPage: Measure = {
  name: 'seconds a page',
  digits: 2,
  of: ({ result }) => (result.virtualSeconds === null ? null : result.virtualSeconds / result.fetched),
};

export const bestF1: Measure = { name: 'best F1', digits: 3, of: (run) => bestJudgement(run)?.f1 ?? null };

/** The threshold of the strategy's own score that best F1 is reached with. */
export const bestAt: Measure = { name: 'its threshold', digits: 2, of: (run) => bestJudgement(run)?.threshold ?? null };

/** Of the pages that the strategy itself judged best, the share that is relevant; pages shown before are left out. */
export function precisionOfBest(count: number): Measure {
  return {
    name: `precision of the best ${count}`,
    digits: 3,
    of(run) {
      const best = bestPages(run, count);
      return best.length === 0 ? null : meanOver(Int32Array.from(best), (page) => run.goal.wanted[page]!);
    },
  };
}

/** De Assis et al. 2009, Fig 11: precision of the best 5, 10, … 65 pages. */
export const precisionByRank: Curve = {
  x: 'best pages',
  y: 'precision',
  of: (run) =>
    pointsOf(65, 13, (count) => {
      const best = bestPages(run, count);
      return best.length === 0 ? 0 : meanOver(Int32Array.from(best), (page) => run.goal.wanted[page]!)!;
    }),
};

/** De Assis et al. 2009: how much of what can be reached was visited when nine tenths of the relevant pages were found; all if never. */
export const visitedFor90: Measure = {
  name: 'visited for 90 %',
  digits: 2,
  of: ({ result }) =>
    result.relevantReachable === 0 ? null : (result.pagesTo90 ?? result.reachable) / result.reachable,
};

/** Recall when a share of what can be reached was visited. */
export function foundAt(visited: number): Measure {
  return {
    name: `found at ${Math.round(100 * visited)} % visited`,
    digits: 3,
    of: ({ result }) => (result.relevantReachable === 0 ? null : recallAt(result.curve, visited * result.reachable)),
  };
}

/** De Assis et al. 2009, Table 5, up to the point where nine tenths of the relevant pages were found. */
export const visitedPerFind: Measure = {
  name: 'visited a find',
  digits: 1,
  of: ({ result }) => (result.pagesTo90 === null ? null : result.pagesTo90 / Math.ceil(0.9 * result.relevantReachable)),
};

/** Harvest so far at eight points of the budget, as in Table II of Meenu et al. 2014; a crawl that has ended finds no more. */
export const harvestCurve: Curve = {
  x: 'pages',
  y: 'harvest',
  of: (run) => pointsOf(run.result.budget, 8, (pages) => harvestAfter(run, pages)),
};

/** De Assis et al. 2009, Figs 6 to 10: relevant pages found, by the share of pages visited. */
export const foundByVisited: Curve = {
  x: '% of the pages visited',
  y: 'relevant pages found',
  of: ({ result: { curve, reachable } }) =>
    pointsOf(100, 20, (percent) => recallAt(curve, (percent / 100) * reachable)),
};

function pointsOf(end: number, count: number, y: (x: number) => number) {
  return Array.from({ length: count }, (_, index) => Math.round(((index + 1) * end) / count)).map((x) => ({
    x,
    y: y(x),
  }));
}

function harvestAfter({ trace, goal }: JudgedRun, pages: number): number {
  const visited = trace.pages.subarray(0, pages);
  return visited.reduce((sum, page) => sum + goal.wanted[page]!, 0) / pages;
}

function recallAt(curve: readonly number[], pages: number): number {
  return curve[Math.min(curve.length, Math.max(1, Math.round(pages))) - 1] ?? 0;
}

/** Pages that the crawl was shown before prove nothing; of a page that was visited again the first judgement counts. */
function bestJudgement({ trace, goal }: JudgedRun): Quality | undefined {
  const scored = new Map<number, Scored>();
  for (const [visit, page] of trace.pages.entries()) {
    if (goal.excluded[page] === 1 || scored.has(page)) continue;
    scored.set(page, { score: trace.judged[visit]!, wanted: goal.wanted[page] === 1 });
  }
  return bestThreshold([...scored.values()]);
}

function bestPages({ trace, goal }: JudgedRun, count: number): number[] {
  const judged = new Map<number, number>();
  for (const [visit, page] of trace.pages.entries())
    if (goal.excluded[page] !== 1 && !judged.has(page)) judged.set(page, trace.judged[visit]!);
  const ranked = [...judged].sort(([, a], [, b]) => b - a);
  return ranked.slice(0, count).map(([page]) => page);
}

/** Pages fetched, but for examples and training pages. */
function unseenPages({ trace, goal }: JudgedRun): Int32Array {
  return trace.pages.filter((page) => goal.excluded[page] !== 1);
}

function meanOver(pages: Int32Array, value: (page: number) => number): number | null {
  if (pages.length === 0) return null;
  let sum = 0;
  for (const page of pages) sum += value(page);
  return sum / pages.length;
}
