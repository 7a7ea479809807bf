import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Failure } from '../../../src/failure.js';
import type { Page } from '../../../src/model/page.js';
import type { Score } from '../../../src/model/score.js';
import type { Strategy } from '../../../src/model/strategy.js';
import { FrameWords } from '../../../src/strategy/tswt/frame-words.js';
import { genreKeywords, LinkScorer, topicKeywords } from '../../../src/strategy/tswt/link-score.js';
import { PageVector, weightedFrequency } from '../../../src/strategy/tswt/page-vector.js';
import type { TopicSpecificCrawler } from '../../../src/strategy/tswt/topic-specific-crawler.js';
import { tswt } from '../../../src/strategy/tswt/tswt.js';
import { WeightTable } from '../../../src/strategy/tswt/weight-table.js';
import { backgroundIdf } from '../../../src/text/background-idf.js';
import { idfOfOne } from '../../../src/text/idf.js';
import { asSeed, made } from '../made.js';
import { near } from '../near.js';

const seeds = [
  '<p>An audi, an audi engine: <a href="/engine/r8">quattro</a></p>',
  '<p>Audi engine engine.</p><p><a href="/engine/r8">engine</a></p>',
];
// Frequencies: seed 1 has audi 2, engine 1, quattro 1; seed 2 has audi 1, engine 3. Idf is 1 for all.
// Eq 1: TFW(1) = 1, TFW(2) = 1 + log(1 + log 2) = 1.526589, TFW(3) = 1 + log(1 + log 3) = 1.741276.
// Eq 3: w(audi) = 1.526589 + 1 = 2.526589, w(engine) = 1 + 1.741276 = 2.741276, w(quattro) = 1.
// Eq 4: W(engine) = 1, W(audi) = 2.526589 / 2.741276 = 0.921683, W(quattro) = 1 / 2.741276 = 0.364794.
// Table of 2 terms: audi, engine. |T| = √(0.921683² + 1²) = 1.359963.
// Eq 5 of seed 1: product 1.526589·0.921683 + 1·1 = 2.407032, |page| = √(1.526589² + 1 + 1) = 2.080979, cos 0.850525;
//   over the table's terms only |page| = √(1.526589² + 1) = 1.824959, cos 0.969843.
// Eq 5 of seed 2: product 1·0.921683 + 1.741276·1 = 2.662960, |page| = √(1 + 1.741276²) = 2.007995, cos 0.975158.
const [W, cos1, cos1OverTable, cos2] = [0.921683459509, 0.85052464569, 0.969843357046, 0.975157584707];

const plain = { 'tswt.table': 'static', 'tswt.static-size': 2, 'tswt.query-weight': 0, 'tswt.idf': 'one' };

/** Visits the pages one after the other; their judgements and scores. */
async function visit(strategy: Strategy, pages: readonly Page[]) {
  const seen = [];
  for (const page of pages) {
    const judgement = await strategy.judge(page, asSeed);
    const scores = await strategy.rank(page, judgement, page.links, asSeed);
    const { url, terms } = page;
    const links = strategy.lessons?.of === 'links' ? page.links : [];
    const rescores = strategy.learn!({ url, terms, links, judgement, relevant: true, reached: asSeed });
    seen.push({ judgement, scores, rescores });
  }
  return seen;
}

async function afterSeeds(set: Record<string, string | number>, options: { genreTerms?: string[] } = {}) {
  const { strategy, page } = made(tswt, { query: 'audi', set: { ...plain, ...set }, ...options });
  await visit(
    strategy,
    seeds.map((html, index) => page(html, `http://a.test/${index}`)),
  );
  const rescores = strategy.queueing!.refill!();
  return { strategy: strategy as TopicSpecificCrawler, page, rescores };
}

type Table = readonly (readonly [id: number, weight: number])[];
const idsOf = (table: Table) => table.map(([id]) => id);
const weightsOf = (table: Table) => table.map(([, weight]) => weight);

