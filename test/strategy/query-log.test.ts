import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { Keywords } from '../../src/strategy/query-log/keywords.js';
import { firstState, LogTable } from '../../src/strategy/query-log/log-table.js';
import { queryLog } from '../../src/strategy/query-log/query-log.js';
import { queryTerms, rebuiltWeights } from '../../src/strategy/query-log/query-weights.js';
import { SeedTable } from '../../src/strategy/query-log/seed-table.js';
import { TextPipeline } from '../../src/text/text-pipeline.js';
import { appendQuery } from '../../src/topic/asked-queries.js';
import { html, type SitePage } from '../site.js';
import { asSeed, made } from './made.js';
import { visitOrder, visitOrderResumed } from './visit-order.js';

const folder = mkdtempSync(path.join(tmpdir(), 'osprey-queries-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let logs = 0;
function logOf(...queries: string[]): string {
  const file = path.join(folder, `log-${++logs}.txt`);
  writeFileSync(file, queries.map((query) => `${query}\n`).join(''));
  return file;
}

const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);

const paperRules = { alpha: 0.5, threshold: 1 };
const linkFrom = { depth: 1, level: 2 } as const;

describe('the weight table of paper 003', () => {
  const phrases = ['lok sabha'];
  const pipeline = new TextPipeline({ phrases });

  // The paper's example: query frequencies bjp 1, date 1, kejriwal 1, lok sabha 3, manifesto 2, new 1, poll 3, 2014 3; W(old) = 0,
  // so W = 0.5·qf, and what reaches 1.0 is Table I.
  const [q1, q2, q3] = [
    'Kejriwal new manifesto for lok sabha polls 2014.',
    'Manifesto of BJP for lok sabha polls 2014.',
    'lok sabha polls 2014 dates',
  ];
  const tableOne = { '2014': 1.5, 'lok sabha': 1.5, manifesto: 1, poll: 1.5 };

  test('gives Table I for the example of the paper', () => {
    const source = { file: logOf(q1, q2, q3), ownTerms: new Set<string>(), pipeline };
    const { weights } = firstState(source, { ...paperRules, interval: 500, keepQuery: true });
    assert.deepEqual(Object.fromEntries(weights), tableOne);
  });

  test("counts the topic's own query as the first of the log", () => {
    const source = { file: logOf(q2, q3), ownTerms: queryTerms(q1, pipeline), pipeline };
    const once = firstState(source, { ...paperRules, interval: 500, keepQuery: false });
    assert.deepEqual(Object.fromEntries(once.weights), tableOne);
    const kept = firstState(source, { ...paperRules, interval: 500, keepQuery: true });
    assert.deepEqual(Object.fromEntries(kept.weights), { ...tableOne, kejriw: 0.5, new: 0.5 });
  });

  test('takes phrases from the parameter or from quotes, and knows their pages', () => {
    for (const [query, set] of [
      ['lok sabha polls', { 'query-log.phrases': 'lok sabha, supreme court' }],
      ['"lok sabha" polls', {}],
    ] as const) {
      const { strategy, page } = made(queryLog, { query, set });
      const judgement = strategy.judge(page('<p>The Lok Sabha votes.</p>'), asSeed);
      assert.deepEqual(Object.keys((judgement as { parts: object }).parts), ['lok sabha']);
    }
    const file = logOf('"lok sabha" polls', 'lok sabha 2014');
    const { strategy, page } = made(queryLog, { query: 'polls', queryLog: file });
    const { parts } = strategy.judge(page('<p>Polls for the Lok Sabha</p>'), asSeed) as { parts: object };
    assert.deepEqual(Object.keys(parts).sort(), ['lok sabha', 'poll']);
  });

  test('a phrase stands for its words, the longest where several begin', () => {
    const known = new TextPipeline({ phrases: ['new york', 'new york city', 'york city hall'], stem: false });
    assert.deepEqual([...queryTerms('new york city hall new york hall', known)], ['new york city', 'hall', 'new york']);
  });

  // α = 0.5: 4 queries give 2.0; none 1.0, which still reaches the threshold; none again 0.5, which does not. Two queries then give
  // 0.5·2 + 0.5·0 = 1.0: the 0.5 is forgotten, else it would be 1.25.
  test('terms decay, fall out below the threshold, and start anew at 0', () => {
    let table = rebuiltWeights(new Map(), new Map([['tulip', 4]]), paperRules);
    assert.equal(table.get('tulip'), 2);
    table = rebuiltWeights(table, new Map([['rose', 2]]), paperRules);
    assert.deepEqual(Object.fromEntries(table), { rose: 1, tulip: 1 });
    table = rebuiltWeights(table, new Map([['rose', 2]]), paperRules);
    assert.deepEqual(Object.fromEntries(table), { rose: 1.5 });
    table = rebuiltWeights(table, new Map([['tulip', 2]]), paperRules);
    assert.deepEqual(Object.fromEntries(table), { tulip: 1 }); // rose 0.75
  });

  test('α is the share of the past: 0.75·4 = 3, then 0.75·1 + 0.25·3 = 1.5', () => {
    const rules = { alpha: 0.25, threshold: 1 };
    const first = rebuiltWeights(new Map(), new Map([['tulip', 4]]), rules);
    assert.equal(first.get('tulip'), 3);
    assert.equal(rebuiltWeights(first, new Map([['tulip', 1]]), rules).get('tulip'), 1.5);
  });

  test('no weight is above the greatest query frequency so far, none in the table below the threshold', () => {
    const frequencies = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 1, max: 50 }));
    const alpha = fc.double({ min: 0.001, max: 0.5, noNaN: true });
    fc.assert(
      fc.property(fc.array(frequencies, { maxLength: 12 }), alpha, fc.integer({ min: 0, max: 5 }), (builds, a, t) => {
        const rules = { alpha: a, threshold: t };
        let table: ReadonlyMap<string, number> = new Map();
        const highest = new Map<string, number>();
        for (const build of builds) {
          const counts = new Map(Object.entries(build));
          for (const [term, n] of counts) highest.set(term, Math.max(highest.get(term) ?? 0, n));
          table = rebuiltWeights(table, counts, rules);
          for (const [term, weight] of table) {
            assert.ok(weight >= t && weight <= highest.get(term)! + 1e-9, `${term} ${weight}`);
          }
        }
      }),
    );
  });
});

