import { defineStrategy } from '../strategy-entry.js';
import { queryDriven } from './query-driven.js';

/** Batsakis 2007, crawler (a): links in the order in which they were found. The judge is the same as everybody's. */
export const breadthFirst = defineStrategy({
  name: 'breadth-first',
  summary: 'Follows links in the order they are found.',
  source: 'Batsakis 2007, crawler (a)',
  needs: ['query'],
  parameters: {},
  parts: {},
  prepare: () => ({
    make: (topic) =>
      queryDriven(topic, {
        name: 'breadth-first',
        // All links are equal; the frontier breaks ties by insertion number, which is first in, first out.
        queueing: { merge: 'keep' },
        rank: () => (_page, _judgement, links) => links.map(() => ({ value: 0, parts: {} })),
      }),
  }),
});
