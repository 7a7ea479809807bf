import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TermTable } from '../../src/text/term-table.js';

test('a term table does what a Map does, also after growing and clearing', () => {
  // Few low bits make ids collide.
  const ids = fc.oneof(
    fc.integer({ min: 1, max: 2 ** 32 - 1 }),
    fc.integer({ min: 1, max: 500 }).map((n) => n * 2 ** 20),
  );
  fc.assert(
    fc.property(fc.array(fc.array(fc.tuple(ids, fc.integer()), { maxLength: 300 }), { maxLength: 3 }), (rounds) => {
      const table = new TermTable();
      for (const round of rounds) {
        table.clear();
        const model = new Map<number, number>();
        for (const [id, amount] of round) {
          table.add(id, amount);
          model.set(id, (model.get(id) ?? 0) + amount);
        }
        assert.equal(table.size, model.size);
        assert.deepEqual([...table.ids], [...model.keys()]);
        assert.deepEqual([...table.values], [...model.values()]);
        for (const [id, value] of model) assert.equal(table.get(id), value);
        assert.equal(table.get(123_456_789, -1), model.get(123_456_789) ?? -1);
      }
    }),
  );
});

test('a term table that grew large gives its memory back when cleared', () => {
  const table = new TermTable();
  for (let id = 1; id <= 100_000; id++) table.add(id, 1);
  table.clear();
  assert.equal(table.size, 0);
  assert.equal(table.get(5), 0);
  assert.ok(table.ids.buffer.byteLength < 1000);
});
