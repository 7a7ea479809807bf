import { Failure } from '../failure.js';
import { oneLine } from '../page/one-line.js';
import { MAX_TITLE } from '../page/page-limits.js';
import { isoDate } from '../page/published-date.js';
import type { FeedEntry } from './feed.js';

/** The items of a JSON Feed (jsonfeed.org, versions 1 and 1.1) that have a page. Throws `feed-unreadable`. */
export function parseJsonFeed(text: string): FeedEntry[] {
  const feed = documentOf(text);
  if (!isRecord(feed) || !/jsonfeed\.org\/version\//.test(textIn(feed, 'version')) || !Array.isArray(feed.items))
    throw unreadable('neither RSS, Atom nor a JSON Feed');
  return feed.items.flatMap((item) => (isRecord(item) ? entryOf(item) : []));
}

function documentOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable('neither XML nor JSON');
  }
}

function unreadable(what: string): Failure {
  return new Failure('feed-unreadable', `it is ${what}, not a feed`, 'skip');
}

function entryOf(item: Readonly<Record<string, unknown>>): FeedEntry | [] {
  const id = textIn(item, 'id');
  // An item of a blog of links has only the page it is about; an id is best the address of the page, says the specification.
  const url = textIn(item, 'url') || textIn(item, 'external_url') || (/^https?:\/\//i.test(id) ? id : '');
  if (url === '') return [];
  const title = oneLine(textIn(item, 'title'), MAX_TITLE);
  const published = isoDate(textIn(item, 'date_published'));
  const updated = isoDate(textIn(item, 'date_modified'));
  return {
    url,
    ...(title !== '' && { title }),
    ...(published !== undefined && { published }),
    ...(updated !== undefined && { updated }),
  };
}

function textIn(record: Readonly<Record<string, unknown>>, name: string): string {
  const value = record[name];
  return typeof value === 'string' ? value.trim() : '';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
