import { meanOfMeans } from '../../measures/bootstrap.js';
import { valuesByTopic } from '../../measures/contender-runs.js';
import type { RunResult } from '../../results.js';

/** At most `most` of the numbers 1..budget, evenly spaced, with the first and the last: enough for any screen. */
export function pagePoints(budget: number, most: number): number[] {
  if (budget <= most) return Array.from({ length: budget }, (_, index) => index + 1);
  return Array.from({ length: most }, (_, index) => 1 + Math.round((index * (budget - 1)) / (most - 1)));
}

/** Mean recall of the runs after each of these numbers of pages, topics weighed equally; null without runs. */
export function meanRecall(runs: readonly RunResult[], pages: readonly number[]): (number | null)[] {
  return meanOver(runs, pages, recallAfter);
}

/** Mean of relevant pages found a page fetched so far: of a crawl that has ended, its last. */
export function meanHarvest(runs: readonly RunResult[], pages: readonly number[]): (number | null)[] {
  return meanOver(runs, pages, (run, page) => {
    const fetched = Math.min(page, run.fetched);
    return fetched === 0 ? 0 : (recallAfter(run, page) * run.relevantReachable) / fetched;
  });
}

function recallAfter({ curve }: RunResult, page: number): number {
  return curve[Math.min(page, curve.length) - 1] ?? 0;
}

function meanOver(
  runs: readonly RunResult[],
  pages: readonly number[],
  value: (run: RunResult, page: number) => number,
): (number | null)[] {
  return pages.map((page) =>
    runs.length === 0 ? null : rounded(meanOfMeans(valuesByTopic(runs, (run) => value(run, page)))),
  );
}

/** Four digits are finer than a pixel, and a third of the size. */
export function rounded(value: number): number {
  return Math.round(1e4 * value) / 1e4;
}
