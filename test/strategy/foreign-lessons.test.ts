import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { CrawlOptions } from '../../src/config/options.js';
import { settingsFrom } from '../../src/config/settings.js';
import type { Page } from '../../src/model/page.js';
import type { LearntVisit, Reached, Strategy } from '../../src/model/strategy.js';
import { readPage } from '../../src/reading/read-page.js';
import { genre } from '../../src/strategy/genre/genre.js';
import { osprey } from '../../src/strategy/osprey/osprey.js';
import { pagerank } from '../../src/strategy/pagerank/pagerank.js';
import { prepareStrategy } from '../../src/strategy/prepare-strategy.js';
import { queryLog } from '../../src/strategy/query-log/query-log.js';
import { strategies } from '../../src/strategy/strategies.js';
import { tswt } from '../../src/strategy/tswt/tswt.js';
import { Topic } from '../../src/topic/topic.js';
import { writeModels } from './invented-models.js';
import { inventedWeb } from './invented-web.js';
import { asSeed, made } from './made.js';

const web = inventedWeb(12);
const behindLink: Reached = { depth: 1, level: 1 };
/** Pages of the agent that are its seeds; the others are behind links. */
const seeds = 3;

/** Every strategy as it is, and those that learn in several ways in the other ones too. */
const cases: readonly { readonly strategy: string; readonly set?: CrawlOptions['set'] }[] = [
  ...strategies.map(({ name }) => ({ strategy: name })),
  { strategy: 'tswt', set: { 'tswt.table': 'static', 'tswt.most-held-pages': 2 } },
  { strategy: 'query-log', set: { 'query-log.table': 'static' } },
  { strategy: 'genre', set: { 'genre.policy': 'pfs-1' } },
  { strategy: 'svm', set: { 'svm.policy': 'pfs-1' } },
  { strategy: 'pagerank', set: { 'pagerank.every': 1 } },
];

/** Where the others' visits come among its own: true for one of theirs. */
const schedules: Readonly<Record<string, (step: number) => boolean>> = {
  'before its own': (step) => step < 15,
  'between its own': (step) => step % 2 === 1,
  'after its seeds': (step) => step >= seeds && step < 15,
};

/** Visits a page as the engine does, and tells what it gave. */
async function visit(strategy: Strategy, page: Page, reached: Reached) {
  const judgement = await strategy.judge(page, reached);
  const scores = await strategy.rank(page, judgement, page.links, reached);
  const { url, terms } = page;
  const links = strategy.lessons?.of === 'links' ? page.links : [];
  const visited: LearntVisit = { url, terms, links, judgement, relevant: judgement.relevance >= 0.5, reached };
  const rescores = strategy.learn?.(visited);
  return { judgement, scores, visited, rescores: rescores ?? [] };
}

/** The visit as others learn from it. */
function toOthers(visited: LearntVisit, withLinks = true): LearntVisit {
  return { ...visited, ...(!withLinks && { links: [] }), foreign: true };
}

/** Every number in it, however deep. */
function numbersOf(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  return value instanceof Object ? Object.values(value).flatMap(numbersOf) : [];
}

