import { MOST_LAYERS } from '../../learning/most-layers.js';

/** Context graphs have the most levels: one for each layer from 0 on, and one for all else. */
const DEEPEST = MOST_LAYERS + 2;
/** Made once: this is asked before every request. */
const all: readonly number[] = Array.from({ length: DEEPEST }, (_, index) => index + 1);

/**
 * The levels to serve for the n-th request (from 0), in order of preference. Level 1 comes first, but an even share of the requests
 * begins with a deeper level, each of these in its turn, so that none starves (the paper leaves this open). Below its own levels there
 * may be what was queued by a crawl with more levels, or by another strategy: that comes last.
 */
export function levelsFor(request: number, levels: number, tunnelling: number): readonly number[] {
  // The k-th request into the depths is the one at which n·share passes the whole number k.
  const turn = Math.floor((request + 1) * tunnelling);
  if (levels === 1 || turn === Math.floor(request * tunnelling)) return all;
  const deep = 2 + ((turn - 1) % (levels - 1));
  return [deep, ...all.filter((level) => level !== deep)];
}
