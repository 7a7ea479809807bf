import { type ParametersOf, parameter } from '../../config/parameters.js';
import { choice, ratio } from '../../config/scalar-kinds.js';
import type { Rescore } from '../../model/frontier.js';
import type { Reached } from '../../model/strategy.js';
import { drawnByUrl } from '../drawn-by-url.js';

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
    ties: parameter(
      choice('random', 'first'),
      'random',
      'Which of several URLs with the same score comes next: any of them (--random-seed), or the first found. By the latter, siblings stand side by side anyway, and fs-1 and fs-2 visit nearly as breadth-first does.',
    ),
  };
}

/** What a page's score does to queued URLs. */
export interface QueueingPolicy {
  /** What a link of a page with this score starts with, before ties are broken. */
  scoreOfLinks(score: number): number;
  /** The place of a link that starts with such a score. */
  placeOf(url: string, score: number): number;
  /** For the other links of the page that led to it. Seeds have no siblings. */
  rescores(url: string, score: number, reached: Reached): Rescore[] | undefined;
}

/** Less than scores differ by where they differ at all. */
const hairbreadth = 1e-9;

/**
 * The paper says nothing of ties, and nearly all of its queue has a score of 0: its Fig 10, where FS-2 is above FS-1, cannot be had
 * with first in, first out. So each link has a random hair's breadth of its own; siblings that are scored anew get that of the
 * page that scores them, all the same one, and stand together among others with their score.
 */
export function queueingPolicy(
  parameters: ParametersOf<ReturnType<typeof queueingParameters>>,
  randomSeed: number,
): QueueingPolicy {
  const { children, siblings, always } = policies[parameters.policy];
  const merge = parameters['sibling-merge'] === 'max' ? 'max' : 'set';
  const isEnough = (score: number) => always || score > parameters['change-threshold'];
  const placeOf = (url: string, score: number) =>
    parameters.ties === 'random' ? score + hairbreadth * drawnByUrl(url, randomSeed) : score;
  return {
    placeOf,
    scoreOfLinks: (score) => (children && isEnough(score) ? score : 0),
    rescores: (url, score, { depth }) =>
      siblings && depth > 0 && isEnough(score) ? [{ siblingsOf: url, score: placeOf(url, score), merge }] : undefined,
  };
}
