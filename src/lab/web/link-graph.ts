/**
 * The pages of a recorded web by number, and the links between them: through redirects, without repeats, in document
 * order. The links of page p are `targets` from `offsets[p]` to `offsets[p + 1]`.
 */
export interface LinkGraph {
  readonly offsets: Uint32Array;
  readonly targets: Uint32Array;
}

export function graphOf(links: readonly (readonly number[])[]): LinkGraph {
  const offsets = new Uint32Array(links.length + 1);
  for (const [page, targets] of links.entries()) offsets[page + 1] = offsets[page]! + targets.length;
  const targets = new Uint32Array(offsets[links.length]!);
  for (const [page, out] of links.entries()) targets.set(out, offsets[page]);
  return { offsets, targets };
}

export function pagesIn({ offsets }: LinkGraph): number {
  return offsets.length - 1;
}

/** A view: nothing is copied. */
export function linksOf({ offsets, targets }: LinkGraph, page: number): Uint32Array {
  return targets.subarray(offsets[page]!, offsets[page + 1]!);
}

/** Every link the other way round. */
export function reversed(graph: LinkGraph): LinkGraph {
  const size = pagesIn(graph);
  const offsets = new Uint32Array(size + 1);
  for (const target of graph.targets) offsets[target + 1]!++;
  for (let page = 0; page < size; page++) offsets[page + 1]! += offsets[page]!;
  const next = offsets.slice();
  const targets = new Uint32Array(graph.targets.length);
  for (let page = 0; page < size; page++) for (const target of linksOf(graph, page)) targets[next[target]!++] = page;
  return { offsets, targets };
}

/** Fewest links from any of the sources to each page; -1 where none leads there. */
export function hopsFrom(graph: LinkGraph, sources: Iterable<number>): Int32Array {
  const hops = new Int32Array(pagesIn(graph)).fill(-1);
  const queue: number[] = [];
  for (const page of sources) {
    if (hops[page] !== -1) continue;
    hops[page] = 0;
    queue.push(page);
  }
  for (let at = 0; at < queue.length; at++) {
    const page = queue[at]!;
    for (const target of linksOf(graph, page)) {
      if (hops[target] !== -1) continue;
      hops[target] = hops[page]! + 1;
      queue.push(target);
    }
  }
  return hops;
}
