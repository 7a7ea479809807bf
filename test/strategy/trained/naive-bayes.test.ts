import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CrawlOptions } from '../../../src/config/options.js';
import { UsageError } from '../../../src/failure.js';
import { countClasses } from '../../../src/learning/bayes/naive-bayes.js';
import { taxonomyTrainer } from '../../../src/learning/taxonomy-trainer.js';
import { naiveBayes } from '../../../src/strategy/trained/naive-bayes.js';
import { TextPipeline } from '../../../src/text/text-pipeline.js';
import { inventedPages } from '../../learning/invented-pages.js';
import { taughtModel, trainingSet } from '../../learning/taught.js';
import { html } from '../../site.js';
import { asSeed, made } from '../made.js';
import { near } from '../near.js';
import { visitOrder, visitOrderResumed } from '../visit-order.js';

// Three classes of one text each: law "court court judge", music "court opera", sport "race". Four terms in all. With λ = 1:
// law:   (2+1)/(3+4) court = 3/7, judge 2/7.   music: court 2/6, judge 1/6.   sport: court 1/5, judge 1/5.
const pipeline = new TextPipeline();
const counts = countClasses(3, [
  [0, pipeline.counts('court court judge')],
  [1, pipeline.counts('court opera')],
  [2, pipeline.counts('race')],
]);
const fitted = { counts, smoothing: 1, words: 500 };
const byHand = {
  classes: ['law', 'music', 'sport'],
  targets: [0, 2],
  pages: fitted,
  links: fitted,
  linkCounts: [1, 2, 3].map(() => [0, 0, 0]),
};
const invented = trainingSet(inventedPages(3), 'cycling');

function crawler(options: Omit<Partial<CrawlOptions>, 'query'> = {}, model: unknown = byHand) {
  const file = taughtModel(taxonomyTrainer, invented, { model });
  return made(naiveBayes, { query: 'x', model: file, ...options });
}

// "court judge": law 3/7·2/7 = 6/49, music 1/3·1/6 = 1/18, sport 1/25; the priors are alike.
const shares = [6 / 49, 1 / 18, 1 / 25];
const sum = shares[0]! + shares[1]! + shares[2]!;
const page = '<p>court judge</p><a href="/a"></a><a href="/b"></a>';

describe('the soft focus crawler', () => {
  test('judges a page by the sum of the probabilities of the wanted classes, and tells the likely ones', async () => {
    const { strategy, page: read } = crawler();
    const { raw, relevance, parts } = await strategy.judge(read(page), asSeed);
    near([raw, relevance], [(shares[0]! + shares[2]!) / sum, (shares[0]! + shares[2]!) / sum]);
    assert.deepEqual(Object.keys(parts), ['class law', 'class music', 'class sport']);
    near(
      Object.values(parts),
      shares.map((share) => share / sum),
    );
  });

  test('gives all links of a page its relevance', async () => {
    const { strategy, page: read } = crawler();
    const judgement = await strategy.judge(read(page), asSeed);
    const scores = await strategy.rank(read(page), judgement, read(page).links, asSeed);
    assert.deepEqual(scores, new Array(2).fill({ value: judgement.raw, parts: { wanted: judgement.raw } }));
  });

  test('smooths as it is told, and counts long pages as short ones', async () => {
    const relevance = async (set: Record<string, number>, source: string) => {
      const { strategy, page: read } = crawler({ set });
      return (await strategy.judge(read(source), asSeed)).raw;
    };
    // λ = 0.5: law 2.5/5·1.5/5 = 3/20, music 1.5/4·0.5/4 = 3/64, sport (0.5/3)² = 1/36.
    const [law, music, sport] = [3 / 20, 3 / 64, 1 / 36];
    near([await relevance({ 'naive-bayes.smoothing': 0.5 }, page)], [(law + sport) / (law + music + sport)]);
    near(
      [await relevance({ 'naive-bayes.words': 2 }, '<p>court judge court judge court judge</p>')],
      [(shares[0]! + shares[2]!) / sum],
    );
  });

  test('with hard focus, follows only links of pages whose likeliest class is wanted', async () => {
    const prunes = async (source: string) => {
      const { strategy, page: read } = crawler({ set: { 'naive-bayes.hard-focus': true } });
      const links = read(source).links;
      return (await strategy.rank(read(source), await strategy.judge(read(source), asSeed), links, asSeed))[0]!.pruned;
    };
    assert.ok(!(await prunes(page)));
    assert.ok(await prunes('<p>opera opera</p><a href="/a">x</a>'));
  });
});

describe('a crawl with soft focus', () => {
  // Both hubs have the score of the seed; the links of the second, about cycling, come first, though the query is about cooking.
  const web = {
    'a.test/': html('Start', 'bicycle wheel sprint', [
      ['/soup', 'soup'],
      ['/race', 'race'],
    ]),
    'a.test/soup': html('Soup', 'onion broth salt carrot garlic recipe', [['/stew', 'stew']]),
    'a.test/race': html('Race', 'bicycle peloton stage mountain helmet', [['/race2', 'onion']]),
    'a.test/stew': html('Stew', 'onion pepper butter'),
    'a.test/race2': html('Race', 'sprint stage pedal'),
  };
  const options = (set = {}) =>
    ({
      query: 'onion broth',
      seed: 'http://a.test/',
      strategy: 'naive-bayes',
      model: taughtModel(taxonomyTrainer, invented),
      set,
    }) as const;
  const order = ['a.test/', 'a.test/soup', 'a.test/race', 'a.test/race2', 'a.test/stew'];

  test('follows the links of wanted pages first, resumed or not', async () => {
    assert.deepEqual(await visitOrder(web, options()), order);
    assert.deepEqual(await visitOrderResumed(web, options()), order);
  });

  test('with hard focus does not follow those of other pages at all', async () => {
    assert.deepEqual(await visitOrder(web, options({ 'naive-bayes.hard-focus': true })), order.slice(0, 4));
  });
});

describe('naive-bayes refuses', () => {
  const refusal = (code: string) => (thrown: unknown) => thrown instanceof UsageError && thrown.code === code;

  test('to start without a model, or with one that does not fit', () => {
    assert.throws(() => made(naiveBayes, { query: 'x' }), refusal('no-model'));
    assert.throws(() => made(naiveBayes, { query: 'x', model: '/no/such/file' }), refusal('bad-model'));
    const file = taughtModel(taxonomyTrainer, invented, { version: 99 });
    assert.throws(() => made(naiveBayes, { query: 'x', model: file }), refusal('model-version'));
    assert.throws(() => crawler({ stem: false }), refusal('model-terms'));
  });
});