describe('tswt: knowledge and table (Pappas et al. 2012, eq 1-5)', () => {
  test('eq 1 dampens frequencies', () => {
    near([0, 1, 2, 3, 300].map(weightedFrequency), [0, 1, 1.526589, 1.741276, 1 + Math.log(1 + Math.log(300))], 1e-6);
  });

  test('the table holds the top k terms by W, with the weights of eq 4', async () => {
    const { strategy, page } = await afterSeeds({ 'tswt.static-size': 3 });
    const table = strategy.topTerms(9);
    near(weightsOf(table), [1, W, 0.36479358022], 1e-9);
    assert.deepEqual(idsOf(table), [...page('<p>engine audi quattro</p>').terms.ids]);
    assert.deepEqual(strategy.topTerms(1), table.slice(0, 1));
  });

  test("the query's terms are always in the table, with a least weight", async () => {
    const { strategy, page } = made(tswt, {
      query: 'audi porsche',
      set: { 'tswt.static-size': 2, 'tswt.table': 'static' },
    });
    await visit(strategy, [page('<p>engine engine audi</p>')]);
    assert.deepEqual(strategy.topTerms!(9), [], 'not formed yet');
    strategy.queueing!.refill!();
    const [audi, porsche] = page('<p>audi porsche</p>').terms.ids;
    assert.deepEqual(new Map(strategy.topTerms!(9)), new Map([audi!, porsche!].map((id) => [id, 1])));
  });

  test('numbers and single letters are no terms of the table, unless the query has them or they are wanted', async () => {
    const seed = '<p>audi 1960s 1960s 1998 1998 a4 q q audi 7 quattro 30pm 000 007</p>';
    for (const [query, numbers, expected] of [
      ['audi', false, 'audi a4 quattro'],
      ['audi 1998', false, 'audi 1998 a4 quattro'],
      ['audi', true, 'audi 1960s 1998 a4 q 7 quattro 30pm 000 007'],
    ] as const) {
      const { strategy, page } = made(tswt, { query, set: { 'tswt.numbers': numbers } });
      await visit(strategy, [page(seed)]);
      strategy.queueing!.refill!();
      assert.deepEqual(new Set(idsOf(strategy.topTerms!(99))), new Set(page(`<p>${expected}</p>`).terms.ids), expected);
    }
  });

  test('eq 5 is the raw score, over the whole page or over the terms of the table', async () => {
    for (const [scope, expected] of [
      ['whole', cos1],
      ['table', cos1OverTable],
    ] as const) {
      const { strategy, page } = await afterSeeds({ 'tswt.page-scope': scope });
      const { raw, parts } = strategy.judge(page(seeds[0]!));
      near([raw], [expected], 1e-9);
      // Audi brought 1.526589·0.921683 / 2.407032 of it.
      near([parts.audi!, parts.audi! + parts['(table)']!], [raw * 0.584551, raw], 1e-6);
    }
  });

  test('a page as like the table as the middle seed has relevance 0.75', async () => {
    const { strategy, page } = await afterSeeds({});
    const [first, second] = seeds.map((html) => strategy.judge(page(html)).relevance);
    const half = (cos1 + cos2) / 2 / 3;
    near([first!, second!], [cos1 / (cos1 + half), cos2 / (cos2 + half)], 1e-9);
    assert.ok(first! < 0.75 && second! > 0.75);
  });

  test('before the table is formed the query alone judges', async () => {
    const { strategy, page } = made(tswt, { query: 'audi', set: plain });
    // f·idf as in Batsakis 2007: audi 2, engine 1, quattro 1, so 2 / √6.
    near([(await strategy.judge(page(seeds[0]!), asSeed)).raw], [2 / Math.sqrt(6)]);
  });

  test('where no seed is relevant, the query judges on', async () => {
    const { strategy, page } = made(tswt, { query: 'audi', set: plain });
    const { url, terms, links } = page('<p>weather report</p><p><a href="/x">audi</a></p>');
    const judgement = { relevance: 0.1, raw: 0.1, parts: {} };
    strategy.learn!({ url, terms, links, judgement, relevant: false, reached: asSeed });
    assert.equal(strategy.queueing!.refill!().length, 2);
    near([(await strategy.judge(page(seeds[0]!), asSeed)).raw], [2 / Math.sqrt(6)]);
  });

  test('examples are documents of the knowledge, and the measure of relevance', async () => {
    const example = made(tswt, { query: 'audi' }).page('<p>coupe coupe coupe coupe audi</p>').terms;
    const { strategy, page } = made(tswt, { query: 'audi', set: plain }, [example]);
    await visit(strategy, [page(seeds[0]!)]);
    strategy.queueing!.refill!();
    const coupe = page('<p>coupe</p>').terms.ids[0];
    assert.ok(idsOf(strategy.topTerms!(2)).includes(coupe!));
    near([(await strategy.judge(page('<p>coupe coupe coupe coupe audi</p>'), asSeed)).relevance], [0.75]);
  });
});

