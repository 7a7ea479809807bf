import { foundSeed, gatherPages } from '../gather-pages.js';
import { type JsonRecord, promisedRecords, recordOf, textOf } from '../json-answer.js';
import type { SeedGenre, SeedSource } from '../seed-source.js';

const largestPage = 100;

/**
 * Hacker News by its search at Algolia (https://hn.algolia.com/api): `search` by relevance, then points, then number of
 * comments; pages are counted from 0, and a query reaches a thousand stories.
 *
 * A story has two sides. As a discussion it is its page of comments, where there are any; as a page of the web it is what the
 * story points to, which questions to the readers ("Ask HN") do not have.
 */
export const hackerNews: SeedSource = {
  name: 'hacker-news',
  summary: 'Hacker News: stories and their discussions; free, no key',
  genres: ['discussions', 'web'],
  url: 'https://hn.algolia.com/api/v1',

  async find({ query, genre, count }, access, web) {
    const url = `${access.url}/search`;
    const hitsPerPage = Math.min(count, largestPage);
    const numericFilters = genre === 'discussions' ? 'num_comments>0' : undefined;
    return gatherPages(count, async (page) => {
      const parameters = { query, tags: 'story', numericFilters, hitsPerPage, page };
      const { hits, nbPages } = recordOf(await web.json(url, { parameters }));
      return {
        seeds: promisedRecords(url, hits, 'hits').map((hit) => foundSeed(placeOf(hit, genre), textOf(hit.title))),
        more: page + 1 < Number(nbPages),
      };
    });
  },
};

function placeOf({ objectID, url }: JsonRecord, genre: SeedGenre): string | undefined {
  if (genre !== 'discussions') return textOf(url);
  return /^\d+$/.test(String(objectID)) ? `https://news.ycombinator.com/item?id=${objectID}` : undefined;
}
