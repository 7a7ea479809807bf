import type { Topic } from '../topic/topic.js';
import { queryDriven } from './query-driven.js';
import type { Strategy } from './strategy.js';

/** Thesis (paper 004), crawler (a): links in the order in which they were found. The judge is the same as everybody's. */
export function breadthFirst(topic: Topic): Strategy {
  return queryDriven(topic, {
    name: 'breadth-first',
    // All links are equal; the frontier breaks ties by insertion number, which is first in, first out.
    merge: 'keep',
    rank: () => (_page, _judgement, links) => links.map(() => ({ value: 0, parts: {} })),
  });
}
