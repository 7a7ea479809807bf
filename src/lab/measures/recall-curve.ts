import type { RunResult } from '../results.js';

export type RecallCurve = Pick<
  RunResult,
  'relevantFound' | 'relevantReachable' | 'recall' | 'auc' | 'curve' | 'pagesTo50' | 'pagesTo90'
>;

/**
 * How recall grew: `found[i]` are the finds after i + 1 pages, of `whole` that there are. What ended before the budget
 * stays where it was. Where there is nothing to find, recall is 0.
 */
export function recallCurve(found: ArrayLike<number>, whole: number, budget: number): RecallCurve {
  const pages = Math.min(found.length, budget);
  const last = pages === 0 ? 0 : found[pages - 1]!;
  const curve: number[] = [];
  let sum = 0;
  for (let page = 0; page < budget; page++) {
    const finds = page < pages ? found[page]! : last;
    sum += finds;
    curve.push(sixDecimals(share(finds, whole)));
  }
  return {
    relevantFound: last,
    relevantReachable: whole,
    recall: share(last, whole),
    // One division of integers: crawls that are equally good have exactly the same AUC, so that a tie is seen as one.
    auc: share(sum, whole * budget),
    curve,
    pagesTo50: pagesTo(found, pages, whole / 2, whole),
    pagesTo90: pagesTo(found, pages, (whole * 9) / 10, whole),
  };
}

/** As precise as a curve has to be to be drawn, and short in a file. */
export function sixDecimals(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function pagesTo(found: ArrayLike<number>, pages: number, goal: number, whole: number): number | null {
  if (whole === 0) return null;
  for (let page = 0; page < pages; page++) if (found[page]! >= goal) return page + 1;
  return null;
}
