import { type ParametersOf, parameter } from '../../config/parameters.js';
import { choice, ratio } from '../../config/scalar-kinds.js';
import type { Rescore } from '../../model/frontier.js';
import type { Reached } from '../../model/strategy.js';

/** De Assis et al. 2009, section 4.4: whose score changes after a visit, and whether only a score above the change threshold changes it. */
const policies = {
  ps: { children: true, siblings: false, always: true },
  'fs-1': { children: false, siblings: true, always: true },
  'fs-2': { children: false, siblings: true, always: false },
  'pfs-1': { children: true, siblings: true, always: true },
  'pfs-2': { children: true, siblings: true, always: false },
} as const;

/** The parameters of the policies, with the policy that is usual for the strategy. */
export function queueingParameters(usual: keyof typeof policies) {
  return {
    policy: parameter(
      choice('ps', 'fs-1', 'fs-2', 'pfs-1', 'pfs-2'),
      usual,
      "Which queued URLs take over a page's score: its links (ps), its siblings (fs) or both (pfs); -2 only above change-threshold.",
    ),
    'change-threshold': parameter(
      ratio(),
      0.2,
      'A page must score more than this to change scores of others (fs-2, pfs-2).',
    ),
    'sibling-merge': parameter(
      choice('overwrite', 'max'),
      'overwrite',
      'Whether siblings take over a lower score too, as in the paper, or only a higher one.',
    ),
  };
}

/** What a page's score does to queued URLs. */
export interface QueueingPolicy {
  /** What the links of the page start with. */
  scoreOfLinks(score: number): number;
  /** For the other links of the page that led to it. Seeds have no siblings. */
  rescores(url: string, score: number, reached: Reached): Rescore[] | undefined;
}

export function queueingPolicy(parameters: ParametersOf<ReturnType<typeof queueingParameters>>): QueueingPolicy {
  const { children, siblings, always } = policies[parameters.policy];
  const merge = parameters['sibling-merge'] === 'max' ? 'max' : 'set';
  const isEnough = (score: number) => always || score > parameters['change-threshold'];
  return {
    scoreOfLinks: (score) => (children && isEnough(score) ? score : 0),
    rescores: (url, score, { depth }) =>
      siblings && depth > 0 && isEnough(score) ? [{ siblingsOf: url, score, merge }] : undefined,
  };
}
