import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { UsageError } from '../../../src/failure.js';
import { pagerank } from '../../../src/strategy/pagerank/pagerank.js';
import { html } from '../../site.js';
import { asSeed, made } from '../made.js';
import { near } from '../near.js';
import { visitOrder, visitOrderResumed } from '../visit-order.js';

const query = 'court';

function linking(...names: readonly string[]): string {
  return html(
    `To ${names}`,
    'court',
    names.map((name) => [`/${name}`, name] as const),
  );
}

function names(letter: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${letter}${index}`);
}

/** Visits one page after the other; what each visit gave its links, and what it had moved. */
async function visits(
  pages: Readonly<Record<string, string>>,
  set: Record<string, number>,
  idf: 'one' | 'collection' = 'one',
) {
  const { strategy, page: read } = made(pagerank, { query, set, idf });
  const seen = [];
  for (const [name, document] of Object.entries(pages)) {
    const page = read(document, `http://a.test/${name}`);
    const judgement = await strategy.judge(page, asSeed);
    const scores = await strategy.rank(page, judgement, page.links, asSeed);
    const { url, terms, links } = page;
    const moved = strategy.learn!({ url, terms, links, judgement, relevant: true, reached: asSeed });
    seen.push({ scores, moved });
  }
  return { strategy, seen };
}

describe('pagerank', () => {
  // d = 1/2. Page a links to b and c, page b to a; c is not visited. In multiples of a page without in-links:
  //   a = 1 + b/2, b = 1 + a/4, c = 1 + a/4  ⇒  a = 12/7, b = c = 10/7.
  // At the visits: a is worth 1 and gives 1/2 · 1/2 = 0.25 to b and c; then b, worth 1.25, gives 0.625 to a.
  const cycle = { a: linking('b', 'c'), b: linking('a') };
  const set = { 'pagerank.damping': 0.5, 'pagerank.every': 2, 'pagerank.tolerance': 1e-12 };

  test('gives a link the rank of its target with what the page adds, at once', async () => {
    const { seen } = await visits(cycle, set);
    near(
      seen[0]!.scores.map(({ value }) => value),
      [1.25, 1.25],
    );
    assert.deepEqual(seen[0]!.scores[0]!.parts, { rank: 1, share: 0.25 });
    near(
      seen[1]!.scores.map(({ value }) => value),
      [1.625],
    );
  });

  test('works out all ranks anew after some pages, and moves the queued URLs', async () => {
    const { seen } = await visits(cycle, set);
    assert.equal(seen[0]!.moved, undefined);
    const [moved, ...others] = seen[1]!.moved!;
    assert.deepEqual(others, []);
    assert.ok('url' in moved!);
    assert.equal(moved.url, 'http://a.test/c');
    near([moved.score], [10 / 7]);
  });

  test('leaves a URL where it is while its rank has hardly changed', async () => {
    // From 1.25 to 10/7 the links bring 71 % more.
    assert.equal((await visits(cycle, { ...set, 'pagerank.change': 0.72 })).seen[1]!.moved!.length, 0);
    assert.equal((await visits(cycle, { ...set, 'pagerank.change': 0.71 })).seen[1]!.moved!.length, 1);
  });

  test('goes on from a snapshot, with the statistics of the collection beside the ranks', async () => {
    const more = { ...cycle, c: linking('d', 'a') };
    for (const idf of ['one', 'collection'] as const) {
      const { strategy } = await visits(more, set, idf);
      const [before, after] = [(await visits(cycle, set, idf)).strategy, made(pagerank, { query, set, idf })];
      after.strategy.knowledge!.restore(before.knowledge!.snapshot());
      const page = after.page(more.c, 'http://a.test/c');
      const judgement = await after.strategy.judge(page, asSeed);
      const { url, terms, links } = page;
      after.strategy.learn!({ url, terms, links, judgement, relevant: true, reached: asSeed });
      assert.deepEqual(after.strategy.knowledge!.snapshot(), strategy.knowledge!.snapshot());
    }
  });

  test('refuses a damping of 1, where ranks would have no end', () => {
    assert.throws(() => made(pagerank, { query, set: { 'pagerank.damping': 1 } }), UsageError);
  });

  // Start: 1; many, more and one: 1 + 0.85/3 = 1.283. Two links of ten bring "court" to 1 + 2 · 0.85 · 1.283/10 = 1.218, the only
  // one of its page "quiet" to 1 + 0.85 · 1.283 = 2.091.
  const share = {
    'a.test/': linking('many', 'more', 'one'),
    'a.test/many': linking(...names('m', 9), 'court'),
    'a.test/more': linking(...names('n', 9), 'court'),
    'a.test/one': linking('quiet'),
    'a.test/court': html('Court', 'law'),
    'a.test/quiet': html('Quiet', 'tea'),
  };
  const options = { query, seed: 'http://a.test/', strategy: 'pagerank', maxPages: 6 };

  test('prefers one link of a page that links to little to two of pages that link to much', async () => {
    const order = async (strategy: string) =>
      (await visitOrder(share, { ...options, strategy })).map((url) => url.replace('a.test/', ''));
    assert.deepEqual(await order('pagerank'), ['', 'many', 'more', 'one', 'quiet', 'court']);
    assert.deepEqual(await order('backlinks'), ['', 'many', 'more', 'court', 'one', 'quiet']);
  });

  // Start: 1; hub, fan and last: 1 + 0.85/3 = 1.283. The hub's five links: 1 + 0.85 · 1.283/5 = 1.218, less than fan and last.
  // The fan links to nothing but the hub, which is then worth 1.283 + 0.85 · 1.283 = 2.374, and its links 1.404.
  const rising = {
    'a.test/': linking('hub', 'fan', 'last'),
    'a.test/hub': linking(...names('h', 5)),
    'a.test/fan': linking('hub'),
    'a.test/last': html('Last', 'tea'),
    ...Object.fromEntries(names('h', 5).map((name) => [`a.test/${name}`, html(name, 'tea')])),
  };
  const rises = { ...options, maxPages: 9, set: { 'pagerank.every': 1 } };

  test('moves the links of a page up when its own rank has risen', async () => {
    const places = async (set: Record<string, number>) =>
      (await visitOrder(rising, { ...rises, set })).indexOf('a.test/last');
    assert.equal(await places({ 'pagerank.every': 1 }), 8);
    assert.equal(await places({ 'pagerank.every': 100 }), 3);
  });

  test('goes on after a stop with the graph it knew', async () => {
    assert.deepEqual(await visitOrderResumed(rising, rises), await visitOrder(rising, rises));
    assert.deepEqual(await visitOrderResumed(share, options, 2), await visitOrder(share, options));
  });
});
