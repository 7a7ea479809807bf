import { Failure } from '../../failure.js';
import { foundSeed, gatherPages } from '../gather-pages.js';
import { promisedRecords, recordOf, textOf } from '../json-answer.js';
import type { SeedSource } from '../seed-source.js';
import { type SeedRequest, type SeedWeb, usedUp } from '../seed-web.js';

const largestPage = 100;

/**
 * Marginalia Search (https://about.marginalia-search.com/article/api): `GET /search` with the key in the header `API-Key`,
 * pages counted from 1. The key `public` is everybody's, so its limit, told by status 503, is often reached.
 *
 * The engine favours small sites written by people, blogs among them. Filters to blogs alone exist only for those who make one
 * for their own key, so both genres ask the same; the service answers the second time from its cache.
 */
export const marginalia: SeedSource = {
  name: 'marginalia',
  summary:
    'Marginalia Search: small, independent sites and blogs; free if not commercial, a key of your own raises the limit',
  genres: ['web', 'blogs'],
  url: 'https://api2.marginalia-search.com',
  optionalKeys: { key: 'OSPREY_MARGINALIA_KEY' },

  async find({ query, count: wanted }, access, web) {
    const url = `${access.url}/search`;
    const headers = { 'api-key': access.keys.key ?? 'public' };
    const count = Math.min(wanted, largestPage);
    return gatherPages(wanted, async (page) => {
      const answer = await ask(url, { parameters: { query, count, page: page + 1 }, headers }, web);
      const results = promisedRecords(url, recordOf(answer).results, 'results');
      return {
        seeds: results.map((result) => foundSeed(textOf(result.url), textOf(result.title))),
        more: results.length >= count,
      };
    });
  },
};

async function ask(url: string, request: SeedRequest, web: SeedWeb): Promise<unknown> {
  try {
    return await web.json(url, request);
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.evidence.status === 503)
      throw usedUp(url, 'the limit of the key is reached (503)');
    throw thrown;
  }
}
