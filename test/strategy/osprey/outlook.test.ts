import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type FoundLink, Outlook, parentsKept, wordsKept } from '../../../src/strategy/osprey/outlook.js';

/** What a row should hold, in plain objects. */
interface Waiting {
  host: number;
  template: number;
  url: number;
  best: number;
  sum: number;
  links: number;
  anchor: number;
  parents: number[];
  words: number[];
}

const hash = fc.integer({ min: 1, max: 2 ** 32 - 1 });
/** Few keys, so that they are met again and deleted; most with the same low bits, so that they collide. */
const key = fc.oneof(
  fc.integer({ min: 1, max: 120 }).map((n) => n * 2 ** 20),
  fc.integer({ min: 1, max: 120 }),
  // At the end of the table, so that probing goes round.
  fc.integer({ min: 1, max: 30 }).map((n) => n * 2 ** 16 - 1),
);
const share = fc.float({ min: 0, max: 1, noNaN: true });
const link = fc.record({
  parent: fc.nat(1_000_000),
  reward: share,
  anchor: share,
  words: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 12 }).map((words) => Uint32Array.from(words)),
});
const change = fc.oneof(
  { weight: 3, arbitrary: fc.record({ found: fc.constant(true), key, host: hash, template: hash, url: share, link }) },
  { weight: 2, arbitrary: fc.record({ found: fc.constant(false), key }) },
) as fc.Arbitrary<
  | { found: true; key: number; host: number; template: number; url: number; link: FoundLink }
  | { found: false; key: number }
>;
const history = fc.array(change, { maxLength: 400 });

type Change = ReturnType<typeof history.generate>['value'][number];

function lived(changes: readonly Change[], outlook = new Outlook(), model = new Map<number, Waiting>()) {
  for (const one of changes) {
    if (!one.found) {
      outlook.delete(one.key);
      model.delete(one.key);
      continue;
    }
    const { host, template, url } = one;
    const known = outlook.find(one.key);
    assert.equal(known >= 0, model.has(one.key));
    const row = known >= 0 ? known : outlook.add(one.key, { host, template, url });
    outlook.found(row, one.link);
    const waiting = model.get(one.key) ?? {
      ...{ host, template, url, best: 0, sum: 0, links: 0, anchor: 0 },
      ...{ parents: [], words: [] },
    };
    model.set(one.key, waiting);
    const { parent, reward, anchor, words } = one.link;
    waiting.best = Math.max(waiting.best, reward);
    waiting.sum = Math.fround(waiting.sum + reward);
    waiting.links++;
    waiting.anchor = Math.max(waiting.anchor, anchor);
    if (waiting.parents.length < parentsKept) waiting.parents.push(parent);
    for (const word of words)
      if (waiting.words.length < wordsKept && !waiting.words.includes(word)) waiting.words.push(word);
  }
  return { outlook, model };
}

function wordsAt(outlook: Outlook, row: number): number[] {
  const { ids, from, to } = outlook.wordsOf(row);
  return [...ids.subarray(from, to)];
}

function waitingAt(outlook: Outlook, row: number): Waiting {
  return {
    host: outlook.hostOf(row),
    template: outlook.templateOf(row),
    url: outlook.urlLikeness(row),
    best: outlook.bestReward(row),
    sum: outlook.sumOfRewards(row),
    links: outlook.linksTo(row),
    anchor: outlook.anchorLikeness(row),
    parents: Array.from({ length: outlook.parentsKept(row) }, (_, index) => outlook.parent(row, index)),
    words: wordsAt(outlook, row),
  };
}

function assertSame(outlook: Outlook, model: ReadonlyMap<number, Waiting>): void {
  assert.equal(outlook.size, model.size);
  for (const [at, waiting] of model) assert.deepEqual(waitingAt(outlook, outlook.find(at)), waiting, `key ${at}`);
}