describe('the log while the crawl goes on', () => {
  const pipeline = new TextPipeline();
  const tableOf = (file: string, query = '', more: object = {}) => {
    const source = { file, ownTerms: queryTerms(query, pipeline), pipeline };
    const rules = { ...paperRules, interval: 10, keepQuery: true, ...more };
    return new LogTable(source, rules, firstState(source, rules));
  };
  const weightsOf = (table: LogTable) => Object.fromEntries(table.weights);

  test('is read at every interval, and only what is new in it', () => {
    const file = logOf('tulip', 'tulip', 'tulip', 'tulip');
    const table = tableOf(file, 'court');
    // court 0.5·1 stays below the threshold; tulip 0.5·4.
    assert.deepEqual(weightsOf(table), { court: 0.5, tulip: 2 });
    appendFileSync(file, 'rose -thorn\n{"q": "rose"}\n');
    assert.equal(table.refresh(9), false);
    assert.deepEqual(weightsOf(table), { court: 0.5, tulip: 2 });
    assert.equal(table.refresh(10), true);
    // court 0.5·1 + 0.5·0.5; rose 0.5·2; tulip 0.5·2; thorn was not wanted.
    assert.deepEqual(weightsOf(table), { court: 0.75, rose: 1, tulip: 1 });
    assert.equal(table.refresh(19), false);
    assert.equal(table.refresh(23), true);
    // No new query: court 0.5·1 + 0.5·0.75; rose and tulip 0.5·0 + 0.5·1, below the threshold.
    assert.deepEqual(weightsOf(table), { court: 0.875 });
    assert.equal(table.refresh(29), false);
  });

  test('what nobody asks for any more decays in every build, until nothing else would be left', () => {
    const table = tableOf(logOf(...Array(8).fill('tulip'), 'rose', 'rose'));
    assert.deepEqual(weightsOf(table), { rose: 1, tulip: 4 }); // 0.5·2 and 0.5·8
    // 0.5·4 = 2 (rose 0.5 falls out), 0.5·2 = 1; then 0.5 would leave no term.
    const builds = [10, 20, 30, 40].map((pages) => table.refresh(pages) && weightsOf(table));
    assert.deepEqual(builds, [{ tulip: 2 }, { tulip: 1 }, { tulip: 1 }, { tulip: 1 }]);
  });

  test('a table that would be empty leaves the old one in place', () => {
    const file = logOf('tulip', 'tulip');
    const table = tableOf(file);
    appendFileSync(file, 'rose\n');
    table.refresh(10);
    assert.deepEqual(weightsOf(table), { tulip: 1 });
    appendFileSync(file, 'rose\nrose\n');
    table.refresh(20);
    assert.deepEqual(weightsOf(table), { rose: 1 }, 'and the query that changed nothing is not counted again');
  });

  test('a log that was replaced is read from its start; one that is gone is no failure', () => {
    const file = logOf('tulip', 'tulip');
    const table = tableOf(file);
    writeFileSync(file, 'rose\nrose\nrose\n');
    table.refresh(10);
    assert.deepEqual(weightsOf(table), { rose: 1.5 }); // tulip 0.5
    rmSync(file);
    table.refresh(20);
    assert.deepEqual(weightsOf(table), { rose: 1.5 });
    writeFileSync(file, 'orchid\norchid\n');
    table.refresh(30);
    assert.deepEqual(weightsOf(table), { orchid: 1 }); // rose 0.75
  });

  test('a log that is away for one build and back unchanged is not counted again', () => {
    const file = logOf(...Array(8).fill('tulip'));
    const table = tableOf(file);
    renameSync(file, `${file}.away`);
    table.refresh(10);
    assert.deepEqual(weightsOf(table), { tulip: 2 }); // 0.5·4
    renameSync(`${file}.away`, file);
    appendFileSync(file, 'rose\nrose\n');
    table.refresh(20);
    assert.deepEqual(weightsOf(table), { rose: 1, tulip: 1 }); // 0.5·2 each; counted again, tulip were 0.5·8 + 0.5·2
  });

  test('a restored table goes on from its place in the log; of two agents the one that has read on is believed', () => {
    const file = logOf('tulip', 'tulip');
    const [whole, before] = [tableOf(file), tableOf(file)];
    appendFileSync(file, 'tulip\ntulip\n');
    for (const table of [whole, before]) table.refresh(10);
    const after = tableOf(logOf('other', 'other'));
    after.restore(before.snapshot());
    assert.deepEqual(weightsOf(after), { tulip: 1.5 });
    const late = tableOf(file);
    late.restore(before.snapshot());
    appendFileSync(file, 'rose\nrose\n');
    for (const table of [whole, late]) table.refresh(20);
    assert.deepEqual(weightsOf(late), weightsOf(whole));
    assert.deepEqual(late.snapshot(), whole.snapshot());
    before.merge(whole.snapshot());
    assert.deepEqual(weightsOf(before), weightsOf(whole));
    whole.merge(after.snapshot());
    assert.deepEqual(weightsOf(whole), weightsOf(late));
    for (const bad of ['', '{}', '{"weights":[["a","b"]],"place":{"offset":0,"before":""},"pages":0}'])
      assert.throws(() => before.restore(Buffer.from(bad)), { code: 'knowledge-damaged', policy: 'fatal' });
  });
});

