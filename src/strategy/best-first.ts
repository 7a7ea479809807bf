import type { TopicJudge } from '../topic/topic-judge.js';
import { queryDriven } from './query-driven.js';
import type { Strategy } from './strategy.js';
import { defineStrategy } from './strategy-entry.js';

/** Thesis (paper 004), eq 7: (cos(page, q) + cos(anchor, q)) / 2. */
export function pageAndAnchor(judge: TopicJudge): Strategy['rank'] {
  return (_page, { raw: page }, links) =>
    links.map((link) => {
      const anchor = judge.similarity(link.anchorTerms);
      return { value: (page + anchor) / 2, parts: { page, anchor } };
    });
}

export const pageAndAnchorParts = {
  page: 'how like the query the page with the link is (cosine)',
  anchor: 'how like the query the anchor text is (cosine)',
};

/** Thesis (paper 004), crawler (d), Best First with page content and anchor text, eq 7. */
export const bestFirst = defineStrategy({
  name: 'best-first',
  summary: 'Follows links whose page and anchor text are like the query, half each.',
  source: 'thesis (004), crawler (d), eq 7',
  needs: ['query'],
  parameters: {},
  parts: pageAndAnchorParts,
  prepare: () => ({
    make: (topic) => queryDriven(topic, { name: 'best-first', merge: 'max', rank: pageAndAnchor }),
  }),
});
