import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { random } from '../../../src/strategy/classic/random.js';
import { html } from '../../site.js';
import { made } from '../made.js';
import { visitOrder, visitOrderResumed } from '../visit-order.js';

const web = {
  'a.test/': html('Start', 'here', [
    ['/a', 'a'],
    ['/b', 'b'],
    ['/c', 'c'],
  ]),
  'a.test/a': html('A', 'page', [
    ['/d', 'd'],
    ['/e', 'e'],
    ['/f', 'f'],
  ]),
  'a.test/b': html('B', 'another'),
  'a.test/c': html('C', 'a third'),
  'a.test/d': html('D', 'a fourth'),
  'a.test/e': html('E', 'a fifth'),
  'a.test/f': html('F', 'a sixth'),
};
const options = { query: 'page', seed: 'http://a.test/', strategy: 'random' };

describe('random', () => {
  test('takes each queued URL with the same chance, however long it has waited', async () => {
    // Behind the start wait a, b and c. After a come d, e and f: then b and c are two of five.
    let firstIsA = 0;
    let oldNext = 0;
    for (let randomSeed = 0; randomSeed < 3000; randomSeed++) {
      const { strategy, page } = made(random, { query: 'page', randomSeed });
      const waits = async (place: keyof typeof web, time?: number) => {
        const read = page(web[place], `http://${place}`);
        const from = time === undefined ? undefined : { url: 'http://a.test/', inheritedState: { time } };
        const reached = { depth: 0, level: 1, ...(from && { from }) };
        const judgement = await strategy.judge(read, reached);
        const scores = await strategy.rank(read, judgement, read.links, reached);
        return scores.map(({ value }) => -value);
      };
      const [a, b, c] = (await waits('a.test/')) as [number, number, number];
      if (a > b || a > c) continue;
      firstIsA++;
      if (Math.min(b, c) < Math.min(...(await waits('a.test/a', 0)))) oldNext++;
    }
    // One in three, and then two in five; standard errors .0086 and .0155.
    assert.ok(Math.abs(firstIsA / 3000 - 1 / 3) < 0.03, `${firstIsA}`);
    assert.ok(Math.abs(oldNext / firstIsA - 0.4) < 0.05, `${oldNext / firstIsA}`);
  });

  test('draws the same for the same random seed, also when it is resumed, and otherwise another order', async () => {
    const order = await visitOrder(web, { ...options, randomSeed: 3 });
    assert.deepEqual(await visitOrderResumed(web, { ...options, randomSeed: 3 }), order);
    assert.equal(order.length, 7);
    assert.notDeepEqual(await visitOrder(web, { ...options, randomSeed: 4 }), order);
  });
});
