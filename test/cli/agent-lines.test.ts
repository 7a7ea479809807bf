import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AgentStatus, agentLines, diversityLines } from '../../src/cli/commands/status/agent-lines.js';
import { displayWidth } from '../../src/cli/terminal/terminal-text.js';

const web: AgentStatus = {
  ...{ id: 0, segment: 'web', seeds: 3, pages: 412, relevant: 201, hosts: 9, queued: 935 },
  ...{ state: 'working', restarts: 0, host: 'cars.test', registeredAt: 0, beatAt: 58_000 },
  terms: ['jaguar', 'engine', 'xk120'].map((word, id) => ({ id, weight: 1, word })),
};
const second: AgentStatus = {
  ...web,
  ...{ id: 1, segment: 'seeds of the second kind, which have a long name', state: 'stopped', host: '', terms: [] },
};

test('a line an agent, and two in a terminal that is too narrow, none of which is wider than it', () => {
  assert.deepEqual(agentLines([web], 60_000, Number.POSITIVE_INFINITY), [
    '  agent  segment  pages  relevant  harvest  queue  last host  state                   top terms',
    '      0  web        412       201   48.8 %    935  cars.test  working, seen 0:02 ago  jaguar, engine, xk120',
  ]);
  assert.deepEqual(agentLines([web, second], 60_000, 60), [
    '  agent  segment             pages  relevant  harvest  queue',
    '      0  web                   412       201   48.8 %    935',
    '         cars.test; working, seen 0:02 ago; jaguar, engine,…',
    '      1  seeds of the seco…    412       201   48.8 %    935',
    '         stopped',
  ]);
  for (const width of [60, 80, 100])
    for (const line of agentLines([web, second], 60_000, width)) assert.ok(displayWidth(line) <= width, line);
});

test('pairs of agents that have found nothing are not compared', () => {
  const overlap = (one: number, other: number, either: number) =>
    ({ agents: [one, other], both: 0, either, share: 0 }) as const;
  const overlaps = [overlap(0, 1, 2), overlap(0, 2, 2), overlap(1, 2, 0)];
  const lines = diversityLines({ relevant: 2, hosts: 1, foundByOne: 2, foundByOneShare: 1, overlaps });
  assert.deepEqual(lines.slice(3), ['  0.0 %  agents 0 and 1  0 of 2 pages', '  0.0 %  agents 0 and 2  0 of 2 pages']);
});
