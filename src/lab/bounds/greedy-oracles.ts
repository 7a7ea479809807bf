import type { Goal } from '../topics/task.js';
import type { LinkGraph } from '../web/link-graph.js';
import { rankedQueue } from './ranked-queue.js';
import { simulatedCrawl } from './simulated-crawl.js';

/**
 * The best that looking at the next page alone can do: a link is worth the true relevance of the page behind it. Finds
 * come before all else, so that no budget goes to examples and training pages, which are relevant and count for nothing,
 * while a find waits; among the rest relevance still leads the way, as relevant pages tend to link to each other.
 * Returns the pages in the order of their visits.
 *
 * It is no bound: where finds lie behind irrelevant pages, a strategy that tunnels can do better.
 */
export function labelOracle(
  graph: LinkGraph,
  start: readonly number[],
  { relevance, wanted }: Pick<Goal, 'relevance' | 'wanted'>,
  budget: number,
): number[] {
  return greedily(graph, start, budget, (page) => 2 * wanted[page]! + relevance[page]!);
}

/**
 * What a judge without labels could do that had read every page behind a link before following it: a link is worth the
 * cosine of that page's text with the query. No bound either.
 */
export function contentOracle(
  graph: LinkGraph,
  start: readonly number[],
  likeness: Float64Array,
  budget: number,
): number[] {
  return greedily(graph, start, budget, (page) => likeness[page]!);
}

function greedily(
  graph: LinkGraph,
  start: readonly number[],
  budget: number,
  worth: (page: number) => number,
): number[] {
  const queue = rankedQueue();
  return simulatedCrawl(graph, start, budget, {
    found: (page, place) => queue.push({ page, worth: worth(page), place }),
    next: () => queue.pop()?.page,
  });
}
