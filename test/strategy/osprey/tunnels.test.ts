import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Tunnels } from '../../../src/strategy/osprey/tunnels.js';

test('pages count by the irrelevant pages in a row that led to them', () => {
  const tunnels = new Tunnels();
  const visit = (seq: number, priorityParent: number, relevant: number) =>
    tunnels.add({ seq, priorityParent, level: 1, relevant });
  visit(1, 0, 1); // a relevant seed: no link led to it
  visit(2, 1, 0); // from a relevant page: 0 steps, irrelevant
  visit(3, 2, 0); // through 2: 1 step, irrelevant
  visit(4, 3, 1); // through 2 and 3: 2 steps, relevant
  visit(5, 4, 1); // from 4: 0 steps, relevant
  visit(6, 0, 0); // an irrelevant seed
  visit(7, 6, 1); // through 6: 1 step, relevant
  assert.deepEqual(tunnels.yields, [
    { steps: 0, pages: 2, relevant: 1 },
    { steps: 1, pages: 2, relevant: 1 },
    { steps: 2, pages: 1, relevant: 1 },
  ]);
});

test('where a coordinator has levels, they say how far it is: by the shortest way, whatever link gave a page its place', () => {
  const tunnels = new Tunnels({ byLevel: true });
  tunnels.add({ seq: 1, priorityParent: 0, level: 1, relevant: 0 });
  tunnels.add({ seq: 2, priorityParent: 1, level: 2, relevant: 0 });
  tunnels.add({ seq: 3, priorityParent: 2, level: 1, relevant: 1 }); // through 1 and 2, but a relevant page links to it too
  assert.deepEqual(tunnels.yields, [
    { steps: 0, pages: 1, relevant: 1 },
    { steps: 1, pages: 1, relevant: 0 },
  ]);
});

test('very long ways count as one', () => {
  const tunnels = new Tunnels();
  for (let seq = 1; seq <= 9; seq++) tunnels.add({ seq, priorityParent: seq - 1, level: 1, relevant: 0 });
  assert.deepEqual(tunnels.yields.at(-1), { steps: 4, pages: 5, relevant: 0 });
});
