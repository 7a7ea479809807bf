import { Failure } from '../../failure.js';
import { urlWords } from '../../text/url-words.js';
import { promisedRecords, recordOf, textOf } from '../json-answer.js';
import type { SeedSource } from '../seed-source.js';
import { badAnswer, type SeedWeb } from '../seed-web.js';
import { sharedTerms } from '../shared-terms.js';

/** What is looked through for words of the query: the index gives URLs in the order of their spelling. */
const mostUrls = 2_000;

/**
 * The URL index of Common Crawl (https://index.commoncrawl.org, a CDX server as pywb has it): `collinfo.json` lists the
 * crawls, newest first, and `ID-index` those URLs of a crawl that lie in a domain or begin in a certain way, one JSON object a line.
 *
 * It knows addresses, no words. So it is asked only when the query names a place, and of the pages there those come first whose
 * addresses hold the query's words.
 */
export const commonCrawl: SeedSource = {
  name: 'common-crawl',
  summary:
    'Common Crawl: known pages of a site that the query has to name, as in "jaguar site:example.org"; free, no key',
  genres: ['web'],
  url: 'https://index.commoncrawl.org',
  needsSite: true,

  async find({ query, site, language, count }, access, web) {
    if (site === undefined) return [];
    const urls = await capturesOf(site, `${access.url}/${await newestCrawl(access.url, web)}-index`, web);
    const shared = sharedTerms(query, language);
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
  throw badAnswer(url, 'it lists no crawl');
}

/** Several captures of a page are several lines. */
async function capturesOf(site: string, index: string, web: SeedWeb): Promise<string[]> {
  const places = site.includes('/') ? `${site}*` : `*.${site}`;
  const parameters = { url: places, output: 'json', fl: 'url,status,mime', limit: mostUrls };
  try {
    const lines = await web.text(`${index}?filter==status:200&filter=mime:text/html`, { parameters, quotaStatus: 503 });
    return lines.split('\n').flatMap((line) => urlOf(line) ?? []);
  } catch (thrown) {
    // The way in which the index says that it has nothing.
    if (thrown instanceof Failure && thrown.evidence.status === 404) return [];
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
