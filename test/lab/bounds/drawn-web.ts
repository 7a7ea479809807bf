import fc from 'fast-check';
import { graphOf, hopsFrom, type LinkGraph } from '../../../src/lab/web/link-graph.js';

/** A small web with the finds and seeds of a task on it. */
export interface DrawnWeb {
  readonly graph: LinkGraph;
  readonly start: readonly number[];
  readonly wanted: Uint8Array;
  readonly relevance: Float64Array;
  readonly hops: Int32Array;
}

/** Finds are as relevant as can be, other pages as given. */
export function drawnWeb(
  links: readonly (readonly number[])[],
  start: readonly number[],
  finds: readonly number[],
  relevance: readonly number[] = [],
): DrawnWeb {
  const graph = graphOf(links);
  return {
    graph,
    start,
    wanted: Uint8Array.from(links, (_, page) => (finds.includes(page) ? 1 : 0)),
    relevance: Float64Array.from(links, (_, page) => (finds.includes(page) ? 1 : (relevance[page] ?? 0))),
    hops: hopsFrom(graph, start),
  };
}

/** Up to 24 pages, sparse enough to have islands and long ways. */
export const anyWeb: fc.Arbitrary<DrawnWeb> = fc.integer({ min: 1, max: 24 }).chain((size) => {
  const page = fc.nat({ max: size - 1 });
  return fc
    .record({
      links: fc.array(fc.uniqueArray(page, { maxLength: 3 }), { minLength: size, maxLength: size }),
      start: fc.array(page, { minLength: 1, maxLength: 3 }),
      finds: fc.uniqueArray(page, { maxLength: 8 }),
      relevance: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: size, maxLength: size }),
    })
    .map(({ links, start, finds, relevance }) => drawnWeb(links, start, finds, relevance));
});

/** Finds after 1, 2, … pages of a crawl. */
export function findsAlong({ wanted }: DrawnWeb, visits: readonly number[]): number[] {
  let found = 0;
  return visits.map((page) => {
    found += wanted[page]!;
    return found;
  });
}
