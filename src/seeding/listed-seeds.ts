import type { Settings } from '../config/options.js';
import { Failure, UsageError } from '../failure.js';
import { feedUrls } from './feed-urls.js';
import { type ListedPages, shownPlace } from './listed-place.js';
import { bestPages } from './previous-crawl.js';
import type { ToldAnswer } from './seed-report.js';
import type { SeedGenre } from './seed-source.js';
import type { SeedWeb } from './seed-web.js';
import { sitemapUrls } from './sitemap-urls.js';

type ListSettings = Pick<Settings, 'sitemap' | 'feed' | 'fromCrawl' | 'seedCount'>;

/** A kind of list, and where the user says that there are some. */
interface ListKind {
  readonly source: 'sitemap' | 'feed' | 'crawl';
  readonly genre: SeedGenre;
  readonly flag: string;
  readonly places: readonly string[];
  /** Reads no further than until there are enough. */
  read(place: string, enough: number): Promise<ListedPages>;
}

/**
 * The pages of `--sitemap`, `--feed` and `--from-crawl` as answers to be merged with those of sources: all places of a kind are one
 * voice. Throws one `UsageError` with every place that cannot be used: the user has named it, so a crawl
 * without it is not what was asked for.
 */
export async function listedSeeds(settings: ListSettings, web: SeedWeb): Promise<ToldAnswer[]> {
  const answers: ToldAnswer[] = [];
  const failures: { readonly place: string; readonly failure: Failure }[] = [];
  for (const kind of listKinds(settings, web)) {
    const { source, genre } = kind;
    for (const given of kind.places) {
      const place = shownPlace(given);
      try {
        const { found, unread } = await kind.read(given, settings.seedCount);
        answers.push({ source, genre, place, found, ...(unread.length > 0 && { unread }) });
      } catch (thrown) {
        if (!(thrown instanceof Failure)) throw thrown;
        failures.push({ place: `${kind.flag} ${place}`, failure: thrown });
      }
    }
  }
  if (failures.length > 0) throw unusable(failures);
  return answers;
}

function listKinds({ sitemap, feed, fromCrawl }: ListSettings, web: SeedWeb): ListKind[] {
  return [
    {
      source: 'sitemap',
      genre: 'web',
      flag: '--sitemap',
      places: sitemap,
      read: (place, enough) => sitemapUrls(place, web, enough),
    },
    {
      source: 'feed',
      genre: 'news',
      flag: '--feed',
      places: feed,
      read: (place) => feedUrls(place, web),
    },
    {
      source: 'crawl',
      genre: 'web',
      flag: '--from-crawl',
      places: fromCrawl,
      read: async (place, enough) => ({ found: await bestPages(place, enough), unread: [] }),
    },
  ];
}

function unusable(failures: readonly { readonly place: string; readonly failure: Failure }[]): UsageError {
  const lines = failures.map(({ place, failure }) => `  ${place}: ${failure.message}`);
  return new UsageError('bad-seed-lists', `Correct or leave out these lists of seeds:\n${lines.join('\n')}`, {
    lists: failures.map(({ place, failure }) => ({ place, code: failure.code })),
  });
}
