import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { CrawlOptions } from '../../src/config/options.js';
import { UsageError } from '../../src/failure.js';
import { countClasses } from '../../src/learning/bayes/naive-bayes.js';
import { svmTrainer } from '../../src/learning/svm/svm-trainer.js';
import type { TaxonomyModel } from '../../src/learning/taxonomy.js';
import { taxonomyTrainer } from '../../src/learning/taxonomy-trainer.js';
import type { LinkScore } from '../../src/model/strategy.js';
import { seededRandom } from '../../src/random.js';
import { levelsFor } from '../../src/strategy/multi-level/level-schedule.js';
import { multiLevel } from '../../src/strategy/multi-level/multi-level.js';
import { TextPipeline } from '../../src/text/text-pipeline.js';
import { inventedPages, type Subject, subjects, textOf } from '../learning/invented-pages.js';
import { taughtModel, trainingSet } from '../learning/taught.js';
import { html } from '../site.js';
import { asSeed, made } from './made.js';
import { near } from './near.js';
import { visitOrder, visitOrderResumed } from './visit-order.js';

const classes: Subject[] = ['clubs', 'cooking', 'cycling', 'towns'];
const pipeline = new TextPipeline();
const counts = countClasses(
  4,
  classes.map((subject, label) => [label, pipeline.counts(subjects[subject])] as const),
);
const invented = trainingSet(inventedPages(5), 'cycling');

/**
 * Wanted is cycling. Rules with a support of 3 or more (rows and columns in the order of the classes):
 * clubs → clubs 0.3, cycling 0.5 (towns is below); cooking → cooking 1; cycling → cycling 0.6 (clubs, cooking are below);
 * towns → clubs 0.6, towns 0.3 (the others are below).
 * Best chains: cycling itself; clubs → cycling 0.5; towns → clubs → cycling 0.6·0.5 = 0.3; cooking none.
 */
const model: TaxonomyModel = {
  classes,
  targets: [2],
  pages: { counts, smoothing: 1, words: 500 },
  links: { counts, smoothing: 0.01, words: 500 },
  linkCounts: [
    [3, 0, 5, 2],
    [0, 10, 0, 0],
    [2, 2, 6, 0],
    [12, 1, 1, 6],
  ],
};

type Options = Omit<Partial<CrawlOptions>, 'query'>;
const pages = (file: string, options: Options = {}) => made(multiLevel, { query: 'bicycle', model: file, ...options });
const byHand = (options: Options = {}, changed: Partial<TaxonomyModel> = {}) =>
  pages(taughtModel(taxonomyTrainer, invented, { model: { ...model, ...changed } }), options);

// The anchors name the class of the target; "xyz" is no word of any class. All words of the page but the anchors are of clubs.
const anchors = ['member meeting', 'treasurer', 'bicycle wheel', 'mayor council', 'xyz', 'onion'];
const clubPage = html(
  'Annual meeting',
  subjects.clubs,
  anchors.map((anchor, k) => [`/${k}`, anchor] as const),
);

async function ranked({ strategy, page }: ReturnType<typeof byHand>, source = clubPage): Promise<readonly LinkScore[]> {
  const read = page(source);
  return strategy.rank(read, await strategy.judge(read, asSeed), read.links, asSeed);
}

