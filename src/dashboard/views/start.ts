import { existsSync } from 'node:fs';
import path from 'node:path';
import type { RawOptions } from '../../config/layer.js';
import { isHttpUrl } from '../../config/network-kinds.js';
import { settingsFrom } from '../../config/settings.js';
import { diagnoses } from '../../doctor/url-diagnosis.js';
import { messageOf } from '../../failure.js';
import { launchCrawl } from '../../launch/launch-crawl.js';
import { inertLine } from '../../page/inert-line.js';
import { seedSources, sourceAccess } from '../../seeding/sources.js';
import { freeFolder } from '../../store/crawl-folder.js';
import { strategies } from '../../strategy/strategies.js';
import { canonicalUrl } from '../../url/canonical-url.js';
import { reasonInWords } from '../../words/reasons.js';
import type { SeedCheck, StartedCrawl, StartForm } from '../api/crawls.js';
import type { Listed } from '../api/endpoints.js';
import { type Fields, needed } from '../server/fields.js';
import type { JobWork } from '../server/jobs.js';
import { badRequest, Refusal } from '../server/refusal.js';
import type { Shelf } from '../server/shelf.js';
import { refuseSlowPatterns } from './rules.js';
import { genreLines } from './topic.js';

const [mostTexts, mostText, mostSeeds] = [1_000, 2_048, 50] as const;
/** Crawls that this server started and that run, at most. */
const mostRunning = 8;
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'no', 'fi', 'ru', 'el', 'tr', 'hu', 'ro'];

/** What a crawl may be given from the page, and nothing else: no files, no proxies, no headers, no private addresses. */
const textKeys = ['query', 'language', 'strategy', 'maxTime', 'maxBytesOnDisk', 'delay', 'contact'] as const;
const listKeys = ['not', 'example', 'genre', 'seed', 'sources', 'domains', 'blockHosts', 'include', 'exclude'] as const;
const countKeys = ['seedCount', 'maxPages', 'maxRelevant', 'maxDepth', 'maxPerHost'] as const;

/** Options of the user who runs the server, under those that the page gives. */
export type OwnOptions = RawOptions;

export function startForm(own: OwnOptions): StartForm {
  const settings = settingsFrom({ options: { ...own, query: 'any', seed: ['http://example.org/'] } as never });
  const names = new Intl.DisplayNames('en', { type: 'language' });
  return {
    sources: seedSources.map((source) => ({
      name: source.name,
      about: source.summary,
      ready: 'access' in sourceAccess(source, settings, process.env),
    })),
    genres: genreLines(),
    strategies: strategies
      .filter(({ model }) => model === undefined)
      .map(({ name, summary }) => ({ name, about: summary })),
    languages: languages.map((code) => ({ code, name: names.of(code) ?? code })),
    defaults: {
      strategy: settings.strategy,
      language: settings.language,
      threshold: settings.threshold,
      maxPages: 500,
      delay: '1s',
      prefer: 'balanced',
      seedCount: settings.seedCount,
    },
  };
}

/** The options of a form, checked against the allowed ones. */
function optionsOf(body: Fields): RawOptions {
  body.only('name', 'threshold', 'agents', 'prefer', ...textKeys, ...listKeys, ...countKeys);
  const options: Record<string, unknown> = {
    ...Object.fromEntries(textKeys.map((key) => [key, body.text(key, mostText)])),
    ...Object.fromEntries(listKeys.map((key) => [key, body.texts(key, mostTexts, mostText)])),
    ...Object.fromEntries(countKeys.map((key) => [key, body.integer(key, 0, 1e9)])),
    threshold: body.number('threshold', 0, 1),
    agents: body.raw('agents') === 'auto' ? 'auto' : body.integer('agents', 1, 64),
    prefer: body.choice('prefer', 'speed', 'balanced', 'quality'),
  };
  const { example, strategy, include = [], exclude = [] } = options as Record<string, string[]>;
  if (example?.some((one) => !isHttpUrl(one))) throw badRequest('Examples are given by their URL here.');
  if (strategy !== undefined && !strategies.some(({ name }) => name === (strategy as unknown as string)))
    throw badRequest('There is no strategy of that name; files can be named on the command line only.');
  refuseSlowPatterns([...include, ...exclude]);
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined && value !== '' && !isEmpty(value)),
  ) as RawOptions;
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Starts a crawl as a process of its own, which goes on when this one ends. Its folder is below that of the crawls. */
export async function startCrawl(shelf: Shelf, body: Fields, own: OwnOptions): Promise<StartedCrawl> {
  const { root } = shelf;
  if (root === undefined)
    throw new Refusal(403, 'only-shown', 'Only single crawls are shown here; none can be started.');
  const options = { ...own, ...optionsOf(body) };
  settingsFrom({ options: options as never });
  const folder = newFolder(root, body.text('name', 100), body.text('query', mostText));
  if (shelf.all().filter(({ isStarting }) => isStarting).length >= mostRunning)
    throw new Refusal(503, 'busy', 'Too many crawls are being started; wait a moment.', { 'retry-after': '5' });
  const crawl = shelf.add(folder);
  const starting: { readonly at: number; problem?: string } = { at: Date.now() };
  crawl.starting = starting;
  launchCrawl(options, folder).then(
    () => {
      crawl.starting = undefined;
    },
    (thrown) => {
      starting.problem = messageOf(thrown);
    },
  );
  return { id: crawl.id };
}

function newFolder(root: string, name: string | undefined, query: string | undefined): string {
  if (name === undefined || name === '') return path.resolve(freeFolder(root, query ?? 'crawl'));
  if (!/^[\p{L}\p{N}_-][\p{L}\p{N}_.-]{0,99}$/u.test(name))
    throw badRequest('A name has letters, digits, "-", "_" and "." only.');
  const folder = path.join(root, name);
  if (existsSync(folder)) throw new Refusal(409, 'folder-taken', `There is a folder ${inertLine(name, 100)} already.`);
  return folder;
}

/** Asks for the seeds as the crawl would, one after the other. */
export function seedChecks(body: Fields, own: OwnOptions): JobWork<Listed<SeedCheck>> {
  const given = needed(body.only('seed').texts('seed', mostSeeds, mostText), 'seed');
  const urls = given.filter((url) => canonicalUrl(url) !== undefined);
  const wrong = given.filter((url) => canonicalUrl(url) === undefined);
  return async (tell, signal) => {
    const items: SeedCheck[] = wrong.map((url) => ({
      given: inertLine(url, mostText),
      url: '',
      visited: false,
      reason: 'bad-url',
      words: 'It is not an http or https URL.',
    }));
    const options = { ...own, query: own.query ?? 'any', seed: urls };
    if (urls.length === 0) return { items };
    for await (const { given: one, url, verdict, hops } of diagnoses(
      urls,
      settingsFrom({ options: options as never }),
    )) {
      if (signal.aborted) break;
      const { title } = hops.at(-1)?.page ?? {};
      items.push({
        given: inertLine(one, mostText),
        url: inertLine(url, mostText),
        visited: verdict.visited,
        reason: inertLine(verdict.reason, 60),
        words: verdict.visited
          ? 'Would be visited.'
          : `Would not be visited: ${inertLine(reasonInWords(verdict.reason), 300)}`,
        ...(verdict.url !== url && { leadsTo: inertLine(verdict.url, mostText) }),
        ...(title && { title: inertLine(title, 200) }),
      });
      tell({ done: items.length, total: given.length, partial: { items: [...items] } });
    }
    return { items };
  };
}
