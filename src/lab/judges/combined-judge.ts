import type { PageJudge } from './page-judge.js';

/** Keeps the first places from counting for everything (Cormack, Clarke and Büttcher 2009). */
const smoothing = 60;

/** Several judges by reciprocal rank fusion: Σ 1 / (60 + place). Pages of equal score share their mean place. */
export function combinedJudge(judges: readonly PageJudge[]): PageJudge {
  return {
    name: judges.map(({ name }) => name).join('&'),
    summary: 'Reciprocal ranks of these judges, added up.',
    isScaled: false,
    async scores(topics) {
      const all = await Promise.all(judges.map((judge) => judge.scores(topics)));
      return topics.map((_, topic) => {
        const scores = all.flatMap((own) => own[topic] ?? []);
        return scores.length < judges.length ? undefined : fused(scores);
      });
    },
  };
}

function fused(scores: readonly Float64Array[]): Float64Array {
  const sum = new Float64Array(scores[0]!.length);
  for (const own of scores) for (const [page, place] of placesOf(own).entries()) sum[page]! += 1 / (smoothing + place);
  return sum;
}

/** From 1. */
function placesOf(scores: Float64Array): Float64Array {
  const order = Uint32Array.from(scores, (_, page) => page).sort((a, b) => scores[b]! - scores[a]!);
  const places = new Float64Array(scores.length);
  for (let start = 0; start < order.length; ) {
    let end = start + 1;
    while (end < order.length && scores[order[end]!] === scores[order[start]!]) end++;
    for (let i = start; i < end; i++) places[order[i]!] = (start + 1 + end) / 2;
    start = end;
  }
  return places;
}
