import type { Interval } from '../results.js';

/**
 * Mean with its 95 % confidence interval, by a bootstrap in two stages (percentiles): draws groups with replacement, then as many values
 * of each as it has. So what varies between topics is not mistaken for chance that more draws of seeds could average out.
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
  return { mean, low: Math.min(mean, quantile(means, 0.025)), high: Math.max(mean, quantile(means, 0.975)) };
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
