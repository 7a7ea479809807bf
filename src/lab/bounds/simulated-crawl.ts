import { type LinkGraph, linksOf, pagesIn } from '../web/link-graph.js';

/** Decides where a simulated crawl goes. */
export interface Guide {
  /** A page was met for the first time, `place` pages after the first one. Seeds are not among them. */
  found(page: number, place: number): void;
  /** The page to visit next: one that was found and not given before; undefined when none is left. */
  next(): number | undefined;
}

/**
 * A crawl on the graph alone, under the rules of a real one: seeds are visited first, in their order, and after them only
 * what a visited page links to, each page once. Returns the pages in the order of their visits.
 */
export function simulatedCrawl(graph: LinkGraph, start: readonly number[], budget: number, guide: Guide): number[] {
  const known = new Uint8Array(pagesIn(graph));
  const seeds = [...new Set(start)];
  for (const seed of seeds) known[seed] = 1;
  const visits: number[] = [];
  let place = 0;
  const visit = (page: number): void => {
    visits.push(page);
    for (const target of linksOf(graph, page)) {
      if (known[target] === 1) continue;
      known[target] = 1;
      guide.found(target, place++);
    }
  };
  for (const seed of seeds.slice(0, budget)) visit(seed);
  while (visits.length < budget) {
    const page = guide.next();
    if (page === undefined) break;
    visit(page);
  }
  return visits;
}
