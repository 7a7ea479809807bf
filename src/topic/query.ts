import { parsedUrl } from '../url/parsed-url.js';
/** A query as a person types it: words, and phrases between double quotes. */
export interface Query {
  readonly words: string;
  /** Their words count too. */
  readonly phrases: readonly string[];
}

/** A place, in the word that search engines share for it; behind a minus, one that is not wanted. */
const places = /(?<!\S)-?site:([^\s"“”]+)/gi;

/** What the query says of the topic: a place in it (`site:example.org`) says where to look, not what for. */
export function parseQuery(query: string): Query {
  const text = query.replace(places, ' ');
  const phrases = [...text.matchAll(/["“”]([^"“”]+)["“”]/g)]
    .map((match) => match[1]!.trim())
    .filter((phrase) => phrase !== '');
  return { words: text.replace(/["“”]/g, ' '), phrases };
}

/** A query for those who find pages. */
export interface PlacedQuery {
  /** As it was typed, but for the place. */
  readonly text: string;
  /** A domain with all that is below it, or with a path that addresses begin with: `example.org`, `example.org/wiki`. */
  readonly site?: string;
}

/** The first place of a query holds; places that are not wanted stay in the text, for those who understand them. */
export function parsePlace(query: string): PlacedQuery {
  let site: string | undefined;
  const text = query.replace(places, (written, place: string) => {
    if (written.startsWith('-')) return written;
    site ??= siteOf(place);
    return '';
  });
  return { text: text.replace(/\s+/g, ' ').trim(), ...(site !== undefined && { site }) };
}

function siteOf(place: string): string | undefined {
  const url = parsedUrl(`http://${place.replace(/^(?:https?:\/\/)?(?:\*?\.)?/i, '')}`);
  if (url === undefined) return undefined;
  const { hostname, pathname } = url;
  return hostname + (pathname === '/' ? '' : pathname);
}
