import { Failure } from '../failure.js';
import { canonicalUrl } from '../page/canonical-url.js';
import { noneRead, readListedPlace } from './listed-place.js';
import type { SeedWeb } from './seed-web.js';
import { parseSitemap, type Sitemap, type SitemapEntry } from './sitemap.js';

/** Of all that an index names; large sites have thousands. */
const mostSitemaps = 50;
/** The protocol knows no index of indexes, but sites have them. */
const deepestSitemap = 2;

/**
 * The pages of a sitemap, a file or a URL, in canonical form without repeats, `limit` at most. Those of an index are read until
 * there are enough, the newest sitemap first; ones that cannot be read are passed over, unless they all are. Throws what is wrong with
 * the place itself.
 */
export async function sitemapUrls(place: string, web: SeedWeb, limit: number): Promise<SitemapEntry[]> {
  const found = new Map<string, SitemapEntry>();
  const known = new Set([place]);
  const waiting = [{ place, depth: 0 }];
  let failure: Failure | undefined;
  for (let read = 0; read <= mostSitemaps && found.size < limit; read++) {
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
    }
  }
  if (found.size === 0 && failure !== undefined) throw noneRead('sitemaps', failure);
  return [...found.values()].slice(0, limit);
}

/** With URLs in canonical form, those left out that are none. */
async function readSitemap(place: string, web: SeedWeb): Promise<Pick<Sitemap, 'kind' | 'entries'>> {
  const { bytes, base } = await readListedPlace(place, web);
  const { kind, entries } = parseSitemap(bytes);
  return {
    kind,
    entries: entries.flatMap((entry) => {
      const url = canonicalUrl(entry.url, base);
      return url === undefined ? [] : { ...entry, url };
    }),
  };
}

/** Those without a date come last; equals stay in their order. */
function newestFirst(sitemaps: readonly SitemapEntry[]): SitemapEntry[] {
  return sitemaps.toSorted((a, b) => timeOf(b) - timeOf(a));
}

function timeOf({ lastmod }: SitemapEntry): number {
  if (lastmod === undefined) return 0;
  // A time without a zone would be taken as a local one, and the order depend on where the crawl runs.
  const hasZone = !lastmod.includes('T') || /(?:Z|[+-]\d\d:\d\d)$/.test(lastmod);
  return Date.parse(hasZone ? lastmod : `${lastmod}Z`) || 0;
}
