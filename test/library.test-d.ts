/** Checked by the compiler, never run: what the library's types must allow, and what they must refuse. */
import {
  type CommandReceipt,
  type CrawlControl,
  type CrawledPage,
  type CrawlHooks,
  type CrawlOptions,
  type CrawlReader,
  type CrawlRun,
  type CrawlStore,
  type CrawlSummary,
  control,
  crawl,
  type Explanation,
  type Exporter,
  explain,
  exportPages,
  type FrontierRules,
  label,
  MemoryStore,
  openReader,
  refresh,
  rejudge,
  resume,
  type SeedSource,
  type StopReason,
  type Strategy,
  type StrategyEntry,
  search,
  status,
  type Transport,
} from '../src/index.js';
import { unlimited } from '../src/model/frontier.js';

crawl({ query: 'jaguar car', seed: 'http://cars.test/', not: ['cat'], maxTime: '10m', delay: 500, maxPages: 'none' });
crawl({ example: ['http://cars.test/'], threshold: 0.7, header: { 'X-Team': 'cars' }, domains: 'cars.test' });

// @ts-expect-error a topic is needed: a query or an example
crawl({ seed: 'http://cars.test/' });
// @ts-expect-error no such option
crawl({ query: 'jaguar car', seed: 'http://cars.test/', maxPage: 3 });
// @ts-expect-error a threshold is a number
crawl({ query: 'jaguar car', seed: 'http://cars.test/', threshold: 'high' });
// @ts-expect-error a seed is text
crawl({ query: 'jaguar car', seed: 42 });
// @ts-expect-error a switch is true or false
crawl({ query: 'jaguar car', seed: 'http://cars.test/', allowPrivate: 'perhaps' });
// @ts-expect-error options do not change once they are given
(({ query: 'jaguar car' }) as CrawlOptions).query = 'tulips';

export async function pages(): Promise<CrawlSummary | undefined> {
  const run = crawl({ query: 'jaguar car', seed: 'http://cars.test/' });
  for await (const page of run) {
    const { url, relevance, relevant, title, mainText }: CrawledPage = page;
    const texts: (string | null)[] = [url, title, mainText];
    const anchors: string[] = page.links.map((link) => link.anchor);
    // @ts-expect-error a page need not have a title
    const named: string = page.title;
    // @ts-expect-error pages are read, not written
    page.relevance = 1;
    console.log(texts, anchors, named, relevance, relevant);
  }
  run.stop();
  // @ts-expect-error there is no summary before the end
  const early: StopReason = run.summary.reason;
  // @ts-expect-error no such reason
  const odd: StopReason = 'tired';
  console.log(early, odd);
  return run.summary;
}

const byLength: Strategy = {
  name: 'by-length',
  judge: ({ text }) => ({ relevance: Math.min(1, text.length / 10_000), raw: text.length, parts: {} }),
  rank: (_page, { relevance }, links) => links.map(() => ({ value: relevance, parts: { relevance } })),
};
// @ts-expect-error a strategy has to rank links
const unranked: Strategy = { name: 'unranked', judge: byLength.judge };
// @ts-expect-error no such way to merge priorities
const merging: Strategy = { ...byLength, queueing: { merge: 'average' } };
// @ts-expect-error a judgement has its raw score
const rawless: Strategy = { ...byLength, judge: () => ({ relevance: 1, parts: {} }) };
const slow: Strategy = {
  ...byLength,
  features: async ({ mainText }) => ({ length: mainText.length, embedding: new Float32Array(3) }),
  judge: (_page, _reached, { length }: { length: number }) => ({ relevance: 1, raw: length, parts: {} }),
};
// @ts-expect-error features are plain data
const odd: Strategy = { ...byLength, features: async () => new Map() };
const entry: Pick<StrategyEntry, 'reads'> = { reads: ['text', 'context'] };
// @ts-expect-error no such part of a page
const unread: Pick<StrategyEntry, 'reads'> = { reads: ['headings'] };
export const strategies = [byLength, unranked, merging, rawless, slow, odd, entry, unread];

