import { parameter } from '../../config/parameters.js';
import { integer, limit, number } from '../../config/scalar-kinds.js';
import { defineStrategy } from '../strategy-entry.js';
import { isHit, potentialDepth, potentialDepthParameters } from './potential-depth.js';
import { queryDriven } from './query-driven.js';

/** Hersovici et al. 1998, fig. 1: behind a relevant page, behind another, and beyond the width. */
const potentials = { hit: 1, miss: 0.5, rest: 0 };

/**
 * Fish-Search (De Bra & Post 1994): fish that find food multiply, those that find none for too long die. A page is
 * relevant or not; links of relevant pages go first, and a path ends after `depth` links in a row from irrelevant ones. Of
 * a page, the first `width` links count in full, `alpha` times as many of a relevant one; the rest wait for the end.
 *
 * The depth left is also a small part of the value, less than the step between two potentials. So a queued URL that is
 * met again keeps the longer of its lives where potentials are equal, as the authors want. Where they are not, the higher
 * one decides with the life that it brings, since a page inherits from one page alone.
 */
export const fishSearch = defineStrategy({
  name: 'fish-search',
  summary: 'Follows links of relevant pages first, and drops paths without relevant pages.',
  source: 'Batsakis 2007, §2.3; De Bra & Post 1994',
  needs: ['query'],
  parameters: {
    ...potentialDepthParameters,
    width: parameter(limit(integer({ min: 1 })), Number.POSITIVE_INFINITY, 'Links of a page that count in full.'),
    alpha: parameter(number({ min: 1 }), 1.5, 'How many times the width counts on a relevant page.'),
  },
  parts: {
    potential: 'whether the page with the link is relevant (1) or not (0.5); 0 beyond the width',
    depth: 'links that the path may still take from irrelevant pages',
  },
  leavesOut: 'paths of more than "depth" links in a row from pages that are not relevant (De Bra & Post 1994)',
  priority: 'the potential, and among equals the depth left; links of a page with no depth left are not followed.',
  prepare: ({ parameters }) => ({
    make: (topic) =>
      queryDriven(topic, {
        name: 'fish-search',
        inheritedState: (judgement, reached) => ({ depth: potentialDepth(judgement, reached, parameters) }),
        rank: () => (_page, judgement, links) => {
          const hit = isHit(judgement, parameters);
          const depth = judgement.inheritedState!.depth!;
          const width = Math.floor(hit ? parameters.alpha * parameters.width : parameters.width);
          const score = (potential: number) => ({
            value: potential + (0.5 * depth) / (parameters.depth + 1),
            parts: { potential, depth },
            pruned: depth < 0,
          });
          const [first, rest] = [score(hit ? potentials.hit : potentials.miss), score(potentials.rest)];
          return links.map((_, index) => (index < width ? first : rest));
        },
      }),
  }),
});
