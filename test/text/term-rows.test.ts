import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { TermRows } from '../../src/text/term-rows.js';

/** Few low bits make ids collide. */
const ids = fc.oneof(
  fc.integer({ min: 1, max: 2 ** 32 - 1 }),
  fc.integer({ min: 1, max: 500 }).map((n) => n * 2 ** 20),
);
const amounts = fc.double({ noNaN: true, noDefaultInfinity: true });
const additions = fc.array(fc.tuple(ids, fc.nat(2), amounts), { maxLength: 400 });

type Additions = readonly (readonly [id: number, column: number, amount: number])[];

function filled(added: Additions): TermRows {
  const rows = new TermRows(3);
  for (const [id, column, amount] of added) {
    const at = rows.at(id);
    rows.values[at + column]! += amount;
  }
  return rows;
}

function modelled(added: Additions): Map<number, number[]> {
  const model = new Map<number, number[]>();
  for (const [id, column, amount] of added) {
    const row = model.get(id) ?? [0, 0, 0];
    row[column]! += amount;
    model.set(id, row);
  }
  return model;
}

function assertSame(rows: TermRows, model: ReadonlyMap<number, readonly number[]>): void {
  assert.equal(rows.size, model.size);
  for (const [id, row] of model) {
    const at = rows.find(id);
    assert.deepEqual([...rows.values.subarray(at, at + 3)], row, `row of ${id}`);
  }
}

describe('rows by term', () => {
  test('do what a Map of arrays does, however ids collide and rows grow in number', () => {
    fc.assert(
      fc.property(additions, ids, (added, other) => {
        const model = modelled(added);
        const rows = filled(added);
        assertSame(rows, model);
        if (!model.has(other)) assert.equal(rows.find(other), -1);
      }),
    );
  });

  test('come back from their numbers, in the same order, whatever was there before', () => {
    fc.assert(
      fc.property(additions, additions, (added, before) => {
        const packed = filled(added).packed();
        const rows = filled(before);
        rows.unpack(packed);
        assertSame(rows, modelled(added));
        assert.deepEqual(rows.packed(), packed);
        // New rows are zeros, also where others were before.
        const fresh = rows.at(123_456_789);
        if (!modelled(added).has(123_456_789)) assert.deepEqual([...rows.values.subarray(fresh, fresh + 3)], [0, 0, 0]);
      }),
    );
  });

  test('are packed as ids, then rows', () => {
    const rows = filled([
      [7, 0, 0.5],
      [9, 2, 4],
      [7, 1, -1],
    ]);
    assert.deepEqual([...rows.packed()], [7, 9, 0.5, -1, 0, 0, 0, 4]);
    assert.deepEqual([...rows.ids], [7, 9]);
  });

  test('may be of no numbers at all: a set', () => {
    const set = new TermRows(0);
    for (let id = 1; id <= 1000; id++) set.at(id * 2 ** 20);
    assert.equal(set.size, 1000);
    assert.ok(set.find(2 ** 20) >= 0);
    assert.equal(set.find(1), -1);
    const copy = new TermRows(0);
    copy.unpack(set.packed());
    assert.equal(copy.size, 1000);
  });

  test('that were cut short are refused', () => {
    const rows = filled([[7, 0, 1]]);
    assert.throws(() => rows.unpack(new Float64Array(5)), { name: 'Failure', code: 'knowledge-damaged' });
    assert.deepEqual([...rows.packed()], [7, 1, 0, 0]);
  });
});
