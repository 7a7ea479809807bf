import { defineStrategy } from '../strategy-entry.js';
import { queryDriven } from './query-driven.js';

/** Batsakis 2007, crawler (c), Best First with anchor text: a link gets cos(anchor, q). */
export const bestFirstAnchor = defineStrategy({
  name: 'best-first-anchor',
  summary: 'Follows links whose anchor text is similar to the query.',
  source: 'Batsakis 2007, crawler (c)',
  needs: ['query'],
  parameters: {},
  parts: { anchor: 'cosine of the anchor text and the query' },
  prepare: () => ({
    make: (topic) =>
      queryDriven(topic, {
        name: 'best-first-anchor',
        rank: (judge) => (_page, _judgement, links) =>
          links.map((link) => {
            const anchor = judge.similarity(link.anchorTerms);
            return { value: anchor, parts: { anchor } };
          }),
      }),
  }),
});
