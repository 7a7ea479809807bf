import { normalTail } from './normal-tail.js';

/** With fewer, even differences that all point the same way have p > .05. */
const fewest = 6;
/** Up to here counts of sign patterns, 2^n at most, are exact in a number. */
const mostExact = 50;

/**
 * Wilcoxon's signed-rank test, two-sided: the chance that differences as one-sided as these come about if each could as well have had
 * the other sign. Zeros are dropped, equal sizes share the mean of their ranks. Exact up to 50 differences, with equal sizes too;
 * beyond by the normal distribution, corrected for ties and continuity. Null with fewer than 6 differences.
 */
export function wilcoxonSignedRank(differences: readonly number[]): number | null {
  const sizes = differences.filter((difference) => difference !== 0).sort((a, b) => Math.abs(a) - Math.abs(b));
  if (sizes.length < fewest) return null;
  const ranks = doubledRanks(sizes);
  let positive = 0;
  let negative = 0;
  for (const [index, rank] of ranks.entries()) {
    if (sizes[index]! > 0) positive += rank;
    else negative += rank;
  }
  const smaller = Math.min(positive, negative);
  const tail = sizes.length <= mostExact ? exactTail(ranks, smaller) : approximateTail(ranks, smaller);
  return Math.min(1, 2 * tail);
}

/**
 * Twice the rank of each: mean ranks are halves at worst, so these are integers. Sizes that differ in the last digits alone are
 * equal: they are differences of rounded numbers.
 */
function doubledRanks(rising: readonly number[]): Uint32Array {
  const ranks = new Uint32Array(rising.length);
  for (let start = 0; start < rising.length; ) {
    let end = start + 1;
    const equal = Math.abs(rising[start]!) * (1 + 1e-9);
    while (end < rising.length && Math.abs(rising[end]!) <= equal) end++;
    ranks.fill(start + 1 + end, start, end);
    start = end;
  }
  return ranks;
}

/** Share of the 2^n patterns of signs whose positive ranks sum up to `most` or less. */
function exactTail(ranks: Uint32Array, most: number): number {
  const patterns = new Float64Array(most + 1);
  patterns[0] = 1;
  for (const rank of ranks) for (let sum = most; sum >= rank; sum--) patterns[sum]! += patterns[sum - rank]!;
  return patterns.reduce((all, count) => all + count, 0) / 2 ** ranks.length;
}

/**
 * Sums of doubled ranks have mean Σr / 2 and variance Σr² / 4, in which ties are already allowed for. Steps between sums
 * are 2, so half a step of continuity is 1.
 */
function approximateTail(ranks: Uint32Array, smaller: number): number {
  const mean = ranks.reduce((sum, rank) => sum + rank, 0) / 2;
  const variance = ranks.reduce((sum, rank) => sum + rank * rank, 0) / 4;
  const z = Math.max(0, (mean - smaller - 1) / Math.sqrt(variance));
  // Beyond z = 38 the chance is smaller than any number.
  return Math.max(normalTail(z), Number.MIN_VALUE);
}
