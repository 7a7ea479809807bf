import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedLines, schoolLines, seedLines } from '../../src/cli/commands/seeds/start-lines.js';

const agent = (id: number, queue = id) => ({ id, segment: `seeds ${id + 1}`, queue, seeds: 1 });

test('agents are named when a crawl starts, unless there is one, or they take from one queue; of many the first', () => {
  assert.deepEqual(schoolLines([agent(0)]), []);
  assert.deepEqual(schoolLines([agent(0), agent(1)]), ['2 agents: 0 seeds 1 (1 seed), 1 seeds 2 (1 seed)']);
  assert.deepEqual(schoolLines([agent(0), agent(1, 0)]), ['2 agents share one queue']);
  const [many = ''] = schoolLines(Array.from({ length: 64 }, (_, id) => agent(id)));
  assert.match(many, /^64 agents: 0 seeds 1 .*, 7 seeds 8 \(1 seed\), 56 more$/);
});

test('of a list of lists the first few that could not be read are named', () => {
  const unread = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ place: `http://${name}.test/`, why: 'gone' }));
  const feed = { source: 'feed', genre: 'news', place: 'http://x.test/list', answers: 1, unread } as const;
  assert.deepEqual(askedLines({ asked: [feed], left: [{ source: 'brave', why: 'set OSPREY_BRAVE_KEY' }] }), [
    'feed   news  1 page of http://x.test/list',
    '             could not read http://a.test/: gone',
    '             could not read http://b.test/: gone',
    '             could not read http://c.test/: gone',
    '             and 2 more',
    'brave        not asked: set OSPREY_BRAVE_KEY',
  ]);
});

test('a crawl says from how many seeds it starts, and of how many that were found', () => {
  const found = [{ source: 'feed', genre: 'news', rank: 1 }] as const;
  const seeds = [
    { url: 'http://given.test/', score: 1, found: [] },
    { url: 'http://found.test/', score: 1, found },
  ];
  const report = { asked: [], left: [], found: 1 };
  assert.deepEqual(seedLines(report, seeds, 'out'), ['Starting from 2 seeds, saved in out/seeds.txt']);
  assert.deepEqual(seedLines({ ...report, found: 40 }, seeds, 'out'), [
    'Starting from 2 seeds (1 of 40 found; --seed-count takes more), saved in out/seeds.txt',
  ]);
});
