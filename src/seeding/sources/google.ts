import type { Failure } from '../../failure.js';
import { type AnswerPage, foundSeed, gatherPages } from '../gather-pages.js';
import { recordOf, recordsOf, textOf } from '../json-answer.js';
import { searchWords } from '../search-words.js';
import type { SeedSource } from '../seed-source.js';
import { badAnswer, failed, refused, usedUp } from '../seed-web.js';

/**
 * Google Programmable Search (https://developers.google.com/custom-search/v1/reference/rest/v1/cse/list): asks a search engine
 * that the user has set up (`cx`), which may search the whole web or a few sites.
 */
export const google: SeedSource = {
  name: 'google',
  summary: 'Google Programmable Search: 100 free requests per day; no new keys are issued',
  genres: ['web'],
  url: 'https://www.googleapis.com',
  keys: { key: 'OSPREY_GOOGLE_KEY', cx: 'OSPREY_GOOGLE_CX' },
  async find(request, access, web) {
    const { language, count } = request;
    const url = `${access.url}/customsearch/v1`;
    const { key, cx } = access.keys;
    const num = Math.min(count, longestPage);
    const lr = resultLanguage(language);
    const explain = (status: number, error: unknown) => errorOf(url, status, error);
    return gatherPages(count, async (page) => {
      const start = 1 + page * num;
      const parameters = { q: searchWords(request), num, start, lr, hl: language };
      const answer = read(url, await web.json(url, { parameters, secretParameters: { key, cx }, explain }));
      return { ...answer, more: answer.more && start + 2 * num - 1 <= mostResults };
    });
  },
};

const longestPage = 10;
/** The API gives no more, whatever the total: to ask for what lies beyond is an error. */
const mostResults = 100;

function read(url: string, answer: unknown): AnswerPage {
  const { kind, items, queries } = recordOf(answer);
  if (kind !== 'customsearch#search') throw badAnswer(url, 'it is no answer to a search');
  // `items` is left out where nothing was found, `nextPage` on the last page.
  return {
    seeds: recordsOf(items).map((item) => foundSeed(textOf(item.link), textOf(item.title))),
    more: recordsOf(recordOf(queries).nextPage).length > 0,
  };
}

/** `lr` takes these; pages of other languages can be had only by their words. */
function resultLanguage(language: string): string | undefined {
  const name = ownNames[language] ?? language;
  return knownLanguages.has(name) ? `lang_${name}` : undefined;
}

/** The variety that more pages are written in stands for Chinese. */
const ownNames: Readonly<Record<string, string>> = { he: 'iw', nb: 'no', nn: 'no', zh: 'zh-CN' };

const knownLanguages: ReadonlySet<string> = new Set(
  'ar bg ca cs da de el en es et fi fr hr hu id is it iw ja ko lt lv nl no pl pt ro ru sk sl sr sv tr zh-CN'.split(' '),
);

/**
 * Errors are `{error: {code, message, errors: [{reason}], details: [{reason}]}}`. Messages are not passed on: some name the key. 429 is
 * left to the client, which asks again: the limit may be that of a minute.
 */
function errorOf(url: string, status: number, answer: unknown): Failure | undefined {
  const { errors, details } = recordOf(recordOf(answer).error);
  const reasons = [...recordsOf(errors), ...recordsOf(details)].map(({ reason }) => String(reason));
  if (status === 403 && reasons.some((reason) => quotaReasons.has(reason))) {
    return usedUp(url, 'the quota of the key is used up (403)');
  }
  const known = reasons.map((reason) => refusals.get(reason)).find((why) => why !== undefined);
  if (known !== undefined) return refused(url, status, known);
  if (status !== 400) return undefined;
  return failed(url, status, 'it does not take the request; check the search engine id in OSPREY_GOOGLE_CX');
}

const quotaReasons: ReadonlySet<string> = new Set([
  'dailyLimitExceeded',
  'dailyLimitExceededUnreg',
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'quotaExceeded',
]);

const wrongKey = 'the key in OSPREY_GOOGLE_KEY is wrong';
const notEnabled = 'the Custom Search API is not switched on in the project of the key';

const refusals: ReadonlyMap<string, string> = new Map([
  ['keyInvalid', wrongKey],
  ['keyExpired', wrongKey],
  ['API_KEY_INVALID', wrongKey],
  ['accessNotConfigured', notEnabled],
  ['SERVICE_DISABLED', notEnabled],
]);
