import type { Interval } from '../results.js';
import { normalTail, z95 } from './normal-tail.js';

/**
 * Mean with its 95 % confidence interval, by a bootstrap in two stages: draws groups with replacement, then as many values
 * of each as it has. So what varies between topics is not mistaken for chance that more draws of seeds could average out.
 * The percentiles are expanded for the number of topics (Hesterberg 2015): those of few would make it too narrow.
 *
 * The mean is that of the groups' means: each topic weighs the same, however many of its runs there are. Groups without
 * values are left out; there has to be a value.
 */
export function intervalOfMean(
  groups: readonly (readonly number[])[],
  random: () => number,
  resamples = 2000,
): Interval {
  const filled = groups.filter((group) => group.length > 0);
  if (filled.length === 0) throw new RangeError('There is no mean of no values.');
  const mean = meanOfMeans(filled);
  const means = Float64Array.from({ length: resamples }, () => resampledMean(filled, random)).sort();
  // A percentile of few resamples, or of equal values by rounding, may lie beyond the mean.
  const tail = tailFor(filled.length > 1 ? filled.length : filled[0]!.length);
  return { mean, low: Math.min(mean, quantile(means, tail)), high: Math.max(mean, quantile(means, 1 - tail)) };
}

/** Student's t that 2.5 % exceed, for 1, 2, … degrees of freedom; the normal value beyond. */
const t95 = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
  2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];

/** Share of the resamples to leave out at each end for n independent values. */
function tailFor(n: number): number {
  return n < 2 ? 0 : normalTail(Math.sqrt(n / (n - 1)) * (t95[n - 2] ?? z95));
}

/** 0 without groups; none may be empty. */
export function meanOfMeans(groups: readonly (readonly number[])[]): number {
  let sum = 0;
  for (const group of groups) sum += group.reduce((all, value) => all + value, 0) / group.length;
  return groups.length === 0 ? 0 : sum / groups.length;
}

function resampledMean(groups: readonly (readonly number[])[], random: () => number): number {
  let sum = 0;
  for (let drawn = 0; drawn < groups.length; drawn++) {
    const group = groups[Math.floor(random() * groups.length)]!;
    let sumOfGroup = 0;
    for (let value = 0; value < group.length; value++) sumOfGroup += group[Math.floor(random() * group.length)]!;
    sum += sumOfGroup / group.length;
  }
  return sum / groups.length;
}

/** Between two values in proportion. */
function quantile(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)]!;
  const above = sorted[Math.ceil(place)]!;
  return below + (above - below) * (place % 1);
}
