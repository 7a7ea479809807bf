import { hopsFrom, type LinkGraph, linksOf, pagesIn } from '../web/link-graph.js';
import type { SeedKind } from './lab-topic.js';

export interface SeedDraw {
  readonly graph: LinkGraph;
  /** `reversed(graph)`. */
  readonly backward: LinkGraph;
  /** 1 for relevant pages. */
  readonly relevant: Uint8Array;
  /** 1 for pages that are no finds: examples, and pages given for training. */
  readonly excluded: Uint8Array;
  /** Seeds in a draw; fewer are given where the web has fewer pages to draw from. */
  readonly count: number;
  /** Numbers in [0, 1), such as `seededRandom` gives. */
  readonly random: () => number;
  /** Draws to choose from. */
  readonly tries?: number;
}

/**
 * Seeds at random, without repeats: near ones are finds with links, far ones pages two or more links before the nearest
 * relevant page. Undefined where the web has none.
 *
 * A draw on an island says nothing about a strategy. Several are made, and the first is taken that reaches at least half
 * as many finds as the best of them.
 */
export function drawSeeds(kind: SeedKind, draw: SeedDraw): number[] | undefined {
  const { graph, relevant, excluded, count, random, tries = 20 } = draw;
  const finds = pagesWhere(graph, (page) => relevant[page] === 1 && excluded[page] !== 1);
  const candidates = kind === 'near' ? finds.filter((page) => linksOf(graph, page).length > 0) : farPages(draw, finds);
  if (candidates.length === 0) return undefined;
  const reaches: { readonly seeds: number[]; readonly finds: number }[] = [];
  for (let tried = 0; tried < tries; tried++) {
    const seeds = sampleOf(candidates, count, random);
    const hops = hopsFrom(graph, seeds);
    const reached = finds.filter((page) => hops[page] !== -1).length;
    // No draw can reach more than all: the others need not be made.
    if (tried === 0 && 2 * reached >= finds.length) return seeds;
    reaches.push({ seeds, finds: reached });
  }
  const most = Math.max(...reaches.map((reach) => reach.finds));
  return reaches.find((reach) => 2 * reach.finds >= most)?.seeds;
}

/** Relevant pages that are no finds are kept away from too: a seed beside an example is not far from the topic. */
function farPages({ graph, backward, relevant }: SeedDraw, finds: readonly number[]): number[] {
  const toRelevant = hopsFrom(
    backward,
    pagesWhere(graph, (page) => relevant[page] === 1),
  );
  const toFind = hopsFrom(backward, finds);
  return pagesWhere(graph, (page) => toRelevant[page]! >= 2 && toFind[page] !== -1);
}

function pagesWhere(graph: LinkGraph, holds: (page: number) => boolean): number[] {
  const pages: number[] = [];
  for (let page = 0; page < pagesIn(graph); page++) if (holds(page)) pages.push(page);
  return pages;
}

/** The first steps of a Fisher–Yates shuffle. It leaves the pages in another order, which is as good to draw from again. */
function sampleOf(pages: number[], count: number, random: () => number): number[] {
  const size = Math.min(count, pages.length);
  for (let place = 0; place < size; place++) {
    const drawn = place + Math.floor(random() * (pages.length - place));
    [pages[place], pages[drawn]] = [pages[drawn]!, pages[place]!];
  }
  return pages.slice(0, size);
}
