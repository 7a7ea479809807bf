import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgementStandings } from '../../../src/lab/measures/judgement-standings.js';
import type { LabReport } from '../../../src/lab/results.js';
import { rankingWords } from '../../../tools/results/judgement-markdown.js';
import { ospreyReport } from '../../../tools/results/osprey-report.js';
import { madeReport } from '../../lab/report/made-report.js';

/** A made report in which the first strategy is ours. */
function ofOurs(budget: number, command: string): LabReport {
  const renamed = JSON.stringify(madeReport({ strategies: 3, budget }))
    .replaceAll('"svm"', '"osprey"')
    .replaceAll('"labels"', '"none"');
  const report = JSON.parse(renamed) as LabReport;
  return { ...report, made: { ...report.made, command }, judgements: judgementStandings(report.runs, 1) };
}

test('the page has bars for every budget, judgement, ingredients and cost, and commands without folders', () => {
  const command = 'osprey lab --web web.warc.gz --out scratch/compared --strategies osprey --json';
  const page = ospreyReport(
    { compared: [ofOurs(120, command)], longer: [ofOurs(240, command)], ablated: [ofOurs(120, command)] },
    [],
  );
  assert.match(page, /^# Osprey’s own strategy in figures\n/);
  assert.match(page, /^osprey lab --web web\.warc\.gz --strategies osprey$/m);
  assert.match(page, /Made by `npm run results` on 2026-01-02, Osprey 0\.1\.0, commit 9479d99\./);
  assert.match(page, /### 120 pages a crawl.*### 240 pages a crawl/s);
  assert.match(page, /\| small-wikipedia \| far \| 0\.\d{3} \| best-first 0\.\d{3} \|/);
  assert.match(page, /\| 0\.9 to 1\.0 \| [01]\.\d\d \(0\.9\d, \d+ pages\) \|/);
  assert.match(page, /\| Expected calibration error \| 0\.\d{3} \| 0\.\d{3} \|/);
  assert.match(page, /\| small-wikipedia \| \d\.\d\d \| \d\.\d\d \| \d\.\d\d \|\n$/);
  for (const line of page.split('\n')) assert.doesNotMatch(line, /NaN|undefined|Infinity/);
});

test('an order that is worse than one by words alone is called so', () => {
  const all = (mean: number) => {
    const interval = { mean, low: mean, high: mean };
    return { ndcg10: interval, ndcg50: interval, ndcg: interval, averagePrecision: interval };
  };
  assert.equal(
    rankingWords({ ranking: all(0.8), cosine: all(0.7), bm25: all(0.85) }),
    'nDCG above plain cosine (+0.100), below BM25 (−0.050).',
  );
  assert.match(rankingWords({ ranking: all(0.8), cosine: all(0.8002), bm25: all(0.7) }), /level with plain cosine/);
});