describe('the crawler of paper 003', () => {
  // Words of the page: court in title, text and anchor 3, judge 2, appeal, supreme, sit 1 each: norm √(9 + 4 + 3) = 4.
  const supreme =
    '<title>court</title><p>court appeal judge judge</p><p>The <a href="/supreme-court">supreme court</a> sits.</p>';

  // Query "court law", no log: both weigh 0.5, |t| = √0.5. Eq 4: 3·0.5 / (4·√0.5) = 0.5303.
  // Eq 5: URL words "supreme court" 0.5 / (√2·√0.5) = 0.5, the anchor alike; sentence "supreme court sit" 0.5 / (√3·√0.5) = 0.4082.
  test('pages by eq 4, links by eq 5, with the parts told', async () => {
    const { strategy, page } = made(queryLog, { query: 'court law' });
    const read = page(supreme);
    const judgement = await strategy.judge(read, asSeed);
    near(judgement.raw, 3 / (4 * Math.SQRT2));
    assert.deepEqual(judgement.parts, { court: judgement.raw });
    const [score] = await strategy.rank(read, judgement, read.links, linkFrom);
    near(score!.value, 0.5 + 0.5 + 3 / (4 * Math.SQRT2) + 1 / Math.sqrt(6));
    assert.deepEqual(Object.keys(score!.parts), ['url', 'anchor', 'parent', 'surrounding']);
    near(score!.parts.surrounding!, 1 / Math.sqrt(6));
    assert.equal(score!.pruned, false);
    assert.equal(score!.level, 2, 'seeds come first, whatever links score');
  });

  // With three queries for "court" in the log: court 0.5·4 = 2, law 0.5: |t| = √4.25; 3·2 / (4·√4.25) = 0.7276.
  test('the log shifts the weights', async () => {
    const { strategy, page } = made(queryLog, { query: 'court law', queryLog: logOf('court', 'courts', 'the court') });
    near((await strategy.judge(page(supreme), asSeed)).raw, 6 / (4 * Math.sqrt(4.25)));
  });

  test('prunes links of pages and links that are not above the thresholds, but never those of seeds', async () => {
    const { strategy, page } = made(queryLog, { query: 'court', set: { 'query-log.link-threshold': 1 } });
    const pruned = async (text: string, reached: { depth: number; level: number }) => {
      const read = page(text);
      return (await strategy.rank(read, await strategy.judge(read, reached), read.links, reached)).map((s) => s.pruned);
    };
    const off = '<p>garden roses tulips</p><p><a href="/court">court</a></p>';
    assert.deepEqual(await pruned('<p>garden</p><p><a href="/roses">roses</a></p>', linkFrom), [true]);
    assert.deepEqual(await pruned('<p>garden</p><p><a href="/roses">roses</a></p>', asSeed), [false]);
    assert.deepEqual(await pruned(`${off}<p><a href="/weed">weed</a></p>`, linkFrom), [false, true]);
  });

  test('a page that mentions the keywords like the reference page has relevance 0.5, however they weigh', async () => {
    // r½ does not change when all weights grow alike.
    const [plain, logged] = [{}, { queryLog: logOf('court law', 'court law') }].map((more) => {
      const { strategy, page } = made(queryLog, { query: 'court law', ...more });
      return strategy.judge(page(supreme), asSeed) as { relevance: number };
    });
    near(plain!.relevance, logged!.relevance);
  });

  test('a missing, empty or useless log is one clear error before anything is fetched', () => {
    const example = 'http://a.test/';
    const failing = (options: object) => () => made(queryLog, { example, ...options } as never);
    assert.throws(failing({}), { code: 'no-queries', message: /give a query, or a log of queries with --query-log/ });
    assert.throws(failing({ queryLog: path.join(folder, 'absent.txt') }), { code: 'no-query-log' });
    assert.throws(failing({ queryLog: folder }), { code: 'no-query-log', message: /nobody has searched it/ });
    assert.throws(failing({ queryLog: logOf('tulip', 'rose') }), {
      code: 'empty-weight-table',
      message: /no term is in 2 queries.*query-log\.threshold/,
    });
    assert.throws(failing({ query: 'court', set: { 'query-log.keep-query': false } }), {
      code: 'empty-weight-table',
      message: /The query alone/,
    });
    assert.throws(failing({ set: { 'query-log.table': 'static' } }), { code: 'no-queries' });
    assert.throws(failing({ query: 'court', set: { 'query-log.alpha': 0.6 } }), { code: 'bad-parameter' });
  });
});

