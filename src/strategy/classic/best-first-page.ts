import { defineStrategy } from '../strategy-entry.js';
import { queryDriven } from './query-driven.js';

/** Batsakis 2007, crawler (b), Best First with page content: every link of a page gets cos(page, q). */
export const bestFirstPage = defineStrategy({
  name: 'best-first-page',
  summary: 'Follows the links of the pages most similar to the query.',
  source: 'Batsakis 2007, crawler (b)',
  needs: ['query'],
  parameters: {},
  parts: { page: 'cosine of the linking page and the query' },
  prepare: () => ({
    make: (topic) =>
      queryDriven(topic, {
        name: 'best-first-page',
        rank:
          () =>
          (_page, { raw }, links) =>
            links.map(() => ({ value: raw, parts: { page: raw } })),
      }),
  }),
});
