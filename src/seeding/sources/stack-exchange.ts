import { Failure } from '../../failure.js';
import { type AnswerPage, foundSeed, gatherPages } from '../gather-pages.js';
import { inTurns } from '../in-turns.js';
import { type JsonRecord, promisedRecords, recordOf, textOf } from '../json-answer.js';
import type { FoundSeed, SeedRequest, SeedSource, SourceAccess } from '../seed-source.js';
import { refused, type SeedWeb, usedUp } from '../seed-web.js';
import { sharedTerms } from '../shared-terms.js';

const largestPage = 100;
/** More than there are sites. */
const allSites = 1_000;
/** Sites whose audience the query names, beside Stack Overflow. */
const mostTopicSites = 2;

/**
 * Questions of the Stack Exchange network, by its API 2.3 (https://api.stackexchange.com/docs): `/search/advanced` by relevance.
 *
 * A question can be asked of one site at a time. Stack Overflow, which is the largest, is always asked, in the topic's language
 * where there is one; and so are the two sites of `/sites` whose name and audience ("mechanics and DIY enthusiast owners of
 * cars, trucks, and motorcycles") share most words with the query. Their answers take turns.
 *
 * 300 requests a day and address are free, 10 000 with a key. An answer may ask to wait (`backoff`, in seconds).
 */
export const stackExchange: SeedSource = {
  name: 'stack-exchange',
  summary: 'Stack Exchange: questions of Stack Overflow and its sister sites; free, a key of your own raises the limit',
  genres: ['discussions'],
  url: 'https://api.stackexchange.com/2.3',
  optionalKeys: { key: 'OSPREY_STACKEXCHANGE_KEY' },

  async find(request, access, web) {
    const api = new StackExchange(access, web);
    const lists: (readonly FoundSeed[])[] = [];
    for (const site of await sitesFor(request, api)) {
      try {
        lists.push(await gatherPages(request.count, (page) => questions(site, request, page, api)));
      } catch (thrown) {
        if (!(thrown instanceof Failure) || lists.flat().length === 0) throw thrown;
        break;
      }
    }
    return inTurns(lists).slice(0, request.count);
  },
};

async function sitesFor({ query, language }: SeedRequest, api: StackExchange): Promise<string[]> {
  const sites = await api.ask('/sites', { pagesize: allSites });
  const names = new Set(sites.items.map((site) => site.api_site_parameter));
  const local = `${language}.stackoverflow`;
  const shared = sharedTerms(query, language);
  const topical = sites.items
    .filter((site) => site.site_type === 'main_site' && site.site_state !== 'closed_beta')
    .map((site) => ({
      name: textOf(site.api_site_parameter),
      terms: shared(`${textOf(site.name) ?? ''} ${textOf(site.audience) ?? ''}`),
    }))
    .filter(({ name, terms }) => terms > 0 && name !== undefined && !name.endsWith('stackoverflow'))
    .sort((a, b) => b.terms - a.terms)
    .slice(0, mostTopicSites);
  return [names.has(local) ? local : 'stackoverflow', ...topical.map(({ name }) => name!)];
}

async function questions(
  site: string,
  { query, count }: SeedRequest,
  page: number,
  api: StackExchange,
): Promise<AnswerPage> {
  const { items, more } = await api.ask('/search/advanced', {
    q: query,
    site,
    order: 'desc',
    sort: 'relevance',
    pagesize: Math.min(count, largestPage),
    page: page + 1,
  });
  const seeds = items.map(({ link, title }) => foundSeed(textOf(link), textOf(title) && unescaped(textOf(title)!)));
  return { seeds, more };
}

/** The network's way of answering: a wrapper around all items, which may ask for a pause or say that the quota is used up. */
class StackExchange {
  readonly #access: SourceAccess;
  readonly #web: SeedWeb;
  #pause = 0;
  #quota = 1;

  constructor(access: SourceAccess, web: SeedWeb) {
    this.#access = access;
    this.#web = web;
  }

  async ask(
    method: string,
    parameters: Readonly<Record<string, string | number>>,
  ): Promise<{ readonly items: readonly JsonRecord[]; readonly more: boolean }> {
    const url = this.#access.url + method;
    if (this.#quota <= 0) throw usedUp(url, 'the requests of today are used up');
    await this.#web.pause(url, this.#pause);
    const wrapper = recordOf(
      await this.#web.json(url, {
        parameters,
        secretParameters: { key: this.#access.keys.key },
        explain: (_status, error) => failureOf(url, recordOf(error)),
      }),
    );
    this.#pause = typeof wrapper.backoff === 'number' ? wrapper.backoff * 1000 : 0;
    if (typeof wrapper.quota_remaining === 'number') this.#quota = wrapper.quota_remaining;
    return { items: promisedRecords(url, wrapper.items, 'items'), more: wrapper.has_more === true };
  }
}

/** Errors come in the wrapper too, with status 400 whatever their number is. Their words are not repeated: some name the key. */
function failureOf(url: string, { error_id, error_name, error_message }: JsonRecord): Failure | undefined {
  const said = String(error_message);
  if (error_name === 'throttle_violation') {
    const [, seconds] = /(\d+) seconds/.exec(said) ?? [];
    return usedUp(url, `too many requests${seconds === undefined ? '' : `; it asks to wait ${seconds} s`}`);
  }
  if (error_name === 'bad_parameter' && /\bkey\b/.test(said))
    return refused(url, 400, 'the key in OSPREY_STACKEXCHANGE_KEY is wrong');
  if (!/^[a-z_]{1,40}$/.test(textOf(error_name) ?? '')) return undefined;
  const message = `${new URL(url).host} failed (${error_name})`;
  return new Failure('source-failed', message, 'skip', { error: error_id, name: error_name });
}

const escapes: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Strings of the API are safe to show as HTML: `&`, quotes, angle brackets and Latin letters beyond ASCII are escaped. */
function unescaped(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (written, decimal, hexadecimal, name) => {
    if (name !== undefined) return escapes[name] ?? written;
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : written;
  });
}
