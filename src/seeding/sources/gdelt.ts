import { Failure } from '../../failure.js';
import { oneLine } from '../../page/one-line.js';
import { foundSeed, gatherPages } from '../gather-pages.js';
import { recordOf, recordsOf, textOf } from '../json-answer.js';
import type { SeedSource } from '../seed-source.js';
import { badAnswer, usedUp } from '../seed-web.js';

const mostRecords = 250;

/**
 * The GDELT Project's news of the last three months, by its DOC 2.0 API
 * (https://blog.gdeltproject.org/gdelt-doc-2-0-api-debuts/): `mode=artlist`, at most 250 articles and no further pages.
 * Words are looked for together, phrases in quotes; `sourcelang:` takes a language by its English name. Articles in other
 * languages are searched in their English translation. Errors are plain text, often with status 200.
 */
export const gdelt: SeedSource = {
  name: 'gdelt',
  summary: 'GDELT: news of the last three months from all over the world; free, no key, one request every five seconds',
  genres: ['news'],
  url: 'https://api.gdeltproject.org/api/v2/doc/doc',

  async find({ query, site, language, count }, { url }, web) {
    const parameters = {
      query: [...keywords(query), ...domain(site), ...sourceLanguage(language)].join(' '),
      mode: 'artlist',
      format: 'json',
      maxrecords: Math.min(count, mostRecords),
      sort: 'hybridrel',
      timespan: '3months',
    };
    // Asked again too soon, it goes on refusing.
    const explain = (status: number) =>
      status === 429 ? usedUp(url, 'it wants one request every five seconds (429)') : undefined;
    return gatherPages(count, async () => {
      const answer = recordOf(parse(url, await web.text(url, { parameters, explain })));
      // Where nothing is found, the answer is an empty object.
      const articles = recordsOf(answer.articles);
      return { seeds: articles.map(({ url, title }) => foundSeed(textOf(url), textOf(title))), more: false };
    });
  },
};

/**
 * The query in the words of the API. What is in quotes stays together, and what is not plain letters and digits (`covid-19`)
 * has to be quoted. Words of one or two letters would make it refuse the query; where there are no others, let it say so.
 */
function keywords(query: string): string[] {
  const parts = query.replace(/[“”„«»]/g, '"').matchAll(/(?:(?<!\S)(-))?(?:"([^"]*)"?|([^\s"]+))/g);
  const words: string[] = [];
  for (const [, minus = '', phrase, word = ''] of parts) {
    const bare = (phrase ?? word).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}+#]+$|[()]/gu, '');
    if (bare === '' || /^\p{ASCII}{1,2}$/u.test(bare)) continue;
    words.push(minus + (/^[\p{L}\p{M}\p{N}]+$/u.test(bare) ? bare : `"${bare}"`));
  }
  return words.length > 0 ? words : [query];
}

/** It knows domains, no paths. */
function domain(site: string | undefined): string[] {
  return site === undefined ? [] : [`domain:${site.replace(/\/.*/, '')}`];
}

function sourceLanguage(language: string): string[] {
  if (!/^[a-z]{2,3}$/.test(language)) return [];
  // Both forms of written Norwegian are one language to it.
  const code = /^n[bn]$/.test(language) ? 'no' : language;
  const name = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(code);
  return name === undefined ? [] : [`sourcelang:${name.toLowerCase().replaceAll(' ', '')}`];
}

function parse(url: string, text: string): unknown {
  if (!text.trimStart().startsWith('{')) throw refusal(url, oneLine(text, 200));
  try {
    return JSON.parse(repaired(text));
  } catch {
    throw badAnswer(url, 'its answer is not JSON');
  }
}

/** Titles are copied into the answer as they are: with backslashes that escape nothing, and with control characters. */
function repaired(text: string): string {
  return text
    .replace(/\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})|\\/g, (written) => (written === '\\' ? '\\\\' : written))
    .replace(/\p{Cc}/gu, ' ');
}

function refusal(url: string, said: string): Failure {
  if (said === '') return badAnswer(url, 'it is empty');
  if (said.startsWith('<')) return badAnswer(url, 'it is a page of HTML');
  if (/limit (?:your )?requests|too many requests/i.test(said)) return usedUp(url, said);
  return new Failure('source-refused', `${new URL(url).host} refuses the query: ${said}`, 'skip', { url, said });
}
