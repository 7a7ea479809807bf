import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { UsageError } from '../../../src/failure.js';
import { bestFirst } from '../../../src/strategy/classic/best-first.js';
import { nBestFirst } from '../../../src/strategy/classic/n-best-first.js';
import { html } from '../../site.js';
import { asSeed, made } from '../made.js';
import { visitOrder, visitOrderResumed } from '../visit-order.js';

const query = 'court law';

describe('n-best-first', () => {
  test('ranks as best-first, in a queue of which the best N become the batch', async () => {
    const scoresOf = async (entry: typeof bestFirst) => {
      const { strategy, page: read } = made(entry, { query, set: { 'n-best-first.n': 7 } });
      const page = read(html('Law', 'of the land', [['/court', 'courts of law'] as const, ['/tea', 'tea']]));
      return { strategy, scores: await strategy.rank(page, await strategy.judge(page, asSeed), page.links, asSeed) };
    };
    const [plain, batched] = await Promise.all([scoresOf(bestFirst), scoresOf(nBestFirst)]);
    assert.deepEqual(
      batched.scores,
      plain.scores.map((score) => ({ ...score, level: 2 })),
    );
    assert.equal(batched.strategy.queueing!.merge, plain.strategy.queueing?.merge);
    assert.deepEqual(batched.strategy.queueing!.refill!(), [{ promote: 7, from: 2, to: 1 }]);
  });

  test('visits 256 at a time unless told otherwise, and one at least', () => {
    assert.deepEqual(made(nBestFirst, { query }).strategy.queueing!.refill!(), [{ promote: 256, from: 2, to: 1 }]);
    assert.throws(() => made(nBestFirst, { query, set: { 'n-best-first.n': 0 } }), UsageError);
  });

  // Behind the seed: tea, court, law. What "court" leads to is better than "law", which is better than "tea".
  const web = {
    'a.test/': html('Start', 'court', [
      ['/tea', 'tea'],
      ['/court', 'court law'],
      ['/law', 'law of nature and man'],
    ]),
    'a.test/tea': html('Tea', 'green'),
    'a.test/court': html('Court law', 'court law', [['/supreme', 'court law']]),
    'a.test/law': html('Law', 'of nature', [['/nature', 'court law']]),
    'a.test/supreme': html('Supreme', 'court'),
    'a.test/nature': html('Nature', 'trees'),
  };
  const seed = 'http://a.test/';
  const order = (n: number) => ({ query, seed, strategy: 'n-best-first', set: { 'n-best-first.n': n } });

  test('takes N links, visits them all, and only then ranks what they led to', async () => {
    assert.deepEqual(await visitOrder(web, order(2)), [
      'a.test/',
      'a.test/court',
      'a.test/law',
      'a.test/supreme',
      'a.test/nature',
      'a.test/tea',
    ]);
  });

  test('with N = 1 is best-first', async () => {
    const best = await visitOrder(web, { query, seed, strategy: 'best-first' });
    assert.deepEqual(await visitOrder(web, order(1)), best);
    assert.deepEqual(best.slice(1, 4), ['a.test/court', 'a.test/supreme', 'a.test/law']);
  });

  test('goes on after a stop in the middle of a batch as if nothing had happened', async () => {
    assert.deepEqual(await visitOrderResumed(web, order(2)), await visitOrder(web, order(2)));
    assert.deepEqual(await visitOrderResumed(web, order(3), 2), await visitOrder(web, order(3)));
  });
});
