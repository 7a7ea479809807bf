import type { Scored } from '../../learning/quality.js';
import type { RankingQuality } from '../results.js';

/**
 * How well scores put relevant pages first. nDCG: relevant pages gain 1 / log2(place + 1), as a share of what they gain when they
 * are all first (Järvelin and Kekäläinen 2002). Average precision: mean over the relevant pages of the share of relevant ones
 * down to their place. Pages of equal score have no order among themselves, so what counts is the mean over all orders
 * they could have (McSherry and Najork 2008): else the order of visits would be praised for what the scores do not tell.
 *
 * Null where no page is relevant.
 */
export function rankingQuality(scored: readonly Scored[]): RankingQuality | null {
  const relevant = scored.filter(({ wanted }) => wanted).length;
  if (relevant === 0) return null;
  const groups = tiedGroups(scored);
  const ndcg = (most: number) => gainOf(groups, most) / gainOf([{ pages: relevant, relevant }], most);
  return {
    ndcg10: ndcg(10),
    ndcg50: ndcg(50),
    ndcg: ndcg(scored.length),
    averagePrecision: precisionSum(groups) / relevant,
  };
}

/** Pages of the same score. */
interface TiedGroup {
  readonly pages: number;
  readonly relevant: number;
}

/** Best first. */
function tiedGroups(scored: readonly Scored[]): TiedGroup[] {
  const falling = scored.toSorted((a, b) => b.score - a.score);
  const groups: { pages: number; relevant: number }[] = [];
  for (const [place, { score, wanted }] of falling.entries()) {
    if (score !== falling[place - 1]?.score) groups.push({ pages: 0, relevant: 0 });
    const group = groups.at(-1)!;
    group.pages++;
    group.relevant += Number(wanted);
  }
  return groups;
}

/** The gain of the first places: at each place of a group, any of its pages is as likely as another. */
function gainOf(groups: readonly TiedGroup[], most: number): number {
  let gain = 0;
  let place = 0;
  for (const { pages, relevant } of groups) {
    for (const end = Math.min(most, place + pages); place < end; ) gain += relevant / pages / Math.log2(++place + 1);
    if (place === most) break;
  }
  return gain;
}

/**
 * Sum of the precisions at the places of the relevant pages. When a relevant page stands i-th of n in a group with r relevant
 * ones, (i − 1)(r − 1) / (n − 1) of those before it in the group are relevant, in the mean.
 */
function precisionSum(groups: readonly TiedGroup[]): number {
  let sum = 0;
  let place = 0;
  let found = 0;
  for (const { pages, relevant } of groups) {
    const others = pages === 1 ? 0 : (relevant - 1) / (pages - 1);
    for (let i = 0; i < pages; i++) sum += ((relevant / pages) * (found + i * others + 1)) / ++place;
    found += relevant;
  }
  return sum;
}
