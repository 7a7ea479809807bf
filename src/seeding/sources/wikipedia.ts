import { Failure } from '../../failure.js';
import { oneLine } from '../../page/one-line.js';
import { urlWords } from '../../text/url-words.js';
import { canonicalUrl, hostOf } from '../../url/canonical-url.js';
import { foundSeed } from '../gather-pages.js';
import { type JsonRecord, recordOf, recordsOf, textOf } from '../json-answer.js';
import { isReferenceHost } from '../reference-hosts.js';
import type { FoundSeed, SeedSource } from '../seed-source.js';
import { badAnswer, refused, type SeedRequest, type SeedWeb, usedUp } from '../seed-web.js';
import { sharedTerms } from '../shared-terms.js';

interface Article {
  readonly rank: number;
  readonly url: string | undefined;
  readonly title: string | undefined;
  readonly links: Set<string>;
}

/** Articles are a third of the answers; their links, which lead away from Wikipedia, are the rest. */
const shareOfArticles = 1 / 3;
const mostArticles = 20;
/** Of 500 links each; an article with more than a thousand is no rarity. */
const mostRequests = 10;
const askToWait: ReadonlySet<unknown> = new Set(['ratelimited', 'readonly']);

/**
 * Wikipedia by the Action API of MediaWiki (https://www.mediawiki.org/wiki/API:Query, API:Search, API:Extlinks): the articles that
 * a search finds, and in the same query the external links of these articles, continued until the batch is complete.
 *
 * `LANGUAGE` in its URL stands for the language of the topic. Any other MediaWiki can be named by the address of its `api.php`.
 */
export const wikipedia: SeedSource = {
  name: 'wikipedia',
  summary: 'Wikipedia: articles and the pages that they point to; free, no key',
  genres: ['web'],
  url: 'https://LANGUAGE.wikipedia.org/w/api.php',

  async find({ query, language, count }, access, web) {
    const url = access.url.replace('LANGUAGE', /^[a-z]{2,3}$/.test(language) ? language : 'en');
    const wanted = Math.min(Math.ceil(count * shareOfArticles), mostArticles);
    const articles = await searchArticles(query, wanted, url, web);
    const own = articles.map((article) => foundSeed(article.url, article.title)).filter((seed) => seed !== undefined);
    const links = orderLinks(articles, sharedTerms(query, language)).map((link): FoundSeed => ({ url: link }));
    return [...own, ...links].slice(0, count);
  },
};

async function searchArticles(query: string, wanted: number, url: string, web: SeedWeb): Promise<Article[]> {
  const search = { action: 'query', generator: 'search', gsrsearch: query, gsrlimit: wanted, gsrnamespace: 0 };
  const about = { prop: 'info|extlinks', inprop: 'url', ellimit: 'max' };
  const articles = new Map<unknown, Article>();
  let continued: Record<string, string> = {};
  for (let requests = 0; requests < mostRequests; requests++) {
    const parameters = { ...search, ...about, format: 'json', formatversion: 2, ...continued };
    const answer = await ask(url, parameters, web).catch((thrown: unknown): JsonRecord => {
      if (thrown instanceof Failure && articles.size > 0) return {};
      throw thrown;
    });
    // Where nothing is found there is no `query` at all.
    for (const page of recordsOf(recordOf(answer.query).pages)) addPage(articles, page);
    continued = textsOf(answer.continue);
    // A complete batch can be continued too: by the next articles, which are not wanted.
    if (answer.batchcomplete === true || Object.keys(continued).length === 0) break;
  }
  return [...articles.values()].sort((a, b) => a.rank - b.rank);
}

/** A continued answer tells of the same pages again, with other links. */
function addPage(articles: Map<unknown, Article>, page: JsonRecord): void {
  let article = articles.get(page.pageid);
  if (article === undefined) {
    const rank = typeof page.index === 'number' ? page.index : Number.MAX_SAFE_INTEGER;
    article = { rank, url: textOf(page.fullurl), title: textOf(page.title), links: new Set() };
    articles.set(page.pageid, article);
  }
  for (const { url } of recordsOf(page.extlinks)) {
    const link = canonicalUrl(textOf(url) ?? '', 'https://wikipedia.org/');
    if (link !== undefined && !isReferenceHost(hostOf(link))) article.links.add(link);
  }
}

/**
 * First what several articles point to, then what has the query's words in its address, then by the rank of the best article that
 * points to it. The API's own order is that of the hosts' names.
 */
function orderLinks(articles: readonly Article[], shared: (text: string) => number): string[] {
  const links = new Map<string, { articles: number; readonly terms: number; readonly rank: number }>();
  for (const [rank, article] of articles.entries()) {
    for (const url of article.links) {
      const link = links.get(url);
      if (link === undefined) links.set(url, { articles: 1, terms: shared(urlWords(url)), rank });
      else link.articles++;
    }
  }
  return [...links]
    .sort(([, a], [, b]) => b.articles - a.articles || b.terms - a.terms || a.rank - b.rank)
    .map(([url]) => url);
}

function textsOf(value: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(recordOf(value)).map(([name, text]) => [name, String(text)]));
}

/** Wikimedia turns away those who do not say in their User-Agent how they can be reached. */
function refusalOf(url: string, status: number): Failure | undefined {
  if (status !== 403) return undefined;
  return refused(url, status, 'it wants to know who asks; give --contact with your web page or mail address');
}

/** Errors have status 200. */
async function ask(url: string, parameters: NonNullable<SeedRequest['parameters']>, web: SeedWeb): Promise<JsonRecord> {
  const answer = recordOf(await web.json(url, { parameters, explain: (status) => refusalOf(url, status) }));
  if (answer.error === undefined) return answer;
  const { code, info } = recordOf(answer.error);
  const said = oneLine(textOf(info) ?? String(code), 200);
  throw askToWait.has(code) ? usedUp(url, said) : badAnswer(url, said);
}