describe('multi-level places links by the rules between classes', () => {
  test('R[p] is the share of links to what is wanted; level and priority follow the best chain', async () => {
    const scores = await ranked(byHand({ set: { 'multi-level.query-weight': 0 } }));
    // Expected classes: clubs, clubs, cycling, towns, cycling (no evidence: the strongest rule of clubs), cooking.
    // R[p] = (2 + 1)/(6 + 4) = 0.3 (eq 1, one link to each of four classes added). Priorities: clubs 0.3·0.5, cycling 0.3,
    // towns 0.3·0.3; cooking has no chain and waits behind all four levels, by R[p] alone.
    near(
      scores.map(({ value }) => value),
      [0.15, 0.15, 0.3, 0.09, 0.3, 0.3],
    );
    assert.deepEqual(
      scores.map(({ level }) => level),
      [2, 2, 1, 3, 1, 5],
    );
    assert.ok(scores.every(({ pruned }) => pruned === undefined));
    near([scores[3]!.parts['to topic']!, scores[3]!.parts.chain!], [0.3, 0.3]);
    assert.ok(scores[2]!.parts['expected cycling']! > 0.9);
    near([scores[4]!.parts['by rule cycling']!], [0.5]);
  });

  test('a list of wanted pages on a page of another class is worth more than a clique of that class', async () => {
    const strategy = byHand({ set: { 'multi-level.query-weight': 0 } });
    const relevanceOf = async (anchor: string) => {
      const links = Array.from({ length: 6 }, (_, k) => [`/${k}`, anchor] as const);
      return (await ranked(strategy, html('Annual meeting', subjects.clubs, links)))[0]!.parts['to topic']!;
    };
    // (6 + 1)/(6 + 4) and (0 + 1)/(6 + 4), whatever the page's own class.
    near([await relevanceOf('bicycle wheel'), await relevanceOf('member meeting')], [0.7, 0.1]);
  });

  test('the likeness of anchor text and query has its weight in the priority', async () => {
    const scores = await ranked(byHand({ set: { 'multi-level.query-weight': 0.2 } }));
    // "bicycle wheel" with the query "bicycle": cosine 1/√2. 0.8·0.3 + 0.2/√2.
    near([scores[2]!.value, scores[4]!.value], [0.24 + 0.2 / Math.SQRT2, 0.24]);
    near([scores[2]!.parts.query!], [1 / Math.SQRT2]);
  });

  test('links further away than the levels reach wait behind them', async () => {
    const levels = async (most: number) =>
      (await ranked(byHand({ set: { 'multi-level.levels': most } }))).map(({ level }) => level);
    assert.deepEqual(await levels(2), [2, 2, 1, 3, 1, 3]);
    assert.deepEqual(await levels(1), [2, 2, 1, 2, 1, 2]);
  });

  test('anchor text that does not make a class certain is no evidence', async () => {
    // One word of clubs and one of towns: 1/2 each.
    const source = html('Annual meeting', subjects.clubs, [['/a', 'member mayor']]);
    const expected = async (certainty: number) =>
      Object.keys((await ranked(byHand({ set: { 'multi-level.certainty': certainty } }), source))[0]!.parts);
    assert.ok((await expected(0.4)).includes('expected clubs'));
    assert.ok((await expected(0.6)).includes('by rule cycling'));
  });

  test('R[p] may be taken from the rules instead: the confidence of clubs → cycling', async () => {
    const scores = await ranked(
      byHand({ set: { 'multi-level.query-weight': 0, 'multi-level.relevance': 'confidence' } }),
    );
    near([scores[2]!.value, scores[0]!.value], [0.5, 0.25]);
  });

  test('without rules all links get the probability that their page is wanted, on one level', async () => {
    const { strategy, page } = byHand({ set: { 'multi-level.rules': false, 'multi-level.query-weight': 0 } });
    const read = page(clubPage);
    const judgement = await strategy.judge(read, asSeed);
    const scores = await strategy.rank(read, judgement, read.links, asSeed);
    for (const score of scores) assert.deepEqual(score, { value: judgement.raw, parts: { wanted: judgement.raw } });
  });

  test('pages are judged by the probability of the wanted classes, with the likely classes as parts', async () => {
    const { strategy, page } = byHand();
    const { raw, relevance, parts } = await strategy.judge(page(html('Race', subjects.cycling)), asSeed);
    assert.equal(relevance, raw);
    assert.ok(raw > 0.99);
    assert.deepEqual(Object.keys(parts), ['class cycling']);
    assert.equal(parts['class cycling'], raw);
  });
});

