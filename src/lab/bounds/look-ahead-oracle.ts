import { type LinkGraph, linksOf, pagesIn } from '../web/link-graph.js';
import { rankedQueue } from './ranked-queue.js';
import { type Guide, simulatedCrawl } from './simulated-crawl.js';

/**
 * What a crawl can do that knows the labels and the whole graph, and plans no further than the next find: it takes a find
 * whenever one waits, and otherwise goes the shortest way to one. Returns the pages in the order of their visits.
 *
 * `backward` is `reversed(graph)`, the same for every task on a web.
 */
export function lookAheadOracle(
  graph: LinkGraph,
  start: readonly number[],
  wanted: Uint8Array,
  budget: number,
  backward: LinkGraph,
): number[] {
  return simulatedCrawl(graph, start, budget, new LookAhead(backward, wanted, start));
}

/**
 * A page is hidden until it is found, and waits from then until its visit. Finds that wait are taken first in, first out:
 * all of them come before anything else, so their order changes no score. What is left to look for are hidden
 * finds. No visited page links to a hidden one, so every way back from a hidden find leads through hidden pages only, up
 * to a page that waits: that is all the ways there are.
 */
class LookAhead implements Guide {
  private readonly finds: number[] = [];
  private readonly others: number[] = [];
  private findsTaken = 0;
  private othersPassed = 0;
  private readonly taken: Uint8Array;
  /** How many pages were found before each page; -1 while it is hidden. */
  private readonly places: Int32Array;
  /** How many hidden finds each page links to. It never rises, and is 0 once the page was visited. */
  private readonly promise: Uint32Array;
  /** Waiting pages by their promise when they came in. */
  private readonly promising = rankedQueue();
  /** What is left of the way to the next find; its next page is the last here. */
  private way: number[] = [];
  private hopeless = false;

  constructor(
    private readonly backward: LinkGraph,
    private readonly wanted: Uint8Array,
    start: readonly number[],
  ) {
    const size = pagesIn(backward);
    this.taken = new Uint8Array(size);
    this.places = new Int32Array(size).fill(-1);
    this.promise = new Uint32Array(size);
    const seeds = new Set(start);
    for (let page = 0; page < size; page++) {
      if (wanted[page] !== 1 || seeds.has(page)) continue;
      for (const source of linksOf(backward, page)) this.promise[source]!++;
    }
  }

  found(page: number, place: number): void {
    this.places[page] = place;
    if (this.wanted[page] === 1) {
      this.finds.push(page);
      for (const source of linksOf(this.backward, page)) this.promise[source]!--;
    } else {
      this.others.push(page);
      const worth = this.promise[page]!;
      if (worth > 0) this.promising.push({ page, worth, place });
    }
  }

  next(): number | undefined {
    if (this.findsTaken < this.finds.length) return this.finds[this.findsTaken++];
    const page = this.nextTowardsFind() ?? this.firstWaiting();
    if (page !== undefined) this.taken[page] = 1;
    return page;
  }

  private nextTowardsFind(): number | undefined {
    if (this.hopeless) return undefined;
    const page = this.way.pop() ?? this.mostPromising();
    if (page !== undefined) return page;
    this.way = this.shortestWay();
    this.hopeless = this.way.length === 0;
    return this.way.pop();
  }

  /** Of the pages one link before a hidden find, the one with most of them among its links. */
  private mostPromising(): number | undefined {
    for (let best = this.promising.pop(); best !== undefined; best = this.promising.pop()) {
      const worth = this.promise[best.page]!;
      if (worth === best.worth) return best.page;
      if (worth > 0) this.promising.push({ ...best, worth });
    }
    return undefined;
  }

  /**
   * The shortest of the ways from a waiting page to one that links to a hidden find, last page first. Of several, one
   * that ends with most finds, then one from the page that was found first. To be called when nothing that waits is
   * promising, and then good to its end: finds are met only there.
   */
  private shortestWay(): number[] {
    const { backward, wanted, promise, places } = this;
    const ends = [...promise.keys()].filter((page) => promise[page]! > 0 && wanted[page] !== 1);
    const following = new Int32Array(promise.length).fill(-1);
    const worth = new Uint32Array(promise.length);
    for (const page of ends) {
      following[page] = page;
      worth[page] = promise[page]!;
    }
    // Each level keeps the order of the one before: the first way that reaches a page is the one that ends with most finds.
    let level = ends.sort((a, b) => worth[b]! - worth[a]!);
    while (level.length > 0) {
      const before: number[] = [];
      for (const page of level) {
        for (const source of linksOf(backward, page)) {
          if (following[source] !== -1 || wanted[source] === 1) continue;
          following[source] = page;
          worth[source] = worth[page]!;
          before.push(source);
        }
      }
      const [first] = before
        .filter((page) => places[page] !== -1)
        .sort((a, b) => worth[b]! - worth[a]! || places[a]! - places[b]!);
      if (first !== undefined) return wayFrom(first, following);
      level = before;
    }
    return [];
  }

  private firstWaiting(): number | undefined {
    const { others, taken } = this;
    while (this.othersPassed < others.length && taken[others[this.othersPassed]!] === 1) this.othersPassed++;
    return others[this.othersPassed];
  }
}

/** The way that ends with a page that follows itself, last page first. */
function wayFrom(first: number, following: Int32Array): number[] {
  const way = [first];
  for (let page = first; following[page] !== page; way.push(page)) page = following[page]!;
  return way.reverse();
}
