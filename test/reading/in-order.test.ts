import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { inOrder } from '../../src/reading/in-order.js';

async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('reading ahead', () => {
  test('gives what was read in the order of the items, whatever was done first', async () => {
    const turns = [5, 1, 3, 0, 2];
    const read = async (wait: number) => {
      for (let turn = 0; turn < wait; turn++) await setImmediate();
      return wait * 10;
    };
    const expected = turns.map((wait) => [wait, wait * 10]);
    for (const ahead of [1, 2, 16]) assert.deepEqual(await collected(inOrder(turns, read, ahead)), expected);
    assert.deepEqual(await collected(inOrder([], read)), []);
  });

  test('never has more than so many under way', async () => {
    let [running, most] = [0, 0];
    const read = async () => {
      most = Math.max(most, ++running);
      await setImmediate();
      running--;
    };
    await collected(inOrder(Array(20).fill(0), read, 4));
    assert.equal(most, 4);
  });

  test('a reading that fails is met in its turn, and a later one that failed first disturbs nobody', async () => {
    const read = async (item: number) => {
      if (item === 3) throw new Error('the third');
      for (let turn = 0; turn < 5; turn++) await setImmediate();
      if (item === 2) throw new Error('the second');
      return item;
    };
    const seen: number[] = [];
    await assert.rejects(
      async () => {
        for await (const [item] of inOrder([1, 2, 3], read)) seen.push(item);
      },
      { message: 'the second' },
    );
    assert.deepEqual(seen, [1]);
  });

  test('whoever has enough may leave', async () => {
    for await (const [item, result] of inOrder([1, 2, 3], (item) => {
      if (item > 1) throw new Error('nobody waits for this');
      return item;
    })) {
      assert.equal(item, result);
      break;
    }
    await setImmediate();
  });
});
