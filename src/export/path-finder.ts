import type { CrawlRecords } from '../model/crawl-store.js';
import type { VisitRow } from '../model/visit.js';

/** Deeper than any path that tells something; guards against damaged data. */
const longestPath = 200;

/** Finds the URLs from the seed to the page that a visited page was first found on. What it learns of parents it keeps. */
export function pathFinder(
  records: Pick<CrawlRecords, 'parentOf'>,
): (row: Pick<VisitRow, 'parent'>) => Promise<readonly string[]> {
  const parents = new Map<string, string>();
  const parentOf = async (url: string): Promise<string> => {
    const known = parents.get(url);
    if (known !== undefined) return known;
    const parent = await records.parentOf(url);
    parents.set(url, parent);
    return parent;
  };
  return async ({ parent }) => {
    const path: string[] = [];
    for (let url = parent; url !== '' && path.length < longestPath; url = await parentOf(url)) path.unshift(url);
    return path;
  };
}
