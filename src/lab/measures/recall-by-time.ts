import type { RunResult } from '../results.js';
import { sixDecimals } from './recall-curve.js';

/** Points of a curve over time. */
const points = 100;

/**
 * How recall grew with time: `recall` after each page, which was committed at `at` (ms). The span is the time that the budget would
 * take on a single host, the same for all contenders; what ended before stays where it was.
 */
export function recallByTime(
  recall: readonly number[],
  at: ArrayLike<number>,
  spanMs: number,
): Pick<RunResult, 'timeAuc' | 'timeCurve'> {
  if (spanMs === 0) return { timeAuc: null, timeCurve: [] };
  const timeCurve: number[] = [];
  let [page, sum] = [0, 0];
  for (let point = 1; point <= points; point++) {
    while (page < at.length && at[page]! <= (spanMs * point) / points) page++;
    timeCurve.push(page === 0 ? 0 : recall[page - 1]!);
    sum += timeCurve.at(-1)!;
  }
  return { timeAuc: sixDecimals(sum / points), timeCurve };
}
