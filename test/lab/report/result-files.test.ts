import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { boundNames } from '../../../src/lab/bound-names.js';
import { resultsCsv } from '../../../src/lab/report/results-csv.js';
import { resultsJson } from '../../../src/lab/report/results-json.js';
import { madeReport } from './made-report.js';

const report = madeReport({ strategies: 3, topics: ['Birds'], draws: 1, budget: 20 });

describe('results.json', () => {
  test('is an array of all runs with all their fields', () => {
    assert.deepEqual(JSON.parse(resultsJson(report)), report.runs);
  });

  test('has one run a line', () => {
    const lines = resultsJson(report).trimEnd().split('\n');
    assert.equal(lines.length, report.runs.length + 2);
    for (const line of lines.slice(1, -1)) JSON.parse(line.replace(/,$/, ''));
  });

  test('of no runs is an empty array', () => {
    assert.deepEqual(JSON.parse(resultsJson({ ...report, runs: [] })), []);
  });
});

describe('results.csv', () => {
  const [header, ...rows] = resultsCsv(report).trimEnd().split('\r\n');
  const fields = header!.split(',');

  test('has a row a run and a value for every field of the header', () => {
    assert.equal(rows.length, report.runs.length);
    for (const row of rows) assert.equal(row.split(',').length, fields.length);
  });

  test('gives the best threshold and measures of ranking, and neither curve nor thresholds', () => {
    assert.ok(!fields.includes('curve') && !fields.includes('thresholds'));
    const at = report.runs.findIndex(({ strategy }) => strategy === 'best-first');
    const row = Object.fromEntries(rows[at]!.split(',').map((value, index) => [fields[index], value]));
    const { best, auc } = report.runs[at]!;
    assert.equal(Number(row.best_threshold), best!.threshold);
    assert.equal(Number(row.best_f1), best!.f1);
    assert.equal(Number(row.auc), auc);
    const { judgement, finalJudgement, bm25Ranking } = report.runs[at]!;
    assert.equal(Number(row.ndcg_10), judgement!.ranking!.ndcg10);
    assert.equal(Number(row.final_average_precision), finalJudgement!.ranking!.averagePrecision);
    assert.equal(Number(row.bm25_ndcg), bm25Ranking!.ndcg);
    assert.equal(Number(row.brier), judgement!.calibration.squaredErrors / 40);
  });

  test('leaves empty what has no meaning', () => {
    const at = report.runs.findIndex(({ strategy }) => strategy === boundNames.admissible);
    assert.equal(rows[at]!.split(',')[fields.indexOf('cpu_ms_per_page')], '');
    assert.equal(rows[at]!.split(',')[fields.indexOf('best_f1')], '');
    assert.equal(rows[at]!.split(',')[fields.indexOf('ndcg')], '');
  });

  test('lets no name run as a formula', () => {
    const run = { ...report.runs[0]!, strategy: '=1+1,"x"' };
    assert.ok(resultsCsv({ ...report, runs: [run] }).includes('\r\n"\'=1+1,""x""",'));
  });
});
