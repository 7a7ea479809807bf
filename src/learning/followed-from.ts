import { backLinks } from './link-distance.js';
import type { TrainingPage } from './training.js';

/**
 * The page whose link led the recorded visitor to each page: of the pages visited before it that link to it, the last one.
 * Undefined where there is none, as for an address typed in: there a new path begins.
 *
 * Two visits in a row are a step of the model only if a link joins them. Somebody who returns to an overview and takes its next
 * link steps from the overview, and a crawl jumps from site to site; while crawling, belief is handed from page to linked page.
 */
export function followedFrom(pages: readonly Pick<TrainingPage, 'url' | 'links' | 'order'>[]): (number | undefined)[] {
  const orderOf = (page: number) => pages[page]!.order ?? Number.POSITIVE_INFINITY;
  return backLinks(pages).map((parents, page) => {
    let last: number | undefined;
    for (const parent of parents) {
      const before = orderOf(parent) < orderOf(page);
      if (before && (last === undefined || orderOf(parent) > orderOf(last))) last = parent;
    }
    return last;
  });
}
