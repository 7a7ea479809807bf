import { Failure } from '../failure.js';
import { newestFirst, parseSitemap, type Sitemap, type SitemapEntry } from '../lists/sitemap.js';
import { canonicalUrl } from '../url/canonical-url.js';
import { type ListedPages, noneRead, readListedPlace, unreadList } from './listed-place.js';
import type { UnreadList } from './seed-report.js';
import type { SeedWeb } from './seed-web.js';

/** Of all that an index names; large sites have thousands. */
const mostSitemaps = 50;
/** The protocol knows no index of indexes, but sites have them. */
const deepestSitemap = 2;

/**
 * The pages of a sitemap, a file or a URL, in canonical form without repeats. The sitemaps of an index are read until there are
 * enough pages, the newest first; those that cannot be read are skipped and reported, unless all fail. Throws what is wrong with the
 * place itself.
 */
export async function sitemapUrls(place: string, web: SeedWeb, enough: number): Promise<ListedPages> {
  const found = new Map<string, SitemapEntry>();
  const known = new Set([place]);
  const waiting = [{ place, depth: 0 }];
  const unread: UnreadList[] = [];
  let failure: Failure | undefined;
  for (let read = 0; read <= mostSitemaps && found.size < enough; read++) {
    const next = waiting.shift();
    if (next === undefined) break;
    try {
      const { kind, entries } = await readSitemap(next.place, web);
      if (kind === 'urls') for (const entry of entries) if (!found.has(entry.url)) found.set(entry.url, entry);
      if (kind === 'urls' || next.depth === deepestSitemap) continue;
      const below = newestFirst(entries).filter(({ url }) => !known.has(url));
      for (const { url } of below) known.add(url);
      waiting.unshift(...below.slice(0, mostSitemaps).map(({ url }) => ({ place: url, depth: next.depth + 1 })));
    } catch (thrown) {
      if (next.depth === 0 || !(thrown instanceof Failure)) throw thrown;
      failure ??= thrown;
      unread.push(unreadList(next.place, thrown));
    }
  }
  if (found.size === 0 && failure !== undefined) throw noneRead('sitemaps', failure);
  return { found: [...found.values()], unread };
}

/** With URLs in canonical form, those left out that are none. */
async function readSitemap(place: string, web: SeedWeb): Promise<Pick<Sitemap, 'kind' | 'entries'>> {
  const { bytes, base, contentType } = await readListedPlace(place, web);
  const { kind, entries } = parseSitemap(bytes, contentType);
  return {
    kind,
    entries: entries.flatMap((entry) => {
      const url = canonicalUrl(entry.url, base);
      return url === undefined ? [] : { ...entry, url };
    }),
  };
}
