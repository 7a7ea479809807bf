import { Failure } from '../failure.js';
import { canonicalUrl, hostOf } from '../page/canonical-url.js';
import { inOrder } from '../page/in-order.js';
import { type FeedEntry, parseFeed } from './feed.js';
import { listText } from './list-text.js';
import { type ListedPlace, noneRead, readListedPlace } from './listed-place.js';
import { opmlFeeds } from './opml.js';
import type { SeedWeb } from './seed-web.js';

const mostFeeds = 50;
/** A few dead hosts of a long list must not keep all others waiting; no host is asked twice at once. */
const hostsAtOnce = 8;

/**
 * The pages of a feed, a file or a URL, in canonical form without repeats, `limit` at most. Of an OPML list the first entries of
 * all its feeds come first, then the second ones; feeds that cannot be read are passed over, unless they all are. Throws
 * what is wrong with the place itself.
 */
export async function feedUrls(place: string, web: SeedWeb, limit: number): Promise<FeedEntry[]> {
  const listed = await readListedPlace(place, web);
  const { text } = listText(listed.bytes);
  const feeds = opmlFeeds(text);
  const lists = feeds === undefined ? [entriesOf(text, listed)] : await readFeeds(feeds, listed, web);
  return interleaved(lists, limit);
}

/** In the order of the list. */
async function readFeeds(feeds: readonly string[], { base }: ListedPlace, web: SeedWeb): Promise<FeedEntry[][]> {
  const named = feeds.map((url) => canonicalUrl(url, base)).filter((url) => url !== undefined);
  const urls = [...new Set(named)].slice(0, mostFeeds);
  const hosts = new Map<string, string[]>();
  for (const url of urls) hosts.set(hostOf(url), [...(hosts.get(hostOf(url)) ?? []), url]);
  const outcomes = new Map<string, FeedEntry[] | Failure>();
  const readHost = async (ofHost: readonly string[]) => {
    for (const url of ofHost) outcomes.set(url, await readFeed(url, web));
  };
  for await (const _ of inOrder(hosts.values(), readHost, hostsAtOnce));
  const ordered = urls.map((url) => outcomes.get(url)!);
  const lists = ordered.flatMap((outcome) => (outcome instanceof Failure ? [] : [outcome]));
  if (lists.length === 0 && ordered[0] instanceof Failure) throw noneRead('feeds', ordered[0]);
  return lists;
}

async function readFeed(url: string, web: SeedWeb): Promise<FeedEntry[] | Failure> {
  try {
    const listed = await readListedPlace(url, web);
    return entriesOf(listText(listed.bytes).text, listed);
  } catch (thrown) {
    if (thrown instanceof Failure) return thrown;
    throw thrown;
  }
}

function entriesOf(text: string, { base }: ListedPlace): FeedEntry[] {
  return parseFeed(text).flatMap((entry) => {
    const url = canonicalUrl(entry.url, base);
    return url === undefined ? [] : { ...entry, url };
  });
}

function interleaved(lists: readonly (readonly FeedEntry[])[], limit: number): FeedEntry[] {
  const found = new Map<string, FeedEntry>();
  const longest = lists.reduce((length, list) => Math.max(length, list.length), 0);
  for (let place = 0; place < longest && found.size < limit; place++) {
    for (const list of lists) {
      const entry = list[place];
      if (entry !== undefined && !found.has(entry.url)) found.set(entry.url, entry);
    }
  }
  return [...found.values()].slice(0, limit);
}
