import { Failure } from '../failure.js';
import { type FeedEntry, parseFeed } from '../lists/feed.js';
import { listText } from '../lists/list-text.js';
import { opmlFeeds } from '../lists/opml.js';
import { inOrder } from '../reading/in-order.js';
import { canonicalUrl, hostOf } from '../url/canonical-url.js';
import { inTurns } from './in-turns.js';
import { type ListedPages, type ListedPlace, noneRead, readListedPlace, unreadList } from './listed-place.js';
import type { UnreadList } from './seed-report.js';
import type { SeedWeb } from './seed-web.js';

const mostFeeds = 50;
/** A few dead hosts of a long list must not keep all others waiting; no host is asked twice at once. */
const hostsAtOnce = 8;

/**
 * The pages of a feed, a file or a URL, in canonical form without repeats. Of an OPML list the first entries of all its feeds come
 * first, then the second ones; feeds that cannot be read are skipped and reported, unless all fail. Throws what is wrong with
 * the place itself.
 */
export async function feedUrls(place: string, web: SeedWeb): Promise<ListedPages> {
  const listed = await readListedPlace(place, web);
  const { text } = listText(listed.bytes, listed.contentType);
  const feeds = opmlFeeds(text);
  const outcomes: Outcomes =
    feeds === undefined ? new Map([[place, entriesOf(text, listed)]]) : await readFeeds(feeds, listed, web);
  const read: FeedEntry[][] = [];
  const unread: UnreadList[] = [];
  for (const [url, outcome] of outcomes) {
    if (outcome instanceof Failure) unread.push(unreadList(url, outcome));
    else read.push(outcome);
  }
  const found = new Map<string, FeedEntry>();
  for (const entry of inTurns(read)) if (!found.has(entry.url)) found.set(entry.url, entry);
  return { found: [...found.values()], unread };
}

type Outcomes = ReadonlyMap<string, FeedEntry[] | Failure>;

/** By their URLs, in the order of the list. */
async function readFeeds(feeds: readonly string[], { base }: ListedPlace, web: SeedWeb): Promise<Outcomes> {
  const named = feeds.map((url) => canonicalUrl(url, base)).filter((url) => url !== undefined);
  const urls = [...new Set(named)].slice(0, mostFeeds);
  const hosts = new Map<string, string[]>();
  for (const url of urls) hosts.set(hostOf(url), [...(hosts.get(hostOf(url)) ?? []), url]);
  const outcomes = new Map<string, FeedEntry[] | Failure>();
  const readHost = async (ofHost: readonly string[]) => {
    for (const url of ofHost) outcomes.set(url, await readFeed(url, web));
  };
  for await (const _ of inOrder(hosts.values(), readHost, hostsAtOnce));
  const ordered = urls.map((url) => [url, outcomes.get(url)!] as const);
  const [first] = ordered;
  if (first?.[1] instanceof Failure && ordered.every(([, outcome]) => outcome instanceof Failure))
    throw noneRead('feeds', first[1]);
  return new Map(ordered);
}

async function readFeed(url: string, web: SeedWeb): Promise<FeedEntry[] | Failure> {
  try {
    const listed = await readListedPlace(url, web);
    return entriesOf(listText(listed.bytes, listed.contentType).text, listed);
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
