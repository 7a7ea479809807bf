import { parameter } from '../../config/parameters.js';
import { integer } from '../../config/scalar-kinds.js';
import { defineStrategy } from '../strategy-entry.js';
import { anchorWeight, pageAndAnchor, pageAndAnchorParts } from './best-first.js';
import { queryDriven } from './query-driven.js';

/** The batch of pages being visited, and the queue that it was taken from. */
const batch = 1;
const queue = 2;

/**
 * N-Best-First (Pant & Menczer; Batsakis 2007, §2.3): the N best links are taken from the queue and all of them are visited before
 * anything that they led to is ranked among the rest. N = 1 is best-first. Seeds are the first batch.
 */
export const nBestFirst = defineStrategy({
  name: 'n-best-first',
  summary: 'Takes the N best links at once, ranked as by best-first, then ranks again.',
  source: 'Batsakis 2007, §2.3; Menczer, Pant & Srinivasan 2004',
  needs: ['query'],
  parameters: {
    n: parameter(integer({ min: 1 }), 256, 'Links that are taken from the queue at once.'),
    'anchor-weight': anchorWeight,
  },
  priority:
    'links wait on level 2 until all of the present batch, level 1, is visited; then the best of them are the next.',
  ownLevels: true,
  parts: pageAndAnchorParts,
  prepare: ({ parameters: { n, 'anchor-weight': weight } }) => ({
    make: (topic) =>
      queryDriven(topic, {
        name: 'n-best-first',
        rank(judge) {
          const rank = pageAndAnchor(judge, weight);
          return (page, judgement, links) => rank(page, judgement, links).map((score) => ({ ...score, level: queue }));
        },
        queueing: { refill: () => [{ promote: n, from: queue, to: batch }] },
      }),
  }),
});