describe('a strategy that is given the lessons of other agents', () => {
  let folder: string;
  let models: ReadonlyMap<string, string>;
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'osprey-foreign-'));
    models = writeModels(folder);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Makes agents' strategies, and the pages of the web as they read them. */
  async function agents({ strategy: name, set }: (typeof cases)[number]) {
    const { model } = strategies.find((entry) => entry.name === name)!;
    const settings = settingsFrom({
      options: {
        query: 'law court trial',
        seed: web.seeds,
        strategy: name,
        idf: 'collection',
        ...(name === 'genre' && { genreTerms: ['trial', 'verdict', 'appeal'] }),
        ...(model !== undefined && { model: models.get(model)! }),
        ...(set && { set }),
      },
    });
    const { make, readOptions } = await prepareStrategy(settings);
    const topic = Topic.from(settings, []);
    const pages = Object.entries(web.pages).map(([place, body]) =>
      readPage({ url: `http://${place}`, body: Buffer.from(body), contentType: 'text/html' }, readOptions),
    );
    return { pages, strategy: () => make(topic) };
  }

  for (const given of cases) {
    const { strategy: name, set } = given;
    test(`${name}${set ? ` with ${JSON.stringify(set)}` : ''} scores on, and keeps what it learnt`, async () => {
      const { pages, strategy } = await agents(given);
      for (const [when, isTheirs] of Object.entries(schedules)) {
        const [mine, theirs, restored] = [strategy(), strategy(), strategy()];
        // One that learns nothing takes no lessons either.
        if (mine.learn === undefined) return assert.equal(mine.knowledge, undefined);
        let own = 0;
        const linked = new Set<string>();
        for (const [step, page] of pages.slice(0, 36).entries()) {
          if (isTheirs(step)) {
            const { visited } = await visit(theirs, page, step < 2 * seeds ? asSeed : behindLink);
            assert.equal(mine.learn(toOthers(visited, step % 3 > 0)), undefined, `${when}: nothing to be scored anew`);
            continue;
          }
          const { judgement, scores, rescores } = await visit(mine, page, own < seeds ? asSeed : behindLink);
          for (const { url } of page.links) linked.add(url);
          const changes = ++own === seeds ? [...rescores, ...(mine.queueing?.refill?.() ?? [])] : rescores;
          const scored = changes.filter((change) => !('promote' in change));
          assert.ok(numbersOf([judgement, scores, scored, mine.topTerms?.(5)]).every(Number.isFinite), when);
          // PageRank knows of all URLs; the others score no link that they have not met.
          if (name !== 'pagerank')
            for (const change of scored) assert.ok(!('url' in change) || linked.has(change.url), when);
        }
        if (mine.knowledge === undefined) continue;
        const data = mine.knowledge.snapshot();
        restored.knowledge!.restore(data);
        assert.deepEqual(Buffer.from(restored.knowledge!.snapshot()), Buffer.from(data), when);
        for (const page of pages.slice(36))
          assert.deepEqual(await visit(restored, page, behindLink), await visit(mine, page, behindLink), when);
      }
    });
  }

  test('has seen nothing of its own if these are all, and forms nothing to follow', async () => {
    for (const name of ['tswt', 'query-log']) {
      const { pages, strategy } = await agents({ strategy: name, set: { [`${name}.table`]: 'static' } });
      const [mine, theirs] = [strategy(), strategy()];
      for (const page of pages.slice(0, 4)) mine.learn!(toOthers((await visit(theirs, page, asSeed)).visited));
      assert.deepEqual(mine.queueing!.refill!(), []);
    }
  });
});

