import { damagedKnowledge } from '../../failure.js';
import type { Knowledge } from '../../model/strategy.js';
import { bytesOf } from '../bytes-of.js';
import { grown } from './grown.js';
import { LinkGraph } from './link-graph.js';

export interface PageRankRules {
  /** Share of a page's rank that goes on to the pages it links to (d). */
  readonly damping: number;
  /** The iteration ends when it moves less than this share of the visited pages' rank. */
  readonly tolerance: number;
  readonly maxIterations: number;
  /** A URL not visited yet keeps its rank while what its links bring differs by no more than this share. */
  readonly change: number;
}

/** Pages settled and URLs, before the ranks and the graph. */
const HEADER_BYTES = 8;

/**
 * PageRank (Page, Brin, Motwani & Winograd 1998) over the pages visited and the URLs that they link to, in multiples of the
 * rank of a URL without in-links:
 *
 *     rank(u) = 1 + d · Σ rank(p) / out(p)   over the pages p that link to u
 *
 * Divided by their sum, these are the stationary probabilities of the random surfer who jumps to any URL when he is bored
 * (1 − d) or has no link to follow: both bring all URLs the same, which is the unit here. While crawling, most URLs are
 * such dead ends, but in this unit the ranks stay as they are when one more is found.
 *
 * A page added hands its share to its links at once, which is exact for those that lead nowhere yet; `settle` works out
 * what follows for all others, from the ranks of the last time on.
 */
export class PageRank implements Knowledge {
  readonly #graph = new LinkGraph();
  /** By URL. Of those not visited, the rank that the queue was last given. */
  #ranks = new Float64Array(64);
  #settledPages = 0;

  constructor(private readonly rules: PageRankRules) {}

  get pages(): number {
    return this.#graph.pageCount;
  }

  /** How many pages there were when it was last settled. */
  get settledPages(): number {
    return this.#settledPages;
  }

  rankOf(url: string): number {
    const node = this.#graph.find(url);
    return node === -1 ? 1 : this.#ranks[node]!;
  }

  /** What each link of a page brings when the page is added. */
  share(page: string, links: readonly { readonly url: string }[]): number {
    const node = this.#graph.find(page);
    if (this.#graph.isVisited(node)) return 0;
    let out = links.length;
    for (const { url } of links) if (url === page) out--;
    return (this.rules.damping * (node === -1 ? 1 : this.#ranks[node]!)) / out;
  }

  /**
   * A page counts once, however often it is added. Where the queue does not know yet what its links bring, `settle` finds that
   * out.
   */
  add(page: string, links: readonly { readonly url: string }[], isTold = true): void {
    if (this.#graph.isVisited(this.#graph.find(page))) return;
    const share = this.share(page, links);
    const known = this.#graph.size;
    const targets = this.#graph.add(page, links);
    this.#ranks = grown(this.#ranks, this.#graph.size);
    this.#ranks.fill(1, known, this.#graph.size);
    if (isTold) for (const target of targets) this.#ranks[target]! += share;
  }

  /** Works out all ranks anew; returns the URLs not visited yet whose rank has changed enough to matter. */
  settle(): { readonly url: string; readonly score: number }[] {
    const ranks = this.#solve();
    const changed: { url: string; score: number }[] = [];
    for (let node = 0; node < ranks.length; node++) {
      const [before, now] = [this.#ranks[node]!, ranks[node]!];
      if (!this.#graph.isVisited(node)) {
        if (Math.abs(now - before) <= this.rules.change * (before - 1)) continue;
        changed.push({ url: this.#graph.urlOf(node), score: now });
      }
      this.#ranks[node] = now;
    }
    this.#settledPages = this.pages;
    return changed;
  }

  /** Power iteration. Only ranks of visited pages go from one round into the next: the others hand on nothing. */
  #solve(): Float64Array {
    const { tolerance, maxIterations } = this.rules;
    const { pages, size } = this.#graph;
    const ranks = this.#ranks.slice(0, size);
    const before = new Float64Array(pages.length);
    for (let iteration = 0; iteration < maxIterations; iteration++) {
      for (let page = 0; page < pages.length; page++) before[page] = ranks[pages[page]!]!;
      this.#handOn(before, ranks);
      let [moved, total] = [0, 0];
      for (let page = 0; page < pages.length; page++) {
        const now = ranks[pages[page]!]!;
        moved += Math.abs(now - before[page]!);
        total += now;
      }
      if (moved <= tolerance * total) break;
    }
    return ranks;
  }

  /** One round: from the ranks of the pages to those of all URLs. */
  #handOn(pageRanks: Float64Array, ranks: Float64Array): void {
    const { targets, ends } = this.#graph;
    ranks.fill(1);
    let link = 0;
    for (let page = 0; page < pageRanks.length; page++) {
      const end = ends[page]!;
      const share = (this.rules.damping * pageRanks[page]!) / (end - link);
      for (; link < end; link++) ranks[targets[link]!]! += share;
    }
  }

  snapshot(): Uint8Array {
    const { size } = this.#graph;
    const header = Uint32Array.of(this.#settledPages, size);
    return Buffer.concat([bytesOf(header), bytesOf(this.#ranks.subarray(0, size)), this.#graph.snapshot()]);
  }

  restore(data: Uint8Array): void {
    // A copy, since numbers must start at a multiple of eight.
    const { buffer } = new Uint8Array(data);
    const [settledPages = 0, size = 0] = data.length < HEADER_BYTES ? [] : new Uint32Array(buffer, 0, 2);
    const graphAt = HEADER_BYTES + 8 * size;
    if (graphAt > data.length) throw damagedKnowledge('ranks of pages', data.length);
    this.#graph.restore(new Uint8Array(buffer, graphAt));
    if (this.#graph.size !== size) throw damagedKnowledge('ranks of pages', data.length);
    this.#ranks = new Float64Array(buffer, HEADER_BYTES, size).slice();
    this.#settledPages = settledPages;
  }
}
