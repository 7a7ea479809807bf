import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { CrawlOptions } from '../../src/config/options.js';
import { settingsFrom } from '../../src/config/settings.js';
import { Crawl } from '../../src/crawl/crawl.js';
import { readPage } from '../../src/reading/read-page.js';
import { rejudge } from '../../src/rejudge/rejudge.js';
import { prepareStrategy } from '../../src/strategy/prepare-strategy.js';
import { strategies } from '../../src/strategy/strategies.js';
import type { StrategyEntry } from '../../src/strategy/strategy-entry.js';
import { Topic } from '../../src/topic/topic.js';
import { isPart } from '../../src/words/part-meaning.js';
import { urlset } from '../lists/made-lists.js';
import { type Site, startSite } from '../site.js';
import { writeModels } from './invented-models.js';
import { inventedWeb } from './invented-web.js';
import { visitOrder, visitOrderResumed } from './visit-order.js';

const web = inventedWeb(30);
/** Each of its hosts lists half of its pages. */
const sitemaps = Object.fromEntries(
  ['a', 'b', 'c'].map((host) => {
    const own = Object.keys(web.pages).filter((place) => place.startsWith(`${host}.test/`));
    return [
      `${host}.test/sitemap.xml`,
      urlset(...own.filter((_, index) => index % 2 === 0).map((at) => `http://${at}`)),
    ];
  }),
);
const query = 'law court trial';
/** Pages of each crawl: more than the seeds and any batch of links, few enough for a test. */
const maxPages = 32;
let folder: string;
let models: ReadonlyMap<string, string>;

/** What a user would give to crawl for law with this strategy. */
function optionsFor({ name, model }: StrategyEntry): Partial<CrawlOptions> {
  return {
    query,
    seed: web.seeds,
    maxPages,
    strategy: name,
    // A small N, so that several batches are visited.
    ...(name === 'n-best-first' && { set: { 'n-best-first.n': 5 } }),
    // Something to learn for all of them.
    idf: 'collection',
    ...(name === 'genre' && { genreTerms: ['trial', 'verdict', 'appeal'] }),
    ...(model !== undefined && { model: models.get(model)! }),
  };
}

function networkOf({ resolve }: Site) {
  return { resolve, allowPrivate: true, delay: '0s', requests: 1, workers: 0 } as const;
}

/** The parts of the scores of all links that the crawl knows. */
async function partsOfLinks({ store: { records } }: Crawl): Promise<string[]> {
  const names: string[] = [];
  for (const place of Object.keys(web.pages)) {
    const record = await records.find(`http://${place}`);
    const links = record === undefined ? [] : await records.inLinks(record.id, 100);
    names.push(...links.flatMap(({ parts }) => Object.keys(parts)));
  }
  return names;
}

