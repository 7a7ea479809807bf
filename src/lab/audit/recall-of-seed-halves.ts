import { UsageError } from '../../failure.js';
import { LabelFile } from '../../labels/label-file.js';
import type { CrawlReader } from '../../model/crawl-reader.js';
import { seededRandom, shuffle } from '../../random.js';
import { givenPages, landings } from '../given-pages.js';
import type { Population } from '../measures/capture-recapture.js';
import { graphOf, hopsFrom, type LinkGraph } from '../web/link-graph.js';
import { type JudgedDocument, judgedDocuments } from './judged-documents.js';
import { atLeast, type Captures, populationOf, type RecallEstimate, recallOf } from './recall-estimate.js';

export interface RecallOfSeedHalves extends RecallEstimate {
  readonly seeds: number;
  /** Ways to halve the seeds that were looked at. */
  readonly splits: number;
  /** Links that a half may follow: as deep as the crawl went. */
  readonly depth: number;
}

/** A crawl as its halves see it: pages by number, and the links that were followed between them. */
interface VisitedWeb {
  readonly graph: LinkGraph;
  readonly seeds: readonly number[];
  /** Finds, by number. */
  readonly wanted: readonly number[];
  readonly depth: number;
}

/** Halves that share so much of what was found are one and the same capture: of what lies beyond they tell nothing. */
const alike = 0.9;
const untold: Population = { estimate: 0, low: 0, high: Number.POSITIVE_INFINITY };

/**
 * Capture and recapture within one crawl. Its seeds are halved at random; a half captures a relevant page when links between
 * visited pages, no more of them in a row than the crawl is deep, lead from one of its seeds there. Estimates are averaged over
 * several ways to halve, which lie on the same pages: their intervals are averaged too, and do not shrink.
 *
 * Seeds are no finds. Ways through pages that were not visited are unknown, and the halves share the hubs of their web: captures are
 * not independent. Where both halves lead to the same places, as they mostly do, there are more pages than estimated.
 */
export async function recallOfSeedHalves(
  crawl: CrawlReader,
  { splits, randomSeed }: { readonly splits: number; readonly randomSeed: number },
): Promise<RecallOfSeedHalves> {
  const judgements = LabelFile.read(crawl.folder).judgements;
  const documents = await judgedDocuments(crawl, judgements);
  const { examples, ...start } = await givenPages(crawl.records);
  const landing = await landings(crawl.records);
  const seeds = [...new Set(start.seeds.map(landing))].filter((url) => documents.has(url));
  if (seeds.length < 2) throw tooFewSeeds(crawl.folder, seeds.length);
  const given = new Set([...seeds, ...examples.map(landing)]);
  const relevant = [...documents].filter(([, page]) => page.relevant);
  const finds = relevant.filter(([url]) => !given.has(url));
  const web = await visitedWeb(crawl, documents, landing, seeds, new Set(finds.map(([url]) => url)));
  const halves = waysToHalve(seeds.length, splits, seededRandom(randomSeed));
  const captured = halves.map((half) => capturesOf(web, half));
  const populations = captured.map(populationOf);
  const captures = meanCaptures(captured);
  const isTelling = captures.both < alike * finds.length;
  const all = atLeast(isTelling ? meanPopulation(populations) : untold, finds.length);
  return {
    captures,
    found: finds.length,
    given: relevant.length - finds.length,
    byPerson: finds.filter(([, { byPerson }]) => byPerson).length,
    all,
    recall: recallOf(finds.length, all),
    seeds: seeds.length,
    splits: halves.length,
    depth: web.depth,
  };
}

async function visitedWeb(
  crawl: CrawlReader,
  documents: ReadonlyMap<string, JudgedDocument>,
  landing: (url: string) => string,
  seeds: readonly string[],
  wanted: ReadonlySet<string>,
): Promise<VisitedWeb> {
  const urls = [...documents.keys()];
  const numbers = new Map(urls.map((url, number) => [url, number]));
  const links: number[][] = urls.map(() => []);
  for await (const { url, links: found } of crawl.links()) {
    const from = numbers.get(url);
    if (from === undefined) continue;
    const targets = new Set<number>();
    for (const link of found) {
      const to = link.followed ? numbers.get(landing(link.url)) : undefined;
      if (to !== undefined) targets.add(to);
    }
    links[from] = [...targets];
  }
  let depth = 0;
  for (const { row } of documents.values()) depth = Math.max(depth, row.depth);
  const numbered = (chosen: Iterable<string>) => [...chosen].map((url) => numbers.get(url)!);
  return { graph: graphOf(links), seeds: numbered(seeds), wanted: numbered(wanted), depth };
}

/** Different halves of 0..count-1, each with its first member being the one that holds 0; fewer where there are fewer. */
function waysToHalve(count: number, splits: number, random: () => number): boolean[][] {
  const ways = new Map<string, boolean[]>();
  // Of a few seeds all ways are soon met; of many, hardly any comes twice.
  for (let draw = 0; draw < 10 * splits && ways.size < splits; draw++) {
    const order = Array.from({ length: count }, (_, index) => index);
    shuffle(order, random);
    const half = new Array<boolean>(count).fill(false);
    for (const index of order.slice(0, Math.ceil(count / 2))) half[index] = true;
    const way = half[0] ? half : half.map((isIn) => !isIn);
    ways.set(way.join(), way);
  }
  return [...ways.values()];
}

function capturesOf({ graph, seeds, wanted, depth }: VisitedWeb, half: readonly boolean[]): Captures {
  const [first, second] = [true, false].map((side) => {
    const hops = hopsFrom(
      graph,
      seeds.filter((_, index) => half[index] === side),
    );
    return new Set(wanted.filter((page) => hops[page]! >= 0 && hops[page]! <= depth));
  }) as [Set<number>, Set<number>];
  return { first: first.size, second: second.size, both: [...first].filter((page) => second.has(page)).length };
}

function meanCaptures(all: readonly Captures[]): Captures {
  const mean = (of: (captures: Captures) => number) => all.reduce((sum, one) => sum + of(one), 0) / all.length;
  return { first: mean((one) => one.first), second: mean((one) => one.second), both: mean((one) => one.both) };
}

function meanPopulation(all: readonly Population[]): Population {
  const mean = (of: (population: Population) => number) => all.reduce((sum, one) => sum + of(one), 0) / all.length;
  return { estimate: mean((one) => one.estimate), low: mean((one) => one.low), high: mean((one) => one.high) };
}

function tooFewSeeds(folder: string, seeds: number): UsageError {
  const has = seeds === 0 ? 'has no seed that it could read' : 'has one seed';
  return new UsageError(
    'few-seeds',
    `${folder} ${has}, but halves need two: give a second crawl of the topic, from other seeds.`,
    { folder, seeds },
  );
}
