import type { Topic } from '../topic/topic.js';
import { queryDriven } from './query-driven.js';
import type { Strategy } from './strategy.js';

/** Thesis (paper 004), crawler (b), Best First with page content: every link of a page gets cos(page, q). */
export function bestFirstPage(topic: Topic): Strategy {
  return queryDriven(topic, {
    name: 'best-first-page',
    merge: 'max',
    rank:
      () =>
      (_page, { raw }, links) =>
        links.map(() => ({ value: raw, parts: { page: raw } })),
  });
}
