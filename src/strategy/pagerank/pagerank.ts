import { parameter } from '../../config/parameters.js';
import { integer, number, ratio } from '../../config/scalar-kinds.js';
import { queryDriven } from '../classic/query-driven.js';
import { defineStrategy } from '../strategy-entry.js';
import { PageRank } from './page-rank.js';

/**
 * PageRank ordering (Cho, Garcia-Molina & Page 1998; Batsakis 2007, §2.2): the URL of the highest rank in the graph known so far is
 * next. As Cho et al. do, ranks are worked out anew only now and then: after `every` pages at first, later when the number
 * of pages has grown by `growth`, so that the work per page stays the same however long the crawl gets.
 */
export const pagerank = defineStrategy({
  name: 'pagerank',
  summary: 'Follows the links with the highest PageRank in the graph known so far.',
  source: 'Batsakis 2007, §2.2; Cho, Garcia-Molina & Page 1998',
  needs: ['query'],
  parameters: {
    damping: parameter(number({ min: 0, max: 0.99 }), 0.85, 'Share of its rank that a page hands on to its links.'),
    every: parameter(integer({ min: 1 }), 10, 'Pages, at least, between two times that all ranks are worked out.'),
    growth: parameter(number({ min: 0 }), 0.1, 'Growth of the number of pages after which they are worked out again.'),
    tolerance: parameter(ratio(), 0.001, 'Share of all ranks that may still move when the iteration ends.'),
    'max-iterations': parameter(integer({ min: 1 }), 100, 'Most rounds of the iteration.'),
    change: parameter(ratio(), 0.2, 'A queued URL is moved when what its links bring has changed by this share.'),
  },
  parts: {
    rank: 'PageRank so far, in multiples of that of a page without links to it',
    share: 'what this link adds to it',
  },
  priority: 'the PageRank in the graph known so far, computed anew as the graph grows.',
  prepare: ({ parameters: { damping, every, growth, tolerance, 'max-iterations': maxIterations, change } }) => ({
    make(topic) {
      const ranks = new PageRank({ damping, tolerance, maxIterations, change });
      return queryDriven(topic, {
        name: 'pagerank',
        // The rank offered holds what all links have brought so far.
        queueing: { merge: 'set' },
        rank: () => (page, _judgement, links) => {
          const share = ranks.share(page.url, links);
          return links.map(({ url }) => {
            const rank = ranks.rankOf(url);
            return { value: rank + share, parts: { rank, share } };
          });
        },
        lessons: { of: 'links' },
        learn({ url, links, foreign = false }) {
          ranks.add(url, links, !foreign);
          if (foreign) return undefined;
          const interval = Math.max(every, growth * ranks.settledPages);
          return ranks.pages - ranks.settledPages < interval ? undefined : ranks.settle();
        },
        knowledge: ranks,
      });
    },
  }),
});
