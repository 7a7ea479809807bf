import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GateBoard } from '../../src/frontier/gate-board.js';
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

test('offers that no longer stand do not pile up', () => {
  const board = new GateBoard(rules());
  const lane = board.lane(0, 1, board.addGate(1, 'a.org'));
  // Each URL is better than all before, so each makes a new offer and voids the last one.
  for (let urlId = 1; urlId <= 10_000; urlId++) board.put(lane, urlId, urlId);
  assert.ok(lane.share.offers.length < 100);
  assert.equal(board.best(wish, 0), lane);
  assert.equal(lane.places.top?.urlId, 10_000);
});
