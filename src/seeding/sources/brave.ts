import type { Failure } from '../../failure.js';
import { type AnswerPage, foundSeed, gatherPages } from '../gather-pages.js';
import { recordOf, recordsOf, textOf } from '../json-answer.js';
import { searchWords } from '../search-words.js';
import type { SeedGenre, SeedSource } from '../seed-source.js';
import { badAnswer, failed, refused, usedUp } from '../seed-web.js';

/**
 * Brave Search API (https://api-dashboard.search.brave.com/documentation): an index of its own. Discussions are a part of
 * the answer of web search; news have an endpoint of their own.
 */
export const brave: SeedSource = {
  name: 'brave',
  summary: 'Brave Search: its own index; needs a key, paid per request beyond a free monthly credit',
  genres: ['web', 'news', 'discussions'],
  url: 'https://api.search.brave.com/res/v1',
  keys: { key: 'OSPREY_BRAVE_KEY' },
  async find(request, access, web) {
    const { genre, language, count } = request;
    const { path, filter, longestPage } = endpointOf(genre);
    const url = `${access.url}${path}`;
    const headers = { 'x-subscription-token': access.keys.key };
    const parameters = {
      q: searchWords(request),
      // Pages are counted in these: it must stay the same from page to page.
      count: Math.min(count, longestPage),
      country: 'ALL',
      search_lang: searchLanguage(language),
      result_filter: filter,
      text_decorations: filter && 'false',
    };
    const explain = (status: number, error: unknown) => errorOf(url, status, error);
    return gatherPages(count, async (offset) =>
      read(url, genre, offset, await web.json(url, { parameters: { ...parameters, offset }, headers, explain })),
    );
  },
};

const largestOffset = 9;

function endpointOf(genre: SeedGenre) {
  if (genre === 'news') return { path: '/news/search', filter: undefined, longestPage: 50 };
  return { path: '/web/search', filter: genre === 'discussions' ? 'discussions' : 'web', longestPage: 20 };
}

function read(url: string, genre: SeedGenre, offset: number, answer: unknown): AnswerPage {
  const { type, query, ...parts } = recordOf(answer);
  if (type !== (genre === 'news' ? 'news' : 'search')) throw badAnswer(url, 'it is no answer to a search');
  // A part without any results is left out of the answer.
  const { results } = genre === 'news' ? parts : recordOf(parts[genre]);
  return {
    seeds: recordsOf(results).map((result) => foundSeed(textOf(result.url), textOf(result.title))),
    more: offset < largestOffset && recordOf(query).more_results_available !== false,
  };
}

/** Languages by their two letters; undefined is for those that it does not know, and a 422 would be its answer to them. */
function searchLanguage(language: string): string | undefined {
  return ownNames[language] ?? (knownLanguages.has(language) ? language : undefined);
}

/** Not by the standard, or split: the variety that more pages are written in stands for the language. */
const ownNames: Readonly<Record<string, string>> = { ja: 'jp', zh: 'zh-hans', pt: 'pt-br', no: 'nb', nn: 'nb' };

const knownLanguages: ReadonlySet<string> = new Set(
  (
    'ar eu bn bg ca hr cs da nl en et fi fr gl de el gu he hi hu is it kn ko lv lt ms ml mr nb pl pa ro ru sr sk sl es sv ta te ' +
    'th tr uk vi'
  ).split(' '),
);

/** Errors are `{type: "ErrorResponse", error: {code, detail, meta}}`. A wrong key is 422, as a wrong parameter is. */
function errorOf(url: string, status: number, answer: unknown): Failure | undefined {
  const { code, meta } = recordOf(recordOf(answer).error);
  if (code === 'QUOTA_LIMITED') return usedUp(url, 'the quota of the plan is used up');
  if (code === 'OPTION_NOT_IN_PLAN')
    return refused(url, status, 'the plan of the key in OSPREY_BRAVE_KEY does not hold this kind of search');
  if (status !== 422) return undefined;
  // Each error names its place as a path, such as `["query", "search_lang"]`.
  const places = recordsOf(recordOf(meta).errors).flatMap(({ loc }) => loc);
  if (String(code).startsWith('SUBSCRIPTION_TOKEN') || places.includes('x-subscription-token'))
    return refused(url, status, 'the key in OSPREY_BRAVE_KEY is missing or wrong');
  const named = parameterNames.filter((name) => places.includes(name)).join(', ');
  const what = named === '' ? 'the request' : `what was asked for (${named})`;
  return failed(url, status, `it does not take ${what}; queries may have 400 characters and 50 words`);
}

const parameterNames = ['q', 'count', 'country', 'search_lang', 'result_filter', 'text_decorations', 'offset'];
