import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GateBoard, type Lane } from '../../src/frontier/gate-board.js';
import { rules } from '../store/invented-crawl.js';

const wish = { agent: 0 };

test('a lane that was set aside while empty is on offer again when a URL enters', () => {
  const board = new GateBoard(rules({ delay: 100 }));
  const gate = board.addGate(1, 'a.org');
  const lane = board.lane(0, 1, gate);
  board.put(lane, 1, 0.5);
  const hold = board.enter(gate, 0);
  board.leave(gate, hold, {});
  assert.equal(board.best(wish, 10), undefined);
  board.remove(lane, 1);
  assert.equal(board.nextAt(wish), undefined, 'nobody waits there any more');
  board.put(lane, 2, 0.5);
  assert.equal(board.best(wish, 10), undefined);
  assert.equal(board.nextAt(wish), 100);
  assert.equal(board.best(wish, 100), lane);
});

test('a host with an own delay falls back to the common one when told so', () => {
  const board = new GateBoard(rules({ delay: 100 }));
  const gate = board.addGate(1, 'a.org', { delay: 700, failures: 3 });
  assert.deepEqual(board.paceOf(gate), { delay: 700, failures: 3 });
  const hold = board.enter(gate, 0);
  assert.deepEqual(hold, { from: 0, until: 700 });
  board.leave(gate, hold, { pace: { delay: 100, failures: 0 } });
  assert.deepEqual(board.paceOf(gate), { delay: 100, failures: 0 });
  assert.equal(gate.delay, undefined, 'so that a later run may change the common delay');
});

test('a lane is on offer once, however often its best changes', () => {
  const board = new GateBoard(rules());
  const lane = board.lane(0, 1, board.addGate(1, 'a.org'));
  // Each URL is better than all before.
  for (let urlId = 1; urlId <= 10_000; urlId++) board.put(lane, urlId, urlId);
  assert.equal(lane.share.open.size, 1);
  assert.equal(board.best(wish, 0), lane);
  assert.equal(lane.places.top?.urlId, 10_000);
});

test('the best of a level are found over all hosts, shut ones too', () => {
  const board = new GateBoard(rules({ blocked: (host) => host === 'b.org' }));
  const [a, b, c] = ['a.org', 'b.org', 'c.org'].map((host, index) =>
    board.lane(0, 1, board.addGate(index + 1, host)),
  ) as [Lane, Lane, Lane];
  const places: [Lane, number, number][] = [
    [a, 1, 5],
    [b, 2, 4],
    [a, 3, 3],
    [b, 4, 9],
    [c, 5, 3],
    [c, 6, 1],
  ];
  for (const place of places) board.put(...place);
  assert.equal(board.best(wish, 0), a, 'b.org is set aside from here on');
  const best = (count: number) => board.bestOf(0, 1, count).map(({ urlId }) => urlId);
  assert.deepEqual(best(9), [4, 1, 2, 3, 5, 6]);
  assert.deepEqual(best(3), [4, 1, 2]);
  board.put(b, 4, 0);
  board.remove(a, 1);
  board.put(c, 6, 7);
  assert.deepEqual(best(9), [6, 2, 3, 5, 4]);
  for (const [lane, urlId] of [
    [b, 2],
    [b, 4],
    [a, 3],
  ] as const)
    board.remove(lane, urlId);
  assert.deepEqual(best(9), [6, 5]);
  assert.deepEqual(board.levelsOf(0), [1]);
});
