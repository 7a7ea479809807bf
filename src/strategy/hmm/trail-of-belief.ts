import type { PathBelief } from '../../learning/markov/path-belief.js';
import type { Reached, Trail } from '../../model/strategy.js';
import type { TermCounts } from '../../text/term-counts.js';

/** What is believed of a page, as it is handed on to the pages behind its links. */
export interface BelievedPage {
  /** α of each state: L0, L1, … */
  readonly trail: Trail;
  readonly alpha: Float64Array;
  /** For people: from 1, and 0 for none. */
  readonly cluster: number;
}

/** α of a page, from its cluster and the α of the page that led to it (eq 5). */
export function believe(belief: PathBelief, terms: TermCounts, { from }: Reached): BelievedPage {
  const cluster = belief.clusterOf(terms);
  const alpha = belief.at(cluster, from && alphaOf(from.trail, belief.states));
  const trail: Record<string, number> = {};
  for (let state = 0; state < alpha.length; state++) trail[`L${state}`] = alpha[state]!;
  return { trail, alpha, cluster: cluster === undefined ? 0 : cluster + 1 };
}

/** α one link behind a page with this trail (eq 6), or one with nothing known of it. */
export function beliefBehind(belief: PathBelief, trail: Trail | undefined): Float64Array {
  return belief.after((trail && alphaOf(trail, belief.states)) ?? belief.at(undefined, undefined));
}

/** Undefined for a trail of another strategy, or of another number of states: belief then starts afresh. */
function alphaOf(trail: Trail, states: number): Float64Array | undefined {
  if (Object.keys(trail).length !== states) return undefined;
  const alpha = Float64Array.from({ length: states }, (_, state) => trail[`L${state}`] ?? Number.NaN);
  return alpha.every(Number.isFinite) ? alpha : undefined;
}