describe('every strategy', () => {
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'osprey-every-'));
    models = writeModels(folder);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  // Crawls to be judged anew, each by all strategies but its own.
  before(async () => {
    const site = await startSite(web.pages);
    for (const strategy of ['tswt', 'pagerank'] as const) {
      const other = { query, seed: web.seeds, maxPages: 12, idf: 'collection', strategy } as const;
      const settings = settingsFrom({ options: { ...networkOf(site), ...other, out: path.join(folder, strategy) } });
      for await (const _ of (await Crawl.start(settings)).run());
    }
    await site.close();
  });

  for (const entry of strategies) {
    describe(entry.name, () => {
      const pages = { ...web.pages, ...sitemaps };
      const order: string[] = [];
      const names = new Set<string>();
      before(async () => {
        const site = await startSite(pages);
        const crawl = await Crawl.start(
          settingsFrom({ options: { ...networkOf(site), ...optionsFor(entry), sitemaps: true } as CrawlOptions }),
        );
        for await (const { seq, url, visit } of crawl.run()) {
          if (seq % 10 === 0) for (const name of await partsOfLinks(crawl)) names.add(name);
          if (visit.outcome !== 'page') continue;
          order.push(url.replace('http://', ''));
          for (const name of Object.keys(visit.judgement!.parts)) names.add(name);
        }
        await site.close();
      });

      test('goes on after every stop as if it had never stopped', async () => {
        assert.equal(order.length, maxPages);
        assert.deepEqual(await visitOrderResumed(pages, { ...optionsFor(entry), sitemaps: true }, 9), order);
      });

      test('does not wait for a host that is away', async () => {
        const away = (_request: unknown, response: ServerResponse) => {
          response.writeHead(503, { 'retry-after': '7200' }).end();
        };
        const [seed = ''] = web.seeds;
        const pages = { ...web.pages, 'away.test/': away };
        const options = { ...optionsFor(entry), seed: ['http://away.test/', seed], maxPages: 12, retries: 0 };
        assert.equal((await visitOrder(pages, options)).length, 12);
      });

      test('can be made the judge of another crawl, which then goes on with it', async (t) => {
        const site = await startSite(web.pages);
        t.after(() => site.close());
        const network = networkOf(site);
        const out = path.join(folder, `rejudged-${entry.name}`);
        cpSync(path.join(folder, entry.name === 'tswt' ? 'pagerank' : 'tswt'), out, { recursive: true });
        const own = { ...network, ...optionsFor(entry), out, maxPages: 20 } as CrawlOptions;
        const settings = settingsFrom({ options: own });
        await assert.rejects(Crawl.resume(settings, settings, []), { code: 'other-learner' });
        assert.equal((await rejudge(settings, () => {})).unread, 0);
        let visits = 0;
        for await (const _ of (await Crawl.resume(settings, settings, [])).run()) visits++;
        assert.equal(visits, 8);
      });

      test('explains every part of its scores and judgements', () => {
        const own = [...names].filter((name) => !query.split(' ').includes(name) && name !== '(examples)');
        const unexplained = own.filter(
          (name) => !Object.keys(entry.parts).some((described) => isPart(described, name)),
        );
        assert.deepEqual(unexplained, []);
      });
    });
  }

  for (const entry of strategies) {
    test(`what ${entry.name} has learnt is all in its snapshot`, async () => {
      const settings = settingsFrom({ options: optionsFor(entry) as CrawlOptions });
      const { make, readOptions } = await prepareStrategy(settings);
      const topic = Topic.from(settings, []);
      const [learner, restored] = [make(topic), make(topic)];
      const pages = Object.entries(web.pages).map(([place, body]) => {
        const input = { url: `http://${place}`, body: Buffer.from(body), contentType: 'text/html' };
        return readPage(input, readOptions);
      });
      const seed = { depth: 0, level: 1 };
      let hasLevels = learner.queueing?.levels !== undefined || learner.queueing?.refill !== undefined;
      for (const [index, page] of pages.slice(0, 60).entries()) {
        if (index === 3) learner.queueing?.refill?.();
        const judgement = await learner.judge(page, seed);
        const scores = await learner.rank(page, judgement, page.links, seed);
        hasLevels ||= scores.some(({ level = 1 }) => level > 1);
        const { url, terms, links } = page;
        learner.learn?.({ url, terms, links, judgement, relevant: judgement.relevance >= 0.5, reached: seed });
      }
      assert.equal(entry.ownLevels ?? false, hasLevels, 'a coordinator must know whether it has levels of its own');
      if (learner.knowledge === undefined) {
        assert.equal(
          learner.learn === undefined || entry.name === 'genre' || entry.name === 'svm',
          true,
          'nothing is learnt',
        );
        return;
      }
      const data = learner.knowledge.snapshot();
      restored.knowledge!.restore(data);
      assert.deepEqual(Buffer.from(restored.knowledge!.snapshot()), Buffer.from(data));
      for (const page of pages.slice(60, 100)) {
        const [one, other] = [await learner.judge(page, seed), await restored.judge(page, seed)];
        assert.deepEqual(other, one);
        assert.deepEqual(
          await restored.rank(page, other, page.links, seed),
          await learner.rank(page, one, page.links, seed),
        );
      }
      assert.throws(() => restored.knowledge!.restore(data.subarray(0, data.length - 3)), { name: 'Failure' });
    });
  }

  test('has a name, a line, a source and needs of its own', () => {
    const names = strategies.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    for (const { name, summary, source, needs } of strategies) {
      assert.match(name, /^[a-z-]+$/);
      assert.match(summary, /^[A-Z].{20,110}\.$/, name);
      assert.ok(source.length > 0 && needs.length > 0, name);
    }
  });
});
