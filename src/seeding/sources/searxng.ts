import type { Failure } from '../../failure.js';
import { oneLine } from '../../page/one-line.js';
import { type AnswerPage, foundSeed, gatherPages } from '../gather-pages.js';
import { promisedRecords, recordOf, textOf } from '../json-answer.js';
import { searchWords } from '../search-words.js';
import type { SeedSource } from '../seed-source.js';
import { badAnswer, refused } from '../seed-web.js';

/**
 * SearXNG, a metasearch engine that asks many others (https://docs.searxng.org/dev/search_api.html). The answers of an instance
 * are its own mix of engines, ranked by how many of them agree. Pages have no fixed length.
 */
export const searxng: SeedSource = {
  name: 'searxng',
  summary: 'SearXNG, a metasearch engine that you run yourself: free, no key',
  genres: ['web', 'news', 'discussions', 'blogs'],
  async find(request, access, web) {
    const { genre, language, count } = request;
    const url = `${access.url}/search`;
    const explain = (status: number) => refusalOf(url, status);
    return gatherPages(count, async (page) => {
      const parameters = {
        q: searchWords(request),
        categories: categories[genre],
        format: 'json',
        language,
        pageno: page + 1,
      };
      return read(url, await web.json(url, { parameters, explain }), page);
    });
  },
};

/** A bound on what a generous `count` may cost the engines behind an instance, which lock out those who ask too much. */
const mostPages = 10;

/** Those that every instance has: one that an instance does not know is silently replaced by its default. */
const categories = { web: 'general', news: 'news', discussions: 'social media', blogs: 'general' } as const;

function read(url: string, answer: unknown, page: number): AnswerPage {
  const { results: list, unresponsive_engines } = recordOf(answer);
  const results = promisedRecords(url, list, 'results');
  const silent = silentEngines(unresponsive_engines);
  if (page === 0 && results.length === 0 && silent !== '')
    throw badAnswer(url, `it found nothing, and engines behind it did not answer: ${silent}`);
  return {
    seeds: results.map((result) => foundSeed(textOf(result.url), textOf(result.title))),
    more: page + 1 < mostPages,
  };
}

/** Pairs of a name and a reason, such as `["duckduckgo", "CAPTCHA"]`. */
function silentEngines(pairs: unknown): string {
  if (!Array.isArray(pairs)) return '';
  const told = pairs.filter(Array.isArray).map((pair) => pair.map((part) => oneLine(String(part), 60)).join(': '));
  return told.slice(0, 5).join('; ') + (told.length > 5 ? ` and ${told.length - 5} more` : '');
}

function refusalOf(url: string, status: number): Failure | undefined {
  if (status !== 403) return undefined;
  return refused(url, status, 'answers as JSON are switched off; add json to search.formats in its settings.yml');
}
