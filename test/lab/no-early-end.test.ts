import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { compare } from '../../src/lab/compare.js';
import { contendersOf } from '../../src/lab/contenders.js';
import { openBench, truthOf } from '../../src/lab/open-bench.js';
import { findStrategy, strategies } from '../../src/strategy/strategies.js';
import { html } from '../site.js';
import { inventedWeb } from '../strategy/invented-web.js';
import { archiveOf, labSettings } from './archived.js';

const folder = mkdtempSync(path.join(tmpdir(), 'osprey-no-early-end-'));
after(() => rmSync(folder, { recursive: true }));

const invented = inventedWeb(12);
/** Away from all that is wanted: a list longer than any strategy reads, and behind it a path longer than any follows. */
const steps = 12;
const entries = 210;
const away = {
  'd.test/': html('Knitting', 'wool', [
    ...Array.from({ length: entries }, (_, entry): [string, string] => [`/wool/${entry}`, 'wool']),
    ['/step/0', 'wool'],
  ]),
  ...Object.fromEntries(Array.from({ length: entries }, (_, entry) => [`d.test/wool/${entry}`, html('Wool', 'yarn')])),
  ...Object.fromEntries(
    Array.from({ length: steps }, (_, step) => [
      `d.test/step/${step}`,
      html('Knitting', 'wool', [[step === steps - 1 ? '/end' : `/step/${step + 1}`, 'wool']]),
    ]),
  ),
  'd.test/end': html('Knitting', 'wool'),
};

function written(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

test('a crawl ends before its budget only when all that can be reached is visited, or its strategy says what it leaves out', async () => {
  const [seed] = invented.seeds;
  const gate = `${invented.pages[seed!.replace('http://', '')]!.replace('</body>', '<a href="http://d.test/">more</a></body>')}`;
  const pages = { ...invented.pages, [seed!.replace('http://', '')]: gate, ...away };
  const law = Object.keys(invented.pages).filter((place) => invented.kindOf(place) === 'law');
  const topic = {
    id: 'law',
    query: 'court law',
    relevant: 'law',
    near: [seed],
    examples: law.slice(0, 2).map((place) => `http://${place}`),
  };
  const labels = Object.keys(invented.pages).map((place) => `http://${place}\t${invented.kindOf(place)}\n`);
  const bench = await openBench(
    labSettings(archiveOf(folder, pages, 'web.warc.gz')),
    {
      labels: written('labels.tsv', labels.join('')),
      topics: written('topics.yaml', JSON.stringify([topic])),
      similarity: 0.75,
    },
    { workers: 2 },
  );
  try {
    const { runs, skipped } = await compare(bench.lab, {
      contenders: await contendersOf('all', bench.topics),
      topics: bench.topics,
      truth: truthOf(bench),
      budget: 1000,
      seeds: ['near'],
      draws: 1,
      randomSeed: 1,
      split: 0.4,
      giveExamples: false,
    });
    assert.deepEqual(skipped, []);
    const endedEarly = runs.filter(({ result }) => result.fetched < result.reachable);
    const leavingOut = strategies.filter(({ leavesOut }) => leavesOut !== undefined);
    assert.equal(runs.length, strategies.length);
    assert.ok(runs.every(({ result }) => result.reachable > entries + steps));
    assert.deepEqual(
      endedEarly.map(({ contender }) => contender.name).sort(),
      leavingOut.map(({ name }) => name).sort(),
    );
    // Each by the word of its paper.
    for (const { name } of leavingOut)
      assert.match(findStrategy(name).leavesOut!, /\(.* et al\. \d{4}|\(De Bra & Post 1994\)/);
  } finally {
    await bench.lab.close();
  }
});
