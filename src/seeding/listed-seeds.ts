import { isHttpUrl } from '../config/network-kinds.js';
import type { Settings } from '../config/options.js';
import { Failure, UsageError } from '../failure.js';
import { feedUrls } from './feed-urls.js';
import { bestPages } from './previous-crawl.js';
import type { Seed } from './seed.js';
import type { SeedGenre } from './seed-source.js';
import type { SeedWeb } from './seed-web.js';
import { sitemapUrls } from './sitemap-urls.js';

type ListSettings = Pick<Settings, 'sitemap' | 'feed' | 'fromCrawl' | 'seedCount'>;

interface ListedPage {
  readonly url: string;
  readonly title?: string;
}

/** A kind of list, and where the user says that there are some. */
interface ListKind {
  readonly source: 'sitemap' | 'feed' | 'crawl';
  readonly genre: SeedGenre;
  readonly flag: string;
  readonly places: readonly string[];
  read(place: string, limit: number): Promise<readonly ListedPage[]>;
}

/**
 * The pages of `--sitemap`, `--feed` and `--from-crawl`, in that order, at most `seedCount` from each place. Throws one
 * `UsageError` with every place that cannot be used: the user has named it, so a crawl without it is not what was asked for.
 */
export async function listedSeeds(settings: ListSettings, web: SeedWeb): Promise<Seed[]> {
  const seeds = new Map<string, Seed>();
  const failures: { readonly place: string; readonly failure: Failure }[] = [];
  for (const kind of listKinds(settings, web)) {
    for (const place of kind.places) {
      try {
        const pages = await kind.read(place, settings.seedCount);
        for (const seed of ranked(pages, kind)) seeds.set(seed.url, joined(seeds.get(seed.url), seed));
      } catch (thrown) {
        if (!(thrown instanceof Failure)) throw thrown;
        failures.push({ place: `${kind.flag} ${shown(place)}`, failure: thrown });
      }
    }
  }
  if (failures.length > 0) throw unusable(failures);
  return [...seeds.values()];
}

function listKinds({ sitemap, feed, fromCrawl }: ListSettings, web: SeedWeb): ListKind[] {
  return [
    {
      source: 'sitemap',
      genre: 'web',
      flag: '--sitemap',
      places: sitemap,
      read: (place, limit) => sitemapUrls(place, web, limit),
    },
    {
      source: 'feed',
      genre: 'news',
      flag: '--feed',
      places: feed,
      read: (place, limit) => feedUrls(place, web, limit),
    },
    { source: 'crawl', genre: 'web', flag: '--from-crawl', places: fromCrawl, read: bestPages },
  ];
}

/**
 * The first page of a list of n has score 1, the one of rank k 1 − (k − 1)/n: all are above 0, evenly apart, and a longer list
 * tells less about each of its places.
 */
function ranked(pages: readonly ListedPage[], { source, genre }: ListKind): Seed[] {
  return pages.map(({ url, title }, index) => ({
    url,
    score: 1 - index / pages.length,
    genre,
    ...(title !== undefined && { title }),
    found: [{ source, genre, rank: index + 1 }],
  }));
}

/** A page that several lists name keeps its first place, with the best of the scores. */
function joined(known: Seed | undefined, seed: Seed): Seed {
  if (known === undefined) return seed;
  return { ...seed, ...known, score: Math.max(known.score, seed.score), found: [...known.found, ...seed.found] };
}

/** Addresses may hold keys in their query. */
function shown(place: string): string {
  if (!isHttpUrl(place)) return place;
  const { origin, pathname, search } = new URL(place);
  return `${origin}${pathname}${search === '' ? '' : '?…'}`;
}

function unusable(failures: readonly { readonly place: string; readonly failure: Failure }[]): UsageError {
  const lines = failures.map(({ place, failure }) => `  ${place}: ${failure.message}`);
  return new UsageError('bad-seed-lists', `Correct or leave out these lists of seeds:\n${lines.join('\n')}`, {
    lists: failures.map(({ place, failure }) => ({ place, code: failure.code })),
  });
}