describe('tswt: statistics of the agent', () => {
  test('idf is that of the pages it has visited, which start from general text as if that were ten pages', async () => {
    const { strategy, page } = made(tswt, {
      query: 'zyzzy',
      set: { 'tswt.static-size': 3, 'tswt.query-weight': 0 },
    });
    const words = page('<p>qwertone qwerttwo</p>').terms.ids;
    // Neither word is in general text: idf of both is the highest of it, h, so 10/(e^h − 1) pages of ten have it.
    const h = backgroundIdf().of(words[0]!);
    assert.equal(h, backgroundIdf().of(words[1]!));
    await visit(strategy, [page('<p>qwertone</p>'), page('<p>qwertone qwerttwo</p>')]);
    strategy.queueing!.refill!();
    const before = 10 / Math.expm1(h);
    const [one, two] = [2 * Math.log1p(12 / (before + 2)), Math.log1p(12 / (before + 1))];
    near(weightsOf(strategy.topTerms!(2)), [1, two / one], 1e-9);
  });

  const frame = 'wikipedia licence';
  const words = ['audi', 'engine', 'wheel', 'brake', 'clutch', 'piston'];

  async function tableAfter(set: Record<string, string | number | boolean>, visits: number) {
    const { strategy, page } = made(tswt, { query: 'audi', set: { 'tswt.idf': 'one', 'tswt.static-size': 3, ...set } });
    const pages = words.map((word, k) => page(`<p>${frame} ${frame} ${word}</p>`, `http://a.test/${k}`));
    await visit(strategy, pages.slice(0, 2));
    strategy.queueing!.refill!();
    await visit(strategy, pages.slice(2, visits));
    const names = new Map(page(`<p>${frame} ${words.join(' ')}</p>`).terms.ids.entries());
    const all = [...frame.split(' '), ...words];
    return idsOf(strategy.topTerms!(9)).map((id) => all[[...names.values()].indexOf(id)]);
  }

  test('words on nearly every page of a host leave the table once five of its pages are known', async () => {
    assert.deepEqual(new Set(await tableAfter({}, 4)), new Set(['audi', 'wikipedia', 'licence']));
    assert.deepEqual(new Set(await tableAfter({}, 5)), new Set(['audi', 'engine']));
    assert.deepEqual(new Set(await tableAfter({ 'tswt.frames': true }, 6)), new Set(['audi', 'wikipedia', 'licence']));
  });

  test('frames: per host, four pages of five; a word that becomes rarer is none any more', () => {
    const terms = (...ids: number[]) => ({ ids: Uint32Array.from(ids), counts: new Uint32Array(ids.length).fill(1) });
    const frames = new FrameWords();
    const changes = [[1, 2], [1, 2], [1, 3], [1, 2], [1, 2, 3], [1]].map((ids) => frames.add('a.test', terms(...ids)));
    assert.deepEqual(changes, [false, false, false, false, true, true]);
    // 2 was on four of five pages, and is on four of six.
    assert.deepEqual([...frames.words], [1]);
    for (let page = 0; page < 5; page++) frames.add('b.test', terms(9));
    const restored = new FrameWords();
    restored.restore(frames.snapshot());
    assert.deepEqual(new Set(restored.words), new Set([1, 9]));
    assert.deepEqual(restored.snapshot(), frames.snapshot());
    assert.throws(() => restored.restore(Uint8Array.of(1, 2)), Failure);
  });
});

