import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coordinationIn, type ProfileNode } from '../../bench/coordination-profile.js';

test('time belongs to the coordinator where it dispatches, claims or levels, and to the agent where that works', () => {
  const node = (id: number, functionName: string, file: string, children: number[] = []): ProfileNode => ({
    id,
    callFrame: { functionName, url: file === '' ? '' : `file:///osprey/src/${file}.js` },
    children,
  });
  const nodes = [
    node(1, '(root)', '', [2, 3, 4, 8, 12, 14, 16]),
    node(2, '(idle)', ''),
    { id: 3, callFrame: { functionName: 'post', url: 'node:inspector' } },
    // AgentPool → agent → next requests → claim → heap, row; and → judge.
    node(4, '#step', 'crawl/agent-pool', [5]),
    node(5, 'run', 'agent/agent', [6, 7]),
    node(6, 'begin', 'agent/next-requests', [10, 11]),
    node(7, 'judge', 'strategy/best-first'),
    // Settling brings links into the queue, whoever crawls.
    node(8, 'settle', 'frontier/in-memory-order-frontier', [9]),
    node(9, 'put', 'frontier/indexed-heap'),
    node(10, 'claim', 'frontier/in-memory-order-frontier', [13]),
    node(11, 'fetchClaim', 'agent/fetch-claim'),
    node(12, 'claim', 'frontier/in-memory-order-frontier'),
    node(13, 'pop', 'frontier/indexed-heap'),
    // Levels are given to what the strategy has ranked.
    node(14, 'rank', 'agent/tunnelling', [15]),
    node(15, 'rank', 'strategy/best-first'),
    node(16, 'readPage', 'reading/read-page'),
  ];
  // Nothing of 2 and 3 counts. Dispatch: 4, 6, 10, 12, 13, 14; queue: 9; the rest: 5, 7, 8, 11, 15, 16.
  const samples = [2, 2, 2, 3, ...[4, 6, 10, 12, 13, 14], 9, 9, ...[5, 7, 8, 11, 15, 16, 16, 16]];
  assert.deepEqual(coordinationIn(nodes, samples), { dispatch: 6 / 16, queue: 2 / 16 });
});