/** Runs, and what they can be told. */
export async function steering(): Promise<void> {
  const run: CrawlRun = crawl({
    query: 'jaguar car',
    signal: AbortSignal.timeout(1_000),
    allowDeadSeeds: true,
    by: 'ada',
  });
  resume('crawls/jaguar', { maxPages: 2_000, seed: 'http://cars.test/', signal: AbortSignal.abort() });
  // @ts-expect-error what a crawl is about was settled when it began
  resume('crawls/jaguar', { query: 'tulips' });
  await run.control.update({ maxPages: 'none', delay: '2s', exclude: ['**/forum/**'] });
  // @ts-expect-error a running crawl keeps its strategy
  await run.control.update({ strategy: 'bfs' });
  // @ts-expect-error a label says whether the page is relevant
  await run.control.label([{ url: 'http://cars.test/' }]);
  const steered: CrawlControl = await control('crawls/jaguar', { by: 'ada', wait: 100 });
  const { applied, result }: CommandReceipt = await steered.block('ads.test');
  console.log(applied, result);
}

/** Listeners know what they hear of. */
export async function listening(run: CrawlRun): Promise<void> {
  const silence: () => void = run.on('skip', ({ url, reason }) => console.log(url.length, reason.length));
  silence();
  run.on('*', (event) => {
    if (event.type === 'page') console.log(event.relevance.toFixed(2));
    // @ts-expect-error not every event has a relevance
    console.log(event.relevance);
  });
  // @ts-expect-error no such event
  run.on('pages', () => {});
  for await (const event of run.stream({ types: ['fault', 'stop'], buffer: 10 })) console.log(event.type);
}

/** Parts of one's own. */
const transport: Transport = {
  fetch: async ({ url }) => ({
    url,
    status: 404,
    statusText: '',
    httpVersion: '1.1',
    headers: [],
    body: Buffer.alloc(0),
  }),
  close: async () => {},
};
// @ts-expect-error a transport is closed by whoever made it
const endless: Transport = { fetch: transport.fetch };
const source: SeedSource = {
  name: 'own',
  summary: 'Mine.',
  genres: ['web'],
  find: async () => [{ url: 'http://a.test/' }],
};
// @ts-expect-error no such genre
const oddSource: SeedSource = { ...source, genres: ['poems'] };
const exporter: Exporter = async function* (rows) {
  for await (const { url, judgement } of rows) yield `${url} ${judgement?.relevance ?? 0}\n`;
};
// @ts-expect-error pieces of a file are text or bytes
const numbers: Exporter = async function* (rows) {
  for await (const { seq } of rows) yield seq;
};
const hooks: CrawlHooks = { transport, seedSources: [source], store: (rules) => new MemoryStore(rules) };
// @ts-expect-error a store is made for rules
const storeless: CrawlHooks = { store: new MemoryStore(unlimited) };
export const parts = [endless, oddSource, exporter, numbers, hooks, storeless];

/** Reading. */
export async function reading(): Promise<void> {
  for await (const piece of exportPages('crawls/jaguar', { format: exporter, ranked: true })) console.log(piece.length);
  // @ts-expect-error no such format
  exportPages('crawls/jaguar', { format: 'xml' });
  const { paused, commandsWaiting } = await status('crawls/jaguar');
  const [best] = await search('crawls/jaguar', 'engine', { limit: 3 });
  const why: Explanation | undefined = await explain('crawls/jaguar', 'http://cars.test/');
  console.log(paused?.by, commandsWaiting, best?.snippet, why?.path.length);
  const { changed } = await label('crawls/jaguar', [{ url: 'http://cars.test/', relevant: true }]);
  const { relevantBefore } = await rejudge('crawls/jaguar', { query: 'jaguar', threshold: 0.4 });
  const reader: CrawlReader = await openReader('crawls/jaguar');
  for await (const { url } of reader.records.visits({ relevant: true })) console.log(url, changed, relevantBefore);
  await reader.close();
  const again = refresh('crawls/jaguar', { maxPages: 10, newPages: 0 });
  for await (const _ of again);
  console.log(again.report?.counts.changed);
}

export function store(rules: FrontierRules): CrawlStore {
  return new MemoryStore(rules);
}
