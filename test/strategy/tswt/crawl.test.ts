import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CrawlOptions } from '../../../src/config/options.js';
import { html } from '../../site.js';
import { visitOrder, visitOrderResumed } from '../visit-order.js';

const seed = ['http://s1.test/', 'http://s2.test/'];

/** Where the crawl goes once the seeds are visited. */
async function orderAfterSeeds(
  pages: Parameters<typeof visitOrder>[0],
  options: Partial<CrawlOptions>,
): Promise<string[]> {
  const order = await visitOrder(pages, { query: 'jaguar', seed, strategy: 'tswt', idf: 'one', ...options });
  assert.deepEqual(order.slice(0, 2), ['s1.test/', 's2.test/']);
  return order.slice(2);
}

const car = 'jaguar engine sedan engine sedan';

describe('tswt: the crawl', () => {
  // Nothing but its words speaks for "sedan engine": they are in the table, which the seeds have filled, and not in the query.
  const words = {
    's1.test/': html('Jaguar', car, [
      ['http://a.test/weather', 'weather report'],
      ['http://a.test/models', 'sedan engine'],
    ]),
    's2.test/': html('Jaguar', car, []),
    'a.test/weather': html('Weather', 'rain'),
    'a.test/models': html('Models', car),
  };

  test('follows words that the seeds have in common with the topic, which the query alone would not', async () => {
    const byQuery = await orderAfterSeeds(words, { strategy: 'best-first' });
    const byTable = await orderAfterSeeds(words, {});
    assert.deepEqual(byQuery, ['a.test/weather', 'a.test/models']);
    assert.deepEqual(byTable, ['a.test/models', 'a.test/weather']);
  });

  test('holds links until all seeds are visited, also when a seed has to wait for its host', async () => {
    const pages = {
      's1.test/': html('Jaguar', car, [['http://a.test/models', 'jaguar']]),
      's1.test/second': html('Second', car),
      's1.test/third': html('Third', car),
      'a.test/models': html('Models', car),
    };
    // The other host is open long before the third seed's is again.
    const seed = ['http://s1.test/', 'http://s1.test/second', 'http://s1.test/third'];
    const order = await visitOrder(pages, { query: 'jaguar', seed, strategy: 'tswt', delay: '200ms' });
    assert.deepEqual(order, ['s1.test/', 's1.test/second', 's1.test/third', 'a.test/models']);
  });

  test('a seed that fails counts as visited', async () => {
    const { 's2.test/': _, ...pages } = words;
    const order = await visitOrder(pages, { query: 'jaguar', seed, strategy: 'tswt' });
    assert.deepEqual(order, ['s1.test/', 'a.test/models', 'a.test/weather']);
  });

  test('goes nowhere where all seeds fail, and no further where they have no links', async () => {
    assert.deepEqual(await visitOrder({}, { query: 'jaguar', seed, strategy: 'tswt' }), []);
    assert.deepEqual(await orderAfterSeeds({ 's1.test/': html('', ''), 's2.test/': html('Jaguar', car) }, {}), []);
  });

  // Formed after the first page, the table is {jaguar}. It gives the second seed less than a seed has (only its parent, which
  // is not all jaguar, speaks for it), and the other link more: anchor 1, cohesive 1, parent.
  test('a seed that another seed links to keeps its place among the seeds, and before all links', async () => {
    const pages = {
      's1.test/': html('Jaguar', car, [
        ['http://s2.test/', 'rain'],
        ['http://a.test/models', 'jaguar'],
      ]),
      's2.test/': html('Second', car, [['http://a.test/second', 'jaguar']]),
      's3.test/': html('Third', car),
      'a.test/models': html('Models', car),
      'a.test/second': html('Second', car),
    };
    const set = { 'tswt.table': 'static', 'tswt.static-size': 1, 'tswt.most-held-pages': 1 };
    const options = { query: 'jaguar', seed: [...seed, 'http://s3.test/'], strategy: 'tswt', idf: 'one', set } as const;
    const order = await visitOrder(pages, options);
    assert.deepEqual(order, ['s1.test/', 's2.test/', 's3.test/', 'a.test/models', 'a.test/second']);
    assert.deepEqual(await visitOrderResumed(pages, options), order);
  });

  // Both links have the same words. One has two parents among the seeds.
  test('the relevance of parents adds up', async () => {
    const both = ['http://a.test/both', 'more'] as const;
    const pages = {
      's1.test/': html('Jaguar', car, [['http://a.test/one', 'more'], both]),
      's2.test/': html('Jaguar', car, [both]),
      'a.test/one': html('One', 'rain'),
      'a.test/both': html('Both', 'rain'),
    };
    assert.deepEqual(await orderAfterSeeds(pages, { strategy: 'best-first' }), ['a.test/one', 'a.test/both']);
    assert.deepEqual(await orderAfterSeeds(pages, {}), ['a.test/both', 'a.test/one']);
    assert.deepEqual(await orderAfterSeeds(pages, { set: { 'tswt.parents': 'max' } }), ['a.test/one', 'a.test/both']);
  });

  test('of links in the queue, one that a visited page has too comes up', async () => {
    const again = ['http://a.test/again', 'more'] as const;
    const pages = {
      's1.test/': html('Jaguar', car, [
        ['http://a.test/first', 'jaguar sedan engine'],
        ['http://a.test/other', 'more'],
        again,
      ]),
      's2.test/': html('Jaguar', car),
      'a.test/first': html('First', car, [again]),
      'a.test/other': html('Other', 'rain'),
      'a.test/again': html('Again', 'rain'),
    };
    const order = await orderAfterSeeds(pages, {});
    assert.deepEqual(order, ['a.test/first', 'a.test/again', 'a.test/other']);
  });

  const genres = {
    's1.test/': html('Jaguar', car, [
      ['http://a.test/chess', 'forum thread reply'],
      ['http://a.test/talk', 'sedan engine forum thread'],
      ['http://a.test/shop', 'sedan engine jaguar'],
    ]),
    's2.test/': html('Jaguar', `${car} ${car}`),
    'a.test/chess': html('Chess', 'rain'),
    'a.test/talk': html('Talk', 'rain'),
    'a.test/shop': html('Shop', 'rain'),
  };
  // Table of 3 terms of nearly the same weight, genre of 4; what an anchor has counts twice, as its own sentence.
  // Topic: shop 2·3/3 = 2, talk 2·2/3 = 1.33, chess 0. Genre: chess 2·3/4 = 1.5, talk 2·2/4 = 1, shop 0. Sum: talk 2.33, shop 2, chess 1.5.
  const genreTerms = ['forum', 'thread', 'reply', 'member'];
  const few = { 'tswt.table': 'static', 'tswt.static-size': 3 };

  test('follows the topic, the genre, or both together', async () => {
    const [shop, talk, chess] = ['a.test/shop', 'a.test/talk', 'a.test/chess'];
    assert.deepEqual(await orderAfterSeeds(genres, { set: few }), [shop, talk, chess]);
    const genreOnly = { ...few, 'tswt.topic-weight': 0 };
    assert.deepEqual(await orderAfterSeeds(genres, { set: genreOnly, genreTerms }), [chess, talk, shop]);
    assert.deepEqual(await orderAfterSeeds(genres, { set: few, genreTerms }), [talk, shop, chess]);
  });

  // The page "roadsters" is like the table and full of a word that it lacks; the links of "list" are scored afterwards.
  const growing = {
    's1.test/': html('Jaguar', car, [
      ['http://a.test/roadsters', 'jaguar sedan engine'],
      ['http://a.test/list', 'jaguar'],
    ]),
    's2.test/': html('Jaguar', car),
    'a.test/roadsters': html('Jaguar', `${car} roadster roadster roadster roadster roadster roadster`),
    'a.test/list': html('List', 'jaguar', [
      ['http://b.test/rain', 'rain'],
      ['http://b.test/car', 'roadster'],
    ]),
    'b.test/rain': html('Rain', 'rain'),
    'b.test/car': html('Car', 'roadster'),
  };

  test('a dynamic table takes up the words of relevant pages, a static one does not', async () => {
    const sizes = { 'tswt.static-size': 3, 'tswt.dynamic-size': 3 };
    const start = ['a.test/roadsters', 'a.test/list'];
    const fixed = await orderAfterSeeds(growing, { set: { ...sizes, 'tswt.table': 'static' } });
    const dynamic = await orderAfterSeeds(growing, { set: { ...sizes, 'tswt.table': 'dynamic' } });
    assert.deepEqual(fixed, [...start, 'b.test/rain', 'b.test/car']);
    assert.deepEqual(dynamic, [...start, 'b.test/car', 'b.test/rain']);
  });

  test('pages with words of another meaning are not learnt from, and their links not followed', async () => {
    const pages = {
      ...words,
      's2.test/': html('Jaguar', 'jaguar cat jungle weather report weather report weather report', [
        ['http://a.test/zoo', 'jaguar'],
      ]),
    };
    const order = await visitOrder(pages, { query: 'jaguar', seed, strategy: 'tswt', not: ['cat'], notRule: 'drop' });
    assert.deepEqual(order, ['s1.test/', 'a.test/models', 'a.test/weather']);
  });

  test('is resumed in the middle of the seeds and after the table as if nothing had happened', async () => {
    for (const [pages, set] of [
      [words, {}],
      [genres, few],
      [growing, { 'tswt.dynamic-size': 3 }],
      [growing, { 'tswt.dynamic-size': 3, 'tswt.most-held-pages': 1 }],
    ] as const) {
      const options = { query: 'jaguar', seed, strategy: 'tswt', idf: 'collection', genreTerms, set } as const;
      assert.deepEqual(await visitOrderResumed(pages, options), await visitOrder(pages, options));
    }
  });
});
