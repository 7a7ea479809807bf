import { foundSeed, gatherPages } from '../gather-pages.js';
import { promisedRecords, recordOf, textOf } from '../json-answer.js';
import { searchWords } from '../search-words.js';
import type { SeedSource } from '../seed-source.js';

const largestPage = 100;

/**
 * Marginalia Search (https://about.marginalia-search.com/article/api): `GET /search` with the key in the header `API-Key`,
 * pages counted from 1. The key `public` is everybody's, so its limit (status 503) is often reached.
 *
 * The engine favours small sites written by people, blogs among them. Filters to blogs alone exist only for those who make one
 * for their own key.
 */
export const marginalia: SeedSource = {
  name: 'marginalia',
  summary:
    'Marginalia Search: small, independent sites and blogs; free for non-commercial use, your own key raises the limit',
  genres: ['web', 'blogs'],
  url: 'https://api2.marginalia-search.com',
  optionalKeys: { key: 'OSPREY_MARGINALIA_KEY' },

  async find(request, access, web) {
    const url = `${access.url}/search`;
    const headers = { 'api-key': access.keys.key ?? 'public' };
    const query = searchWords(request);
    const count = Math.min(request.count, largestPage);
    return gatherPages(request.count, async (page) => {
      const parameters = { query, count, page: page + 1 };
      const answer = await web.json(url, { parameters, headers, quotaStatus: 503 });
      const results = promisedRecords(url, recordOf(answer).results, 'results');
      return {
        seeds: results.map((result) => foundSeed(textOf(result.url), textOf(result.title))),
        more: results.length >= count,
      };
    });
  },
};
