import type { Topic } from '../topic/topic.js';
import { queryDriven } from './query-driven.js';
import type { Strategy } from './strategy.js';

/** Thesis (paper 004), crawler (c), Best First with anchor text: a link gets cos(anchor, q). */
export function bestFirstAnchor(topic: Topic): Strategy {
  return queryDriven(topic, {
    name: 'best-first-anchor',
    merge: 'max',
    rank: (judge) => (_page, _judgement, links) =>
      links.map((link) => {
        const anchor = judge.similarity(link.anchorTerms);
        return { value: anchor, parts: { anchor } };
      }),
  });
}
