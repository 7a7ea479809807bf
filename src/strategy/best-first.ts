import type { Topic } from '../topic/topic.js';
import { queryDriven } from './query-driven.js';
import type { Strategy } from './strategy.js';

/** Thesis (paper 004), crawler (d), Best First with page content and anchor text, eq 7: (cos(page, q) + cos(anchor, q)) / 2. */
export function bestFirst(topic: Topic): Strategy {
  return queryDriven(topic, {
    name: 'best-first',
    merge: 'max',
    rank:
      (judge) =>
      (_page, { raw: page }, links) =>
        links.map((link) => {
          const anchor = judge.similarity(link.anchorTerms);
          return { value: (page + anchor) / 2, parts: { page, anchor } };
        }),
  });
}
