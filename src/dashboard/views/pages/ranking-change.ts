import { inertLine } from '../../../page/inert-line.js';
import type { PreviewedPage } from '../../../rejudge/preview-judging.js';
import type { Move, RankingChange } from '../../api/pages.js';

const best = 100;
const mostMoves = 20;
/** Smaller differences are no move. */
const leastMove = 0.02;

/** How another judgement ranks pages. `before`: what each was judged before, in the same order. */
export function rankingChange(
  before: readonly { readonly relevance: number; readonly relevant: boolean }[],
  after: readonly PreviewedPage[],
  ofPages: number,
): RankingChange {
  const moves = after.map((page, place): Move => {
    const { row, relevance } = page;
    return {
      visit: row.seq,
      url: inertLine(row.url, 2_048),
      title: inertLine(row.title ?? '', 200),
      before: before[place]!.relevance,
      after: relevance,
    };
  });
  const topOf = (relevanceOf: (move: Move) => number) =>
    new Set([...moves].sort((a, b) => relevanceOf(b) - relevanceOf(a)).slice(0, best));
  const [topBefore, topAfter] = [topOf((move) => move.before), topOf((move) => move.after)];
  const bySize = moves.filter((move) => Math.abs(move.after - move.before) >= leastMove);
  bySize.sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before));
  return {
    pages: after.length,
    ofPages: Math.max(ofPages, after.length),
    relevantBefore: before.filter(({ relevant }) => relevant).length,
    relevantAfter: after.filter(({ relevant }) => relevant).length,
    keptOfTop: [...topBefore].filter((move) => topAfter.has(move)).length,
    top: topBefore.size,
    rises: bySize.filter((move) => move.after > move.before).slice(0, mostMoves),
    falls: bySize.filter((move) => move.after < move.before).slice(0, mostMoves),
  };
}
