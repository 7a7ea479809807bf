import { Failure } from '../failure.js';
import { oneLine } from '../page/one-line.js';
import { isoDate } from '../page/published-date.js';
import { isFeed, parseFeed } from './feed.js';
import { listText } from './list-text.js';
import { looksLikeXml, readXml, type XmlElement } from './read-xml.js';

export interface SitemapEntry {
  /** As written: absolute, as the protocol asks, where nobody made a mistake. */
  readonly url: string;
  /** ISO 8601, as precise as stated. */
  readonly lastmod?: string;
  /** Only feeds have some. */
  readonly title?: string;
}

export interface Sitemap {
  /** Pages, or further sitemaps. */
  readonly kind: 'urls' | 'index';
  /** In their order, repeats included. */
  readonly entries: readonly SitemapEntry[];
  /** What there was too much of, so that the rest was not read. */
  readonly cutOff: false | 'bytes' | 'entries';
}

/** The most that the protocol allows, in a sitemap and in an index. */
export const mostEntries = 50_000;

/** Names of the roots, and of the elements below them that hold a location. */
const entryNames: ReadonlyMap<string, string> = new Map([
  ['urlset', 'url'],
  ['sitemapindex', 'sitemap'],
]);

/**
 * Reads a sitemap (sitemaps.org, protocol 0.9): XML in any namespace, an index, text with a URL on each line, or an RSS or Atom feed;
 * gzipped or not. Throws `sitemap-doctype`, `sitemap-unreadable`, `xml-too-deep` and `bad-encoding`; the place is for the caller to name.
 */
export function parseSitemap(bytes: Uint8Array, contentType?: string): Sitemap {
  const { text, cutOff } = listText(bytes, contentType);
  const { kind, entries } = looksLikeXml(text) ? readMarkup(text) : { kind: 'urls' as const, entries: readLines(text) };
  if (entries.length > mostEntries) return { kind, entries: entries.slice(0, mostEntries), cutOff: 'entries' };
  return { kind, entries, cutOff: cutOff ? 'bytes' : false };
}

/** Those without a date come last; equals stay in their order. */
export function newestFirst<Entry extends SitemapEntry>(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((a, b) => (modifiedAt(b) ?? 0) - (modifiedAt(a) ?? 0));
}

/** When the entry last changed (ms), where it says so. */
export function modifiedAt({ lastmod }: SitemapEntry): number | undefined {
  if (lastmod === undefined) return undefined;
  // A time without a zone would be taken as a local one, and the order depend on where the crawl runs.
  const hasZone = !lastmod.includes('T') || /(?:Z|[+-]\d\d:\d\d)$/.test(lastmod);
  const time = Date.parse(hasZone ? lastmod : `${lastmod}Z`);
  return Number.isNaN(time) ? undefined : time;
}

function readMarkup(text: string): Pick<Sitemap, 'kind' | 'entries'> {
  const entries: SitemapEntry[] = [];
  let [location, lastmod] = ['', ''];
  const root = readXml(text, {
    doctype(declaration) {
      if (/^!doctype\s+html\b/i.test(declaration)) throw unreadable('html');
      throw new Failure('sitemap-doctype', 'it has a DOCTYPE, which is not allowed', 'skip');
    },
    closed(element) {
      const { parent } = element;
      if (parent !== undefined && isEntry(parent) && element.namespace === parent.namespace) {
        if (element.name === 'loc') location ||= element.text.trim();
        else if (element.name === 'lastmod') lastmod ||= element.text.trim();
      } else if (isEntry(element)) {
        // Some write the location without <loc> around it.
        const entry = entryOf(location || element.text.trim(), lastmod);
        if (entry !== undefined) entries.push(entry);
        [location, lastmod] = ['', ''];
      }
      return entries.length > mostEntries ? 'stop' : undefined;
    },
  });
  if (root !== undefined && isFeed(root)) return { kind: 'urls', entries: feedEntries(text) };
  if (root === undefined || !entryNames.has(root.name)) throw unreadable(root?.name);
  return { kind: root.name === 'sitemapindex' ? 'index' : 'urls', entries };
}

function isEntry({ name, parent }: XmlElement): boolean {
  return parent !== undefined && parent.parent === undefined && entryNames.get(parent.name) === name;
}

function entryOf(url: string, stated: string): SitemapEntry | undefined {
  const lastmod = isoDate(stated);
  return url === '' ? undefined : { url, ...(lastmod !== undefined && { lastmod }) };
}

function feedEntries(text: string): SitemapEntry[] {
  return parseFeed(text, mostEntries + 1).map(({ url, title, published, updated = published }) => ({
    url,
    ...(updated !== undefined && { lastmod: updated }),
    ...(title !== undefined && { title }),
  }));
}

function readLines(text: string): SitemapEntry[] {
  const entries: SitemapEntry[] = [];
  for (const [line] of text.matchAll(/\S[^\r\n]*/g)) {
    const url = line.trimEnd();
    if (/^https?:\/\//i.test(url)) entries.push({ url });
    if (entries.length > mostEntries) break;
  }
  if (entries.length === 0 && /\S/.test(text)) throw unreadable();
  return entries;
}

function unreadable(root?: string): Failure {
  const what = root === undefined ? 'neither XML nor a list of URLs' : `a document of <${oneLine(root, 40)}>`;
  return new Failure('sitemap-unreadable', `it is ${what}, not a sitemap`, 'skip');
}
