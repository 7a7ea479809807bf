import { Failure } from '../../failure.js';
import { urlWords } from '../../text/url-words.js';
import { promisedRecords, recordOf, textOf } from '../json-answer.js';
import type { SeedSource } from '../seed-source.js';
import { type SeedWeb, strange, usedUp } from '../seed-web.js';
import { sharedTerms } from '../shared-terms.js';

/** What is looked through for words of the query: the index gives URLs in the order of their spelling. */
const mostUrls = 2_000;

/**
 * The URL index of Common Crawl (https://index.commoncrawl.org, a CDX server as pywb has it): `collinfo.json` lists the
 * crawls, newest first, and `ID-index` those URLs of a crawl that begin in a certain way, one JSON object a line.
 *
 * It knows addresses, no words. So it is asked only when the query names a place (`site:example.org`, `example.org/wiki`), and of the
 * pages there those come first whose addresses hold the query's other words.
 */
export const commonCrawl: SeedSource = {
  name: 'common-crawl',
  summary:
    'Common Crawl: known pages of a site that the query has to name, as in "jaguar site:example.org"; free, no key',
  genres: ['web'],
  url: 'https://index.commoncrawl.org',

  async find({ query, language, count }, access, web) {
    const { place, words } = splitQuery(query);
    if (place === undefined) return [];
    const urls = await capturesOf(place, `${access.url}/${await newestCrawl(access.url, web)}-index`, web);
    const shared = sharedTerms(words, language);
    return [...new Set(urls)]
      .map((url) => ({ url, terms: shared(urlWords(url)) }))
      .sort((a, b) => b.terms - a.terms)
      .slice(0, count)
      .map(({ url }) => ({ url }));
  },
};

async function newestCrawl(api: string, web: SeedWeb): Promise<string> {
  const url = `${api}/collinfo.json`;
  for (const { id } of promisedRecords(url, await web.json(url), 'crawls'))
    if (typeof id === 'string' && /^[\w-]+$/.test(id)) return id;
  throw strange(url, 'it lists no crawl');
}

/** Several captures of a page are several lines. */
async function capturesOf(place: string, index: string, web: SeedWeb): Promise<string[]> {
  const parameters = { url: `${place}/*`, output: 'json', fl: 'url,status,mime', limit: mostUrls };
  try {
    const lines = await web.text(`${index}?filter==status:200&filter=mime:text/html`, { parameters });
    return lines.split('\n').flatMap((line) => urlOf(line) ?? []);
  } catch (thrown) {
    // The way in which the index says that it has nothing.
    if (thrown instanceof Failure && thrown.evidence.status === 404) return [];
    if (thrown instanceof Failure && thrown.evidence.status === 503) throw usedUp(index, 'too many requests (503)');
    throw thrown;
  }
}

function urlOf(line: string): string | undefined {
  try {
    return textOf(recordOf(JSON.parse(line)).url);
  } catch {
    return undefined;
  }
}

/** The first host that the query names, with the path behind it, and the words that are left. */
function splitQuery(query: string): { readonly place?: string; readonly words: string } {
  const words = query.split(/\s+/);
  for (const [index, word] of words.entries()) {
    const place = placeOf(word);
    if (place !== undefined) return { place, words: words.toSpliced(index, 1).join(' ') };
  }
  return { words: query };
}

/** `site:` and a scheme leave no doubt; a bare word has to look like a host name. */
function placeOf(word: string): string | undefined {
  const address = word.replace(/^(?:site:)?(?:https?:\/\/)?(?:\*\.)?/i, '');
  const certain = address !== word;
  if (!(certain ? /^[^/]+/ : /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?:\/|$)/u).test(address))
    return undefined;
  if (!URL.canParse(`http://${address}`)) return undefined;
  const { hostname, pathname } = new URL(`http://${address}`);
  return hostname + pathname.replace(/\/+$/, '');
}