describe('tswt: the dynamic table', () => {
  const dynamic = { 'tswt.table': 'dynamic', 'tswt.dynamic-size': 2, 'tswt.growth': 50, 'tswt.growth-terms': 1 };
  // Over the table's terms: audi and engine once each. cos = (0.921683 + 1) / (√2 · 1.359963) = 0.9992. The heaviest is tuning.
  const relevant = '<p>audi engine tuning tuning</p>';
  // Engine alone: cos = 1 / 1.359963 = 0.7353 over the table; over the whole page 1 / (√(1 + 1.526589²) · 1.359963) = 0.4029.
  const middling = '<p>engine tuning tuning</p>';

  async function sizeAfter(set: Record<string, string | number>, ...pages: readonly string[]): Promise<number> {
    const { strategy, page } = await afterSeeds({ ...dynamic, ...set });
    await visit(
      strategy,
      pages.map((html) => page(html)),
    );
    return strategy.topTerms(100).length;
  }

  test('a page above the threshold adds its top keywords, with the weights of the pages that bring them', async () => {
    const { strategy, page } = await afterSeeds({ ...dynamic, 'tswt.frames': 'true' });
    await visit(strategy, [page('<p>weather tuning tuning</p>'), page(relevant)]);
    // w(tuning) = 1.526589 of the one page that brought it, by the seeds' w_max = w(engine) = 2.741276; pages that are not like the
    // table have no say. Terms of the seeds keep their weights.
    near(weightsOf(strategy.topTerms(9)), [1, W, 1.526589034139 / 2.741276311375], 1e-9);
  });

  test('pages below the threshold add nothing', async () => {
    assert.equal(await sizeAfter({ 'tswt.growth-threshold': 0.8 }, middling), 2);
    assert.equal(await sizeAfter({ 'tswt.growth-threshold': 0.7 }, middling), 3);
    assert.equal(await sizeAfter({ 'tswt.growth-threshold': 0.7, 'tswt.growth-scope': 'whole' }, middling), 2);
  });

  test('it grows by the percentage and no further', async () => {
    const pages = ['tuning', 'sedan', 'dealer'].map((word) => `<p>audi engine ${word} ${word}</p>`);
    assert.equal(await sizeAfter({}, ...pages), 3);
    assert.equal(await sizeAfter({ 'tswt.growth': 100 }, ...pages), 4);
    assert.equal(await sizeAfter({ 'tswt.growth': 0 }, ...pages), 2);
  });

  test('a static table stays as it is', async () => {
    assert.equal(await sizeAfter({ 'tswt.table': 'static' }, relevant), 2);
  });
});