describe('the outlook of what waits', () => {
  test('does what a Map does while URLs come, are met again and go', () => {
    fc.assert(
      fc.property(history, key, (changes, other) => {
        const { outlook, model } = lived(changes);
        assertSame(outlook, model);
        if (!model.has(other)) assert.equal(outlook.find(other), -1);
      }),
      { numRuns: 200 },
    );
  });

  test('comes back from its numbers, whatever was there before, and lives on', () => {
    fc.assert(
      fc.property(history, history, history, (changes, before, after) => {
        const { outlook, model } = lived(changes);
        const { outlook: restored } = lived(before);
        restored.restore(outlook.snapshot());
        assertSame(restored, model);
        assert.deepEqual(restored.snapshot(), outlook.snapshot());
        lived(after, restored, model);
        assertSame(restored, model);
      }),
    );
  });

  test('keeps rows apart when thousands share their low bits, come and go', () => {
    const outlook = new Outlook();
    const keys = Array.from({ length: 3_000 }, (_, index) => (index + 1) * 2 ** 20 + (index % 3));
    for (const at of keys) outlook.add(at, { host: at, template: 1, url: 0 });
    for (const at of keys) if (at % 2 === 0) outlook.delete(at);
    for (const at of keys) {
      const row = outlook.find(at);
      if (at % 2 === 0) assert.equal(row, -1);
      else assert.equal(outlook.hostOf(row), at);
    }
    const left = keys.filter((at) => at % 2 !== 0);
    assert.equal(outlook.size, left.length);
    // Rows that were given up are used again before new ones are made.
    const rows = keys.filter((at) => at % 2 === 0).map((at) => outlook.add(at, { host: at, template: 1, url: 0 }));
    assert.ok(Math.max(...rows) < keys.length);
    assert.equal(outlook.size, keys.length);
  });

  test('comes back in pieces that follow one another, however many rows there are', () => {
    const [outlook, restored] = [new Outlook(), new Outlook()];
    for (let at = 1; at <= 20_000; at++) outlook.add(at, { host: at, template: 1, url: at / 2 });
    for (let at = 1; at <= 20_000; at += 3) outlook.delete(at);
    const { length } = outlook.pieces();
    assert.equal(outlook.snapshot().length, length);
    // As it lies among others: where no number may begin.
    const among = Buffer.alloc(length + 3);
    among.set(outlook.snapshot(), 3);
    restored.restore(among.subarray(3));
    assert.equal(restored.size, outlook.size);
    for (const at of [2, 9_999, 20_000])
      assert.deepEqual([restored.hostOf(restored.find(at)), restored.urlLikeness(restored.find(at))], [at, at / 2]);
    assert.equal(restored.find(1), -1);
  });

  test('starts a row anew when a URL comes back after it was visited', () => {
    const outlook = new Outlook();
    const keys = { host: 1, template: 2, url: 0.5 };
    const found = { parent: 3, reward: 0.75, anchor: 0.25, words: Uint32Array.of(5, 5, 6) };
    outlook.found(outlook.add(9, keys), found);
    outlook.found(outlook.find(9), { ...found, reward: 0.5 });
    const row = outlook.find(9);
    assert.deepEqual(
      [outlook.bestReward(row), outlook.sumOfRewards(row), outlook.linksTo(row), wordsAt(outlook, row)],
      [0.75, 1.25, 2, [5, 6]],
    );
    outlook.delete(9);
    const again = outlook.add(9, keys);
    assert.deepEqual(
      [outlook.bestReward(again), outlook.linksTo(again), outlook.parentsKept(again), wordsAt(outlook, again).length],
      [0, 0, 0, 0],
    );
  });

  test('comes back from what version 0.1 has packed: every column a double', () => {
    const bytesOf = (numbers: readonly number[]) => new Uint8Array(Float64Array.from(numbers).buffer);
    const columns = [9, 0.75, 1.25, 2, 0.25, 0.5, 4_000_000_000, 2, 1, 2, 3, 0, 0, 0, 5, 6, 0, 0, 0, 0, 0, 0];
    const outlook = new Outlook();
    outlook.restore(bytesOf(columns));
    const row = outlook.find(9);
    assert.deepEqual(
      [outlook.sumOfRewards(row), outlook.hostOf(row), outlook.parent(row, 0), wordsAt(outlook, row)],
      [1.25, 4_000_000_000, 3, [5, 6]],
    );
    assert.throws(() => outlook.restore(bytesOf(columns.slice(1))), { code: 'knowledge-damaged' });
  });

  test('numbers that were cut short are refused', () => {
    const outlook = new Outlook();
    outlook.add(9, { host: 1, template: 2, url: 0.5 });
    const packed = outlook.snapshot();
    for (const cut of [packed.subarray(8), packed.subarray(0, -8), packed.subarray(0, -1)])
      assert.throws(() => outlook.restore(cut), { name: 'Failure', code: 'knowledge-damaged' });
    assert.equal(outlook.size, 1);
  });
});
