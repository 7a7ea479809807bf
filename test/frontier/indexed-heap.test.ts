import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { before, HeapSlots, IndexedHeap, type Place } from '../../src/frontier/indexed-heap.js';

function emptied(heap: IndexedHeap): Place[] {
  const places: Place[] = [];
  for (let top = heap.top; top !== undefined; top = heap.top) {
    places.push(top);
    heap.remove(top.urlId);
  }
  return places;
}

test('places come out by priority, then by insertion number', () => {
  const heap = new IndexedHeap(new HeapSlots());
  for (const [urlId, priority] of [
    [3, 0.5],
    [1, 0.5],
    [2, 0.9],
    [4, -1],
    [5, Number.POSITIVE_INFINITY],
  ] as const)
    heap.put(urlId, priority);
  assert.deepEqual(
    emptied(heap).map(({ urlId }) => urlId),
    [5, 2, 1, 3, 4],
  );
});

test('puts, moves and removals in any order leave what a sorted list would hold, to walks too', () => {
  const step = fc.record({ urlId: fc.integer({ min: 1, max: 40 }), priority: fc.constantFrom(0, 1, 2, 3, undefined) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200, size: 'max' }), (steps) => {
      const slots = new HeapSlots();
      const heap = new IndexedHeap(slots);
      const expected = new Map<number, Place>();
      for (const { urlId, priority } of steps) {
        if (priority !== undefined) {
          heap.put(urlId, priority);
          expected.set(urlId, { urlId, priority });
        } else if (expected.delete(urlId)) heap.remove(urlId);
        assert.equal(heap.size, expected.size);
        assert.deepEqual(heap.top, [...expected.values()].sort(before)[0]);
        assert.equal(slots.get(urlId) > 0, expected.has(urlId));
      }
      const walked: Place[] = [];
      for (const walk = heap.inOrder(); !walk.isOver; walk.next())
        walked.push({ urlId: walk.urlId, priority: walk.priority });
      assert.deepEqual(walked, [...expected.values()].sort(before));
      assert.deepEqual(emptied(heap), walked);
    }),
  );
});

test('insertion numbers may be large and far apart', () => {
  const heap = new IndexedHeap(new HeapSlots());
  for (const urlId of [5_000_000, 1, 70_000]) heap.put(urlId, 1);
  assert.deepEqual(
    emptied(heap).map(({ urlId }) => urlId),
    [1, 70_000, 5_000_000],
  );
});
