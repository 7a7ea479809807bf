import { oneLine } from '../page/one-line.js';
import { canonicalUrl, hostOf } from '../url/canonical-url.js';
import type { Seed } from './seed.js';
import type { FoundSeed, SeedGenre } from './seed-source.js';

/** What a source answered when it was asked for a genre. */
export interface SourceAnswer {
  readonly source: string;
  readonly genre: SeedGenre;
  /** Best first. */
  readonly found: readonly FoundSeed[];
}

/** Where a source placed a page: its best place, whatever the genre. */
interface Place {
  readonly source: string;
  readonly genre: SeedGenre;
  readonly rank: number;
  /** Canonical form of what the source gave. */
  readonly url: string;
  readonly title?: string;
}

/** The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher 2009): how little the very first places tell. */
const rankOffset = 60;
const longestTitle = 200;

/**
 * The answers of several sources as one list, best first. Pages that more sources agree on come first (Meenu et al. 2014), among
 * them those with the greater Σ 1 / (60 + rank). The score says the same in one number: with a of the A sources that
 * named anything agreeing on a page, it is (a − 1 + r) / A, r = 61/a · Σ 1 / (60 + rank). So it lies in (0, 1], and is 1
 * for what all of them put first.
 *
 * A source that was asked for several genres has one voice, at its best place; the genre of a page is that of its best place.
 */
export function mergeSeeds(answers: readonly SourceAnswer[]): Seed[] {
  const pages = placesByPage(answers);
  const sources = new Set([...pages.values()].flatMap((places) => [...places.keys()])).size;
  const merged = [...pages.values()].map((places) => seedOf([...places.values()], sources));
  // Sorting is stable: equals stay in the order of the sources.
  return merged.sort((a, b) => b.found.length - a.found.length || b.score - a.score);
}

/** One name for a page whose addresses differ only in what most sites treat alike: the scheme and a leading `www.`. */
export function pageKey(url: string): string {
  return url.replace(/^https?:\/\/(?:www\.)?/, '');
}

function placesByPage(answers: readonly SourceAnswer[]): Map<string, Map<string, Place>> {
  const pages = new Map<string, Map<string, Place>>();
  for (const { source, genre, found } of answers) {
    for (const [index, { url: given, title }] of found.entries()) {
      const url = canonicalUrl(given);
      if (url === undefined) continue;
      const key = pageKey(url);
      const places = pages.get(key) ?? new Map<string, Place>();
      pages.set(key, places);
      const rank = index + 1;
      const known = places.get(source);
      if (known === undefined || rank < known.rank)
        places.set(source, { source, genre, rank, url, ...(title !== undefined && { title }) });
    }
  }
  return pages;
}

function seedOf(unordered: readonly Place[], sources: number): Seed {
  const places = unordered.toSorted((a, b) => a.rank - b.rank);
  const agreeing = places.length;
  const fused = places.reduce((sum, { rank }) => sum + (rankOffset + 1) / (rankOffset + rank), 0) / agreeing;
  const title = places.map((place) => oneLine(place.title ?? '', longestTitle)).find((text) => text !== '');
  return {
    url: commonForm(places),
    score: (agreeing - 1 + fused) / sources,
    genre: places[0]!.genre,
    ...(title !== undefined && { title }),
    found: places.map(({ source, genre, rank }) => ({ source, genre, rank })),
  };
}

/** The address that most sources gave; of several such, the best placed. */
function commonForm(places: readonly Place[]): string {
  const votes = new Map<string, number>();
  for (const { url } of places) votes.set(url, (votes.get(url) ?? 0) + 1);
  const most = Math.max(...votes.values());
  return places.find(({ url }) => votes.get(url) === most)!.url;
}

/**
 * The best ones, with breadth: a crawl that starts on one host, or in one genre, sees little else for a long time. So a host gives
 * at most a third of the seeds, but may give two, and a genre its even share, unless there are too few others.
 */
export function chooseSeeds(ordered: readonly Seed[], count: number): Seed[] {
  const genres = new Set(ordered.map(({ genre }) => genre)).size;
  const hosts = new Quota(Math.max(2, Math.floor(count / 3)));
  const shares = new Quota(Math.ceil(count / genres));
  const hostIsOpen = (seed: Seed) => hosts.has(hostKey(seed));
  const isEven = (seed: Seed) => hostIsOpen(seed) && shares.has(seed.genre!);
  const taken = new Set<Seed>();
  for (const admits of [isEven, hostIsOpen, () => true]) {
    for (const seed of ordered) {
      if (taken.size === count) break;
      if (taken.has(seed) || !admits(seed)) continue;
      taken.add(seed);
      hosts.use(hostKey(seed));
      shares.use(seed.genre!);
    }
  }
  return ordered.filter((seed) => taken.has(seed));
}

function hostKey({ url }: Seed): string {
  return hostOf(url).replace(/^www\./, '');
}

/** So many of every name. */
class Quota {
  readonly #used = new Map<string, number>();
  constructor(private readonly most: number) {}

  has(name: string): boolean {
    return (this.#used.get(name) ?? 0) < this.most;
  }

  use(name: string): void {
    this.#used.set(name, (this.#used.get(name) ?? 0) + 1);
  }
}
