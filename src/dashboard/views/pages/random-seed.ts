import type { ShownCrawl } from '../../server/shown-crawl.js';

/** The seed that pages of this crawl are drawn with, for good. */
export function randomSeedOf(crawl: ShownCrawl): number {
  return crawl.labels().randomSeed ?? 1;
}
