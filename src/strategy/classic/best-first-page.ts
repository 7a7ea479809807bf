import { defineStrategy } from '../strategy-entry.js';
import { queryDriven } from './query-driven.js';

/** Batsakis 2007, crawler (b), Best First with page content: every link of a page gets cos(page, q). */
export const bestFirstPage = defineStrategy({
  name: 'best-first-page',
  summary: 'Follows all links of the pages that are most like the query.',
  source: 'Batsakis 2007, crawler (b)',
  needs: ['query'],
  parameters: {},
  parts: { page: 'how like the query the page with the link is (cosine)' },
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