describe('the schedule of levels', () => {
  const everyLevel = Array.from({ length: 10 }, (_, index) => index + 1);

  test('gives every tenth request to a deeper level, in turn', () => {
    const first = Array.from({ length: 40 }, (_, request) => levelsFor(request, 4, 0.1)[0]);
    assert.deepEqual(
      [...first.entries()].filter(([, level]) => level !== 1),
      [
        [9, 2],
        [19, 3],
        [29, 4],
        [39, 2],
      ],
    );
    assert.deepEqual(levelsFor(19, 4, 0.1).slice(0, 4), [3, 1, 2, 4]);
  });

  test('serves levels that only others fill at the end, not never', () => {
    assert.deepEqual(levelsFor(0, 2, 0.1), everyLevel);
    assert.deepEqual(levelsFor(9, 2, 0.1), [2, 1, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('always names every level once, its own first, and keeps to the share', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.double({ min: 0, max: 1, noNaN: true }), (levels, share) => {
        let deep = 0;
        for (let request = 0; request < 200; request++) {
          const order = levelsFor(request, levels, share);
          assert.deepEqual(order.slice(0, levels).sort(), [1, 2, 3, 4, 5].slice(0, levels));
          assert.deepEqual(order.slice(levels), everyLevel.slice(levels));
          if (order[0] !== 1) deep++;
        }
        assert.equal(deep, levels === 1 ? 0 : Math.floor(200 * share));
      }),
      { numRuns: 50 },
    );
  });
});

/** A page of a subject with links to pages of others, whose anchors are words of theirs. */
function webPage(
  subject: Subject,
  seed: number,
  links: readonly (readonly [to: string, about: Subject])[] = [],
): string {
  const random = seededRandom(seed);
  return html(
    textOf(subject, random, 2),
    textOf(subject, random),
    links.map(([to, about]) => [to, textOf(about, random, 2)] as const),
  );
}

describe('a multi-level crawl', () => {
  const file = () => taughtModel(taxonomyTrainer, invented);
  // The way to the races leads from a town over a club. Two recipes stand first on every page.
  const web = {
    'a.test/': webPage('towns', 1, [
      ['/soup', 'cooking'],
      ['/stew', 'cooking'],
      ['/club', 'clubs'],
    ]),
    'a.test/soup': webPage('cooking', 2, [['/more', 'cooking']]),
    'a.test/stew': webPage('cooking', 3),
    'a.test/more': webPage('cooking', 4),
    'a.test/club': webPage('clubs', 5, [
      ['/stew', 'cooking'],
      ['/race', 'cycling'],
      ['/town', 'towns'],
    ]),
    'a.test/race': webPage('cycling', 6, [['/race2', 'cycling']]),
    'a.test/race2': webPage('cycling', 7),
    'a.test/town': webPage('towns', 8),
  };
  const options = (set: Record<string, number | boolean> = {}) =>
    ({ query: 'onion broth', seed: 'http://a.test/', strategy: 'multi-level', model: file(), set }) as const;

  test('tunnels through towns and clubs to what is wanted, and turns to dead ends when nothing else is left', async () => {
    const order = await visitOrder(web, options());
    assert.deepEqual(order.slice(0, 5), ['a.test/', 'a.test/club', 'a.test/race', 'a.test/race2', 'a.test/town']);
    assert.deepEqual(order.slice(5).sort(), ['a.test/more', 'a.test/soup', 'a.test/stew']);
  });

  test('with a single level visits everything too, but not the way first', async () => {
    const order = await visitOrder(web, options({ 'multi-level.levels': 1, 'multi-level.query-weight': 0 }));
    assert.equal(order.length, 8);
    assert.deepEqual(order.slice(0, 2), ['a.test/', 'a.test/soup']);
  });

  test('without rules goes through the dead ends as they come', async () => {
    const order = await visitOrder(web, options({ 'multi-level.rules': false, 'multi-level.query-weight': 0 }));
    assert.deepEqual(order.slice(0, 4), ['a.test/', 'a.test/soup', 'a.test/stew', 'a.test/club']);
  });

  // Level 1 never runs dry; the club is on level 2, last on the page, and its turn is the fourth request.
  const races = Array.from({ length: 6 }, (_, k) => `/${k}`);
  const busy = {
    'a.test/': webPage('cycling', 1, [...races.map((race) => [race, 'cycling'] as const), ['/club', 'clubs']]),
    ...Object.fromEntries(races.map((race, k) => [`a.test${race}`, webPage('cycling', 10 + k)])),
    'a.test/club': webPage('clubs', 5),
  };

  test('gives deeper levels their share of the requests', async () => {
    const placeOfClub = async (tunnelling: number) =>
      (await visitOrder(busy, options({ 'multi-level.tunnelling': tunnelling }))).indexOf('a.test/club');
    assert.equal(await placeOfClub(0.25), 3);
    assert.equal(await placeOfClub(0), 7);
  });

  test('goes on after a stop as if there had been none', async () => {
    const [tunnelling, learning] = [
      options({ 'multi-level.tunnelling': 0.25 }),
      { ...options(), idf: 'collection' } as const,
    ];
    assert.deepEqual(await visitOrderResumed(busy, tunnelling, 1), await visitOrder(busy, tunnelling));
    assert.deepEqual(await visitOrderResumed(web, learning, 2), await visitOrder(web, learning));
  });
});

describe('multi-level refuses', () => {
  const refusal = (code: string, message: RegExp) => (thrown: unknown) =>
    thrown instanceof UsageError && thrown.code === code && message.test(thrown.message);

  test('to start without a model', () => {
    assert.throws(() => made(multiLevel, { query: 'x' }), refusal('no-model', /osprey train --for multi-level/));
  });

  test('a model of another kind or version', () => {
    const other = taughtModel(svmTrainer, invented);
    assert.throws(() => pages(other), refusal('wrong-model', /kind svm, but multi-level needs one of kind taxonomy/));
    const older = taughtModel(taxonomyTrainer, invented, { version: 0 });
    assert.throws(() => pages(older), refusal('model-version', /version 0/));
  });

  test('a model without rules, unless it is to do without', () => {
    const unlinked = { linkCounts: classes.map(() => [0, 0, 0, 0]) };
    assert.throws(() => byHand({}, unlinked), refusal('no-rules', /multi-level\.rules=false/));
    byHand({ set: { 'multi-level.rules': false } }, unlinked);
  });
});
