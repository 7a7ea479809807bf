import type { PathBelief } from '../../learning/markov/path-belief.js';
import type { InheritedState, Reached } from '../../model/strategy.js';
import type { TermCounts } from '../../text/term-counts.js';

/** What is believed of a page, as it is handed on to the pages behind its links. */
export interface BelievedPage {
  /** α of each state: L0, L1, … */
  readonly inheritedState: InheritedState;
  readonly alpha: Float64Array;
  /** For people: from 1, and 0 for none. */
  readonly cluster: number;
}

/** α of a page, from its cluster and the α of the page that led to it (eq 5). */
export function believe(belief: PathBelief, terms: TermCounts, { from }: Reached): BelievedPage {
  const cluster = belief.clusterOf(terms);
  const alpha = belief.at(cluster, from && alphaOf(from.inheritedState, belief.states));
  const inheritedState: Record<string, number> = {};
  for (let state = 0; state < alpha.length; state++) inheritedState[`L${state}`] = alpha[state]!;
  return { inheritedState, alpha, cluster: cluster === undefined ? 0 : cluster + 1 };
}

/** α one link behind a page with this inherited state (eq 6), or one with nothing known of it. */
export function beliefBehind(belief: PathBelief, inheritedState: InheritedState | undefined): Float64Array {
  return belief.after((inheritedState && alphaOf(inheritedState, belief.states)) ?? belief.at(undefined, undefined));
}

/** Undefined for an inherited state of another strategy, or of another number of states: belief then starts afresh. */
function alphaOf(inheritedState: InheritedState, states: number): Float64Array | undefined {
  if (Object.keys(inheritedState).length !== states) return undefined;
  const alpha = Float64Array.from({ length: states }, (_, state) => inheritedState[`L${state}`] ?? Number.NaN);
  return alpha.every(Number.isFinite) ? alpha : undefined;
}