describe('tswt: link scores (Pappas et al. 2012, eq 6-11)', () => {
  test('links wait on level 2, then come to level 1 scored over all of their parents', async () => {
    const { strategy, page } = made(tswt, { query: 'audi', set: plain });
    const seen = await visit(
      strategy,
      seeds.map((html, index) => page(html, `http://a.test/${index}`)),
    );
    assert.deepEqual(
      seen.map(({ scores, rescores }) => [scores[0]!.level, rescores]),
      [
        [2, undefined],
        [2, undefined],
      ],
    );
    const [rescore, ...others] = strategy.queueing!.refill!();
    assert.deepEqual(others, [{ promote: Number.POSITIVE_INFINITY, from: 2, to: 1 }]);
    assert.ok(rescore !== undefined && 'url' in rescore);
    // A seed that is still queued keeps its place, of a link that waits the place is 0 before.
    assert.deepEqual([rescore.url, rescore.level, rescore.merge], ['http://a.test/engine/r8', undefined, 'max']);
    assert.deepEqual(
      seen.map(({ scores }) => scores[0]!.value),
      [0, 0],
    );
    // s = 2. Anchor: "engine" of seed 2, 1 / 2. URL: engine, 1 / 2. Cohesive: "An audi, an audi engine: quattro" of seed 1,
    // each term once: (0.921683 + 1) / 2 = 0.960842, better than seed 2's 1 / 2. Parents: 0.850525 + 0.975158 = 1.825682.
    const { anchor, url, cohesive, parents } = rescore.parts!;
    near([anchor!, url!, cohesive!, parents!], [0.5, 0.5, (W + 1) / 2, cos1 + cos2], 1e-9);
    near([rescore.score], [1 + (W + 1) / 2 + cos1 + cos2], 1e-9);
    assert.deepEqual(strategy.queueing!.refill!(), []);
  });

  test('once the table is formed, links go straight to level 1', async () => {
    const { strategy, page } = await afterSeeds({});
    assert.equal(strategy.lessons?.of, 'terms');
    const [seen] = await visit(strategy, [page(seeds[1]!)]);
    const [score] = seen!.scores;
    assert.equal(score!.level, undefined);
    near([score!.value], [0.5 + 0.5 + 0.5 + cos2], 1e-9);
  });

  test('the table is formed early when more pages are held than allowed', async () => {
    const { strategy, page } = made(tswt, { query: 'audi', set: { ...plain, 'tswt.most-held-pages': 1 } });
    const [seen] = await visit(strategy, [page(seeds[0]!)]);
    assert.equal(seen!.rescores?.length, 1);
    assert.equal(strategy.lessons?.of, 'terms');
    const promotion = [{ promote: Number.POSITIVE_INFINITY, from: 2, to: 1 }];
    for (const [level, refill] of [
      [2, promotion],
      [undefined, []],
    ] as const) {
      const [later] = await visit(strategy, [page(seeds[1]!)]);
      assert.equal(later!.scores[0]!.level, level);
      assert.deepEqual(strategy.queueing!.refill!(), refill);
    }
  });

  test('without a single page the table waits for more seeds', () => {
    const { strategy } = made(tswt, { query: 'audi' });
    assert.deepEqual(strategy.queueing!.refill!(), []);
    assert.equal(strategy.lessons?.of, 'links');
  });

  test('genre scores: keywords weigh 1, phrases count, the cosine is that of eq 5', async () => {
    const { strategy, page } = await afterSeeds({}, { genreTerms: ['forum', 'last post'] });
    const [seen] = await visit(strategy, [page('<p>audi</p><p><a href="/forum">last post</a></p>')]);
    // Terms: audi, last, post, "last post", once each: |page| = 2; genre: |g| = √2, product 1; cos = 1 / (2·√2) = 0.353553.
    // Anchor 1 / 2 ("last post"), URL 1 / 2 (forum), cohesive 1 / 2.
    const cosine = 1 / (2 * Math.SQRT2);
    const { parts, value } = seen!.scores[0]!;
    near([seen!.judgement.parts['genre: own']!], [cosine]);
    near([parts['genre anchor: own']!, parts['genre url: own']!, parts['genre cohesive: own']!], [0.5, 0.5, 0.5]);
    near([parts['genre parents: own']!, value], [cosine, seen!.judgement.raw + 1.5 + cosine]);
  });
});

// Topic {1: 1, 2: 0.5}, genre x {10, 11}, genre y {20}; the parent's cosines are 0.3, 0.2 and 0.1.
// LS_T: anchor 1 1 10 has term 1 once: 1/2; cohesive 2 10 11: 0.5/2 = 0.25; parent 0.3; sum 1.05.
// LS_x: anchor 1/2, cohesive 2/2, parent 0.2: 1.7. LS_y: URL 1/1, parent 0.1: 1.1. The best genre is x.
const topic = new WeightTable();
topic.add(1, 1);
topic.add(2, 0.5);
const genre = (name: string, ...ids: number[]) =>
  genreKeywords(name, WeightTable.ofEqual(ids), WeightTable.ofEqual(ids));
