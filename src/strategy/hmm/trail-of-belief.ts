import type { PathBelief } from '../../learning/path-belief.js';
import type { TermCounts } from '../../text/term-counts.js';
import type { Reached, Trail } from '../strategy.js';

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
  const alpha = belief.at(cluster, from && alphaOf(from.trail));
  const trail: Record<string, number> = {};
  for (let state = 0; state < alpha.length; state++) trail[`L${state}`] = alpha[state]!;
  return { trail, alpha, cluster: cluster === undefined ? 0 : cluster + 1 };
}

export function alphaOf(trail: Trail): Float64Array {
  const alpha = new Float64Array(Object.keys(trail).length);
  for (let state = 0; state < alpha.length; state++) alpha[state] = trail[`L${state}`]!;
  return alpha;
}