const shared = { seed: 'http://a.test/', idf: 'one', strategy: 'query-log' } as const;

describe('a crawl by the query log', () => {
  const gardens = {
    'a.test/': html('Start', 'Pages.', [
      ['/garden', 'garden'],
      ['/court', 'court'],
      ['/football', 'football'],
    ]),
    'a.test/garden': html('Garden', 'A garden.'),
    'a.test/court': html('Court', 'A court.'),
    'a.test/football': html('Football', 'A football match.'),
  };

  test('goes where the users want to go, then where the topic is', async () => {
    const order = await visitOrder(gardens, {
      ...shared,
      query: 'court',
      queryLog: logOf('football', 'football scores', 'women football'),
    });
    assert.deepEqual(order, ['a.test/', 'a.test/football', 'a.test/court', 'a.test/garden']);
    assert.deepEqual(await visitOrder(gardens, { ...shared, query: 'court' }), [
      'a.test/',
      'a.test/court',
      'a.test/garden',
      'a.test/football',
    ]);
  });

  /** The second page is read while users begin to look for tulips; the table is built anew before the third. */
  const turning = (search: () => void): Record<string, SitePage> => ({
    'a.test/': html('Court', 'The court.', [['/one', 'court one']]),
    'a.test/one': (_request, response) => {
      search();
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(html('Court one', 'The first court.', [['/two', 'court two']]));
    },
    'a.test/two': html('Court two', 'The second court, and tulips.', [
      ['/house', 'court house'],
      ['/garden', 'tulips garden'],
    ]),
    'a.test/house': html('Court house', 'The court house, with tulips.', [['/three', 'court three']]),
    'a.test/garden': html('Tulips', 'The garden of the court with tulips.', [['/four', 'more tulips']]),
    'a.test/three': html('Court three', 'The third court.'),
    'a.test/four': html('More tulips', 'More tulips.'),
  });
  const turned = ['', 'one', 'two', 'garden', 'four', 'house', 'three'].map((name) => `a.test/${name}`);

  test('turns to what its own pages are searched for while it runs', async () => {
    const out = path.join(folder, 'turning');
    const search = () => {
      for (let i = 0; i < 6; i++) appendQuery(out, { at: '2024-01-01T00:00:00Z', query: 'tulips', results: 0 });
    };
    const options = { ...shared, query: 'court', set: { 'query-log.interval': 2 } };
    assert.deepEqual(await visitOrder(turning(search), { ...options, out }), turned);
    const before = ['', 'one', 'two', 'house', 'three', 'garden', 'four'].map((name) => `a.test/${name}`);
    assert.deepEqual(
      await visitOrder(
        turning(() => undefined),
        options,
      ),
      before,
      'nobody searches',
    );
  });

  for (const idf of ['one', 'collection'] as const)
    test(`a resumed crawl goes on as the uninterrupted one (idf ${idf})`, async () => {
      const [whole, resumed] = await Promise.all(
        [visitOrder, visitOrderResumed].map((visits) => {
          const log = logOf('court');
          const search = () => appendFileSync(log, 'tulips\n'.repeat(6));
          return visits(turning(search), {
            ...shared,
            idf,
            query: 'court',
            queryLog: log,
            set: { 'query-log.interval': 2 },
          });
        }),
      );
      assert.deepEqual(resumed, whole);
      assert.deepEqual(whole, turned);
    });
});

