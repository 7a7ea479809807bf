import { defineStrategy } from '../strategy-entry.js';
import { queryDriven } from './query-driven.js';

const one = { value: 1, parts: { link: 1 } };

/**
 * Backlink count (Cho, Garcia-Molina & Page 1998; Batsakis 2007, §2.2): a URL is worth as many visited pages as link to it. The
 * frontier adds them up.
 */
export const backlinks = defineStrategy({
  name: 'backlinks',
  summary: 'Follows the links with the most backlinks among the visited pages.',
  source: 'Batsakis 2007, §2.2; Cho, Garcia-Molina & Page 1998',
  needs: ['query'],
  parameters: {},
  parts: { link: 'a link of a visited page: one each' },
  priority: 'one for each visited page that links to it.',
  prepare: () => ({
    make: (topic) =>
      queryDriven(topic, {
        name: 'backlinks',
        queueing: { merge: 'sum' },
        rank: () => (_page, _judgement, links) => links.map(() => one),
      }),
  }),
});
