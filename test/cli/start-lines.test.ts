import assert from 'node:assert/strict';
import { test } from 'node:test';
import { schoolLines } from '../../src/cli/start-lines.js';

const agent = (id: number, queue = id) => ({ id, segment: `seeds ${id + 1}`, queue, seeds: 1 });

test('agents are named when a crawl starts, unless there is one, or they take from one queue; of many the first', () => {
  assert.deepEqual(schoolLines([agent(0)]), []);
  assert.deepEqual(schoolLines([agent(0), agent(1)]), ['2 agents: 0 seeds 1 (1 seed), 1 seeds 2 (1 seed)']);
  assert.deepEqual(schoolLines([agent(0), agent(1, 0)]), ['2 agents take the best of one queue']);
  const [many = ''] = schoolLines(Array.from({ length: 64 }, (_, id) => agent(id)));
  assert.match(many, /^64 agents: 0 seeds 1 .*, 7 seeds 8 \(1 seed\), 56 more$/);
});