describe("other agents' lessons", () => {
  const car = '<p>audi engine</p><a href="/x">engine</a>';

  /** The page as an agent has visited it that judged it to be worth so much. */
  const lesson = ({ url, terms, links }: Page, raw: number, reached: Reached): LearntVisit => ({
    url,
    terms,
    links,
    judgement: { raw, relevance: raw, parts: {} },
    relevant: raw >= 0.5,
    reached,
    foreign: true,
  });

  test('tswt makes its table from the seeds of all, when its own are over, and holds the links of its own', async () => {
    const { strategy, page } = made(tswt, {
      query: 'audi',
      set: { 'tswt.table': 'dynamic', 'tswt.most-held-pages': 2 },
    });
    const words = (text: string) => [...page(`<p>${text}</p>`).terms.ids];
    strategy.learn!(lesson(page('<p>quattro</p><a href="/y">coupe</a>', 'http://b.test/'), 0.5, asSeed));
    strategy.learn!(lesson(page('<p>weather</p>', 'http://b.test/y'), 0.5, behindLink));
    await visit(strategy, page(car), asSeed);
    assert.deepEqual([strategy.lessons?.of, strategy.topTerms!(9)], ['links', []], 'two pages of others are not held');
    const [rescore, promotion, ...more] = strategy.queueing!.refill!();
    assert.ok(rescore !== undefined && 'url' in rescore && rescore.url === 'http://a.test/x');
    assert.deepEqual([promotion, more], [{ promote: Number.POSITIVE_INFINITY, from: 2, to: 1 }, []]);
    const table = strategy.topTerms!(9).map(([id]) => id);
    assert.deepEqual(new Set(table), new Set(words('audi engine quattro coupe')));
    // A page like the table adds its words, whoever visited it.
    strategy.learn!(lesson(page('<p>audi engine quattro sedan sedan</p>', 'http://b.test/z'), 0.5, behindLink));
    assert.deepEqual(new Set(strategy.topTerms!(9).map(([id]) => id)), new Set([...table, ...words('sedan')]));
  });

  test('query-log counts the seeds of all in its static table, and holds the links of its own', async () => {
    const { strategy, page } = made(queryLog, { query: 'audi', set: { 'query-log.table': 'static' } });
    strategy.learn!(lesson(page('<p>engine gear gear</p><a href="/y">audi</a>', 'http://b.test/'), 0.5, asSeed));
    await visit(strategy, page(car), asSeed);
    const rescores = strategy.queueing!.refill!();
    assert.deepEqual(
      rescores.map((rescore) => 'url' in rescore && rescore.url),
      ['http://a.test/x'],
    );
    // tf·df: engine 3·2 = 6, audi 2·2 = 4, gear 2·1 = 2; divided by 6.
    const [engine, audi, gear] = page('<p>engine audi gear</p>').terms.ids;
    assert.deepEqual(strategy.topTerms!(9), [
      [engine, 1],
      [audi, 4 / 6],
      [gear, 2 / 6],
    ]);
  });

  test('genre leaves the siblings of their pages to them', () => {
    const { strategy, page } = made(genre, {
      query: 'audi',
      genreTerms: ['engine'],
      set: { 'genre.policy': 'fs-1', 'genre.ties': 'first' },
    });
    const theirs = lesson(page(car), 0.9, behindLink);
    assert.equal(strategy.learn!(theirs), undefined);
    const { foreign: _, ...own } = theirs;
    assert.deepEqual(strategy.learn!(own), [{ siblingsOf: 'http://a.test/', score: 0.9, merge: 'set' }]);
  });

  test('pagerank tells what their links bring with its own next page', async () => {
    const set = { 'pagerank.damping': 0.5, 'pagerank.every': 2 };
    const { strategy, page } = made(pagerank, { query: 'audi', set });
    strategy.learn!(lesson(page('<p>audi</p><a href="/x">x</a>', 'http://b.test/'), 0.5, asSeed));
    const { scores, rescores } = await visit(strategy, page('<a href="http://b.test/x">x</a>'), asSeed);
    // 1 of its own and 0.5 by this page; then 0.5 by theirs.
    assert.equal(scores[0]!.value, 1.5);
    assert.deepEqual(rescores, [{ url: 'http://b.test/x', score: 2 }]);
  });

  test('osprey learns from a page with its links as if it had visited it', async () => {
    const options = { query: 'law court', idf: 'collection' } as const;
    const [one, other] = [made(osprey, options), made(osprey, options)];
    for (const [place, body] of Object.entries(web.pages)) {
      const { visited } = await visit(one.strategy, one.page(body, `http://${place}`), asSeed);
      other.strategy.learn!(toOthers(visited));
    }
    assert.deepEqual(other.strategy.knowledge!.snapshot(), one.strategy.knowledge!.snapshot());
    assert.deepEqual(other.strategy.topTerms!(10), one.strategy.topTerms!(10));
  });

  test('osprey counts no page twice when one comes between the ranking and the learning of its own', async () => {
    const [one, other] = [made(osprey, { query: 'audi' }), made(osprey, { query: 'audi' })];
    const theirs = lesson(one.page('<p>audi</p>', 'http://b.test/'), 0.5, asSeed);
    const page = one.page(car);
    await visit(one.strategy, page, asSeed);
    one.strategy.learn!(theirs);
    const judgement = await other.strategy.judge(page, asSeed);
    await other.strategy.rank(page, judgement, page.links, asSeed);
    other.strategy.learn!(theirs);
    const { url, terms, links } = page;
    other.strategy.learn!({ url, terms, links, judgement, relevant: true, reached: asSeed });
    assert.deepEqual(other.strategy.knowledge!.snapshot(), one.strategy.knowledge!.snapshot());
  });
});
