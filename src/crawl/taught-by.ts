import type { Strategy } from '../model/strategy.js';
import { strategyWith } from '../strategy/strategy-with.js';
import type { CrawlHooks } from './open-crawl.js';

/** The strategy with a teacher who is asked between pages. As it is without one, and where it cannot learn from labels. */
export function taughtBy(teacher: CrawlHooks['teacher'], strategy: Strategy): Strategy {
  const { labels, external } = strategy;
  if (teacher === undefined || labels === undefined) return strategy;
  return strategyWith(strategy, {
    external: {
      async poll(pages) {
        const isTaught = await teacher(pages, labels);
        return (await external?.poll(pages)) === true || isTaught;
      },
    },
  });
}
