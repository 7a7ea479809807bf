import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { PartJournal } from '../../../tools/results/part-journal.js';
import { planFor, totalCost } from '../../../tools/results/plan.js';

const parts = new Set(['papers', 'comparisons', 'agents'] as const);
const webs = [
  { name: 'a', topics: 10, parts },
  { name: 'b', topics: 3, parts },
];
const given = { strategies: 30, ingredients: 10, cores: 2 };

describe('the plan of the results', () => {
  test('draws as many seeds as fit into the time, and states what each part costs', () => {
    const { draws, costs } = planFor(webs, { ...given, minutes: 1000 });
    assert.deepEqual(draws.get('a'), { compared: 4, longer: 2, ablated: 2 });
    assert.deepEqual(draws.get('b'), { compared: 12, longer: 6, ablated: 6 });
    // 30 strategies on 10 topics with two kinds of seeds, 4 sets each, 300 pages of 1 ms, once more politely.
    assert.equal(costs.get('a compared'), 1440);
    const shorter = planFor(webs, { ...given, minutes: 40 });
    assert.ok(totalCost(shorter.costs) <= 40 * 60 * 2 && totalCost(costs) > 40 * 60 * 2);
    const alone = planFor([{ ...webs[0]!, parts: new Set(['papers'] as const) }], { ...given, minutes: 40 });
    assert.deepEqual([...alone.costs.keys()], ['a papers']);
    assert.ok(shorter.draws.get('b')!.compared < 12);
    // Whatever the time, there are nine tasks of a kind of seeds.
    const least = planFor(webs, { ...given, minutes: 0 }).draws;
    assert.deepEqual(least.get('a'), { compared: 1, longer: 1, ablated: 1 });
    assert.deepEqual(least.get('b'), { compared: 3, longer: 2, ablated: 2 });
  });
});

describe('the journal of the results', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-parts-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  test('keeps what is done at the same commit, and nothing of another unless it is to go on', () => {
    let done = 0;
    const told: string[] = [];
    const open = (commit: string, continued?: boolean) =>
      new PartJournal(path.join(folder, 'work'), { of: 'x', commit }, (line) => told.push(line), {
        continued: continued === true,
      });
    const run = (...key: Parameters<typeof open>) => open(...key).part('a papers', 'all', 9, () => ++done);
    assert.deepEqual([run('one'), run('one'), run('two'), run('three', true)], [1, 1, 2, 2]);
    assert.deepEqual(open('three').commits, ['two', 'three']);
    assert.deepEqual(open('four').commits, ['four']);
    assert.match(told[0]!, /^a papers: about 9 s of CPU time$/);
    assert.match(told[2]!, /^a papers: done before/);
  });

  test('a part that fails is done again in the same folder', () => {
    const parts = new PartJournal(path.join(folder, 'again'), { of: 'x', commit: 'one' }, () => undefined);
    const folders: string[] = [];
    const failing = (own: string) => {
      folders.push(own);
      if (folders.length === 1) throw new Error('interrupted');
      return 1;
    };
    assert.throws(() => parts.part('x', 'all', 1, failing), /interrupted/);
    assert.equal(parts.part('x', 'all', 1, failing), 1);
    assert.equal(folders[0], folders[1]);
    const late = new PartJournal(path.join(folder, 'again'), { of: 'x', commit: 'one' }, () => undefined, {
      doneOnly: true,
    });
    assert.deepEqual([late.part('x', 'all', 1, failing), late.part('y', 'all', 1, failing)], [1, undefined]);
    // Others are another part.
    assert.equal(
      parts.part('x', 'more', 1, () => 2),
      2,
    );
  });
});
