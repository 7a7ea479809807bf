import type { Goal } from '../topics/task.js';

/**
 * The most finds that any crawl can have after 1, 2, … budget pages: every page is at best a find, and a page k links from
 * the seeds is at best the (k + 1)th to be visited.
 */
export function admissibleBound({ wanted, hops }: Pick<Goal, 'wanted' | 'hops'>, budget: number): number[] {
  const findsAt = new Uint32Array(budget);
  for (const [page, links] of hops.entries()) {
    if (wanted[page] === 1 && links >= 0 && links < budget) findsAt[links]!++;
  }
  let within = 0;
  return Array.from(findsAt, (finds, links) => {
    within += finds;
    return Math.min(links + 1, within);
  });
}