describe('the static table that paper 003 compares with', () => {
  // Two seeds. Frequencies (title, heading, text and anchors): engine 2 + 2 = 4 in both pages: 4·2 = 8; jaguar in one page only.
  const web = {
    'a.test/': html('Jaguar', 'Engine engine.', [['/middle', 'jaguar middle']]),
    'b.test/': html('Workshop', 'Engine engine.'),
    'a.test/middle': html('Middle', 'Jaguar engine.', [
      ['/cat', 'jaguar'],
      ['/motor', 'engine'],
    ]),
    'a.test/cat': html('The cat', 'Jaguar.'),
    'a.test/motor': html('Motor', 'Engine.'),
  };
  const options = {
    ...shared,
    seed: ['http://a.test/', 'http://b.test/'],
    query: 'jaguar',
    set: { 'query-log.table': 'static', 'query-log.keywords': 1 },
  };

  // tf·df over two seeds: engine 3·2 = 6, gear 2·1, jaguar 1·1; divided by 6. Of one more page then: |t| = √(1 + 1/9 + 1/36).
  test('is tf·df of the seeds, divided by the greatest, once all seeds are read', async () => {
    const { strategy, page } = made(queryLog, { query: 'jaguar', set: { 'query-log.table': 'static' } });
    const probe = page('<p>engine</p>', 'http://a.test/probe');
    assert.equal((await strategy.judge(probe, asSeed)).raw, 0, 'the query serves until then');
    const visit = async (text: string, level: number) => {
      const read = page(text);
      const reached = { depth: 1, level };
      const judgement = await strategy.judge(read, reached);
      strategy.learn!({ url: read.url, terms: read.terms, links: [], judgement, relevant: true, reached });
    };
    await visit('<p>engine engine gear gear</p>', 1);
    await visit('<p>engine jaguar</p>', 1);
    await visit('<p>tulip tulip tulip</p>', 2);
    assert.deepEqual(strategy.refill!(), []);
    near((await strategy.judge(probe, asSeed)).raw, 1 / Math.sqrt(1 + 1 / 9 + 1 / 36));
    await visit('<p>gear gear gear gear gear gear</p>', 1);
    strategy.refill!();
    near((await strategy.judge(probe, asSeed)).raw, 1 / Math.sqrt(1 + 1 / 9 + 1 / 36));
    assert.throws(() => strategy.knowledge!.restore(new Uint8Array(7)), { policy: 'fatal' });
    assert.throws(() => new SeedTable(new Keywords(new Map(), new Map()), 1).restore(new Uint8Array(7)), {
      code: 'knowledge-damaged',
    });
  });

  // Engine 2 + 1 (anchor) + 2 in both seeds: 5·2 = 10; jaguar 3 in one of them. So the one keyword is engine, and of the
  // links of seeds the one that the query puts first falls behind.
  const links = [
    ['/cat', 'jaguar'],
    ['/motor', 'engine'],
  ] as const;
  const startWeb = {
    'a.test/': html('Jaguar', 'Engine engine.', links),
    'b.test/': html('Workshop', 'Engine engine.'),
    'a.test/cat': html('The cat', 'Jaguar.'),
    'a.test/motor': html('Motor', 'Engine.'),
  };

  test('puts the links of seeds in a new order when it is made, also when the crawl is resumed', async () => {
    const order = await visitOrder(startWeb, options);
    assert.deepEqual(order, ['a.test/', 'b.test/', 'a.test/motor', 'a.test/cat']);
    assert.deepEqual(await visitOrderResumed(startWeb, options), order);
    const byQuery = await visitOrder(startWeb, { ...options, set: {} });
    assert.deepEqual(byQuery, ['a.test/', 'b.test/', 'a.test/cat', 'a.test/motor']);
  });

  test('scores held links as links that are met later: url + anchor + parent + surrounding', async () => {
    const { strategy, page } = made(queryLog, options);
    const seed = page('<p>engine <a href="/motor">engine</a></p>');
    const judgement = await strategy.judge(seed, asSeed);
    assert.equal(strategy.lessons, 'links');
    strategy.learn!({ ...seed, judgement, relevant: true, reached: asSeed });
    const twin = made(queryLog, options).strategy;
    twin.knowledge!.restore(strategy.knowledge!.snapshot());
    // The page, the anchor and the sentence are of the one keyword alone; "motor" in the address is not of it.
    const expected = [{ url: 'http://a.test/motor', score: 3, merge: 'set' }];
    assert.deepEqual([strategy.refill!(), twin.refill!()], [expected, expected]);
    assert.equal(strategy.lessons, 'terms');
    assert.deepEqual(strategy.refill!(), []);
  });

  test('the links of examples are the seeds of a crawl that starts from them', async () => {
    const pages = {
      'e.test/': html('Example', 'An example.', [
        ['http://a.test/', 'a'],
        ['http://b.test/', 'b'],
      ]),
      ...startWeb,
    };
    const { seed: _, ...others } = options;
    const started = { ...others, example: 'http://e.test/' };
    const order = await visitOrder(pages, started);
    assert.deepEqual(order.slice(0, 2).sort(), ['a.test/', 'b.test/']);
    assert.deepEqual(order.slice(2), ['a.test/motor', 'a.test/cat']);
    assert.deepEqual(await visitOrderResumed(pages, started), order);
  });

  test('leads to what the seeds are about, also when the crawl is resumed', async () => {
    const order = await visitOrder(web, options);
    assert.deepEqual(order, ['a.test/', 'b.test/', 'a.test/middle', 'a.test/motor', 'a.test/cat']);
    assert.deepEqual(await visitOrderResumed(web, options), order);
    const byQuery = await visitOrder(web, { ...options, set: {} });
    assert.deepEqual(byQuery, ['a.test/', 'b.test/', 'a.test/middle', 'a.test/cat', 'a.test/motor']);
  });
});