const genres = [genre('x', 10, 11), genre('y', 20)];
const scorer = (topicWeight: number, genreWeight: number, parents: 'sum' | 'max' = 'sum') =>
  new LinkScorer(topicKeywords(topic), genres, { topicWeight, genreWeight, parents });
const link = (anchor: number[], url: number[] = [], context: number[] = []) => ({
  url: 'http://b.test/',
  anchorTerms: Uint32Array.from(anchor),
  urlTerms: Uint32Array.from(url),
  contextTerms: Uint32Array.from(context),
});
const first = (scores: LinkScorer) => scores.score(link([1, 1, 10], [20], [2, 10, 11]), [0.3, 0.2, 0.1]);

describe('tswt: combined scores and their merging', () => {
  test('eq 11 adds the topic and the best genre, by their weights', () => {
    near([first(scorer(1, 1)).value, first(scorer(2, 0.5)).value], [1.05 + 1.7, 2.1 + 0.85]);
  });

  test('met again, parents add up, the best texts count, and another genre may become the best', () => {
    const scores = scorer(1, 1);
    // Second parent, cosines 0.4, 0, 0.9; anchor 2: 0.5/2, below 1/2. LS_T = 0.5 + 0.25 + 0.7, LS_x = 1.7, LS_y = 1 + 1 = 2.
    const merged = scores.merge(first(scores), scores.score(link([2]), [0.4, 0, 0.9]));
    near([merged.value], [1.45 + 2]);
    near([merged.parts.parents!, merged.parts.anchor!, merged.parts['genre parents: y']!], [0.7, 0.5, 1]);
  });

  test('or of several parents the best counts', () => {
    const scores = scorer(1, 1, 'max');
    // LS_T = 0.5 + 0.25 + 0.4, LS_x = 1.7, LS_y = 1 + 0.9 = 1.9.
    near([scores.merge(first(scores), scores.score(link([2]), [0.4, 0, 0.9])).value], [1.15 + 1.9]);
  });

  test('the place of a seed is not lost', () => {
    const scores = scorer(1, 1);
    const merged = scores.merge({ value: 9, parts: { seed: 9 } }, first(scores));
    near([merged.value, merged.parts.seed!, merged.parts.parents!], [9, 9, 0.3]);
  });

  const ids = fc.array(fc.constantFrom(1, 2, 3, 10, 11, 20, 21), { maxLength: 6 });
  const cosine = fc.double({ min: 0, max: 1, noNaN: true });
  const met = fc.tuple(ids, ids, ids, fc.array(cosine, { minLength: 3, maxLength: 3 }));

  test('the score never falls, and does not depend on the order of the parents', () => {
    const scores = scorer(1, 0.7);
    fc.assert(
      fc.property(fc.array(met, { minLength: 1, maxLength: 5 }), (parents) => {
        const offers = parents.map(([anchor, url, context, cosines]) =>
          scores.score(link(anchor, url, context), cosines),
        );
        const merge = (all: readonly Score[]) =>
          all.reduce((queued, offered) => {
            const merged = scores.merge(queued, offered);
            assert.ok(merged.value >= queued.value && merged.value >= offered.value);
            return merged;
          });
        near([merge(offers).value], [merge(offers.toReversed()).value]);
      }),
    );
  });

  test('cosines are between 0 and 1, and over fewer terms never lower', () => {
    const counts = fc.uniqueArray(fc.tuple(fc.nat(30), fc.integer({ min: 1, max: 400 })), { selector: ([id]) => id });
    fc.assert(
      fc.property(counts, (terms) => {
        const page = new PageVector(
          { ids: Uint32Array.from(terms, ([id]) => id), counts: Uint32Array.from(terms, ([, count]) => count) },
          idfOfOne,
        );
        const [whole, part] = [topic.cosine(page, 'whole'), topic.cosine(page, 'table')];
        assert.ok(whole >= 0 && whole <= part + 1e-12 && part <= 1);
      }),
    );
  });
});
