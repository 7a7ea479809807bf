import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CheckedClaim } from '../../../src/lab/papers/check.js';
import type { ExperimentReport, PapersReport } from '../../../src/lab/papers/report/papers-report.js';
import { agentsReport } from '../../../tools/results/agents-report.js';

const interval = (mean: number, low = mean, high = mean) => ({ mean, low, high });

function part(words: string, outcome: CheckedClaim['outcome'], mean: number, high = mean): CheckedClaim {
  return {
    words,
    effect: words,
    refuted: false,
    outcome,
    found: interval(mean, mean, high),
    pairs: 10,
    topics: 10,
    tooFewTopics: false,
  };
}

function exchange(claims: readonly CheckedClaim[], verdict: ExperimentReport['verdict']): ExperimentReport {
  const row = (name: string, auc: number, hosts: number | null) => ({
    name,
    published: '',
    figures: [interval(auc), hosts === null ? null : interval(hosts)],
    curve: [],
  });
  return {
    id: 'agents-share-osprey',
    paper: 'Agents',
    place: 'exchange, osprey',
    claim: 'Agents that share find more.',
    setting: '10 topics',
    measures: [
      { name: 'AUC', digits: 3 },
      { name: 'hosts', digits: 1 },
    ],
    rows: [row('one agent', 0.5, null), row('four agents', 0.4, null), row('four, all shared', 0.45, null)],
    claims,
    verdict,
    why: '',
    reasons: [],
  };
}

function reportOf(name: string, experiment: ExperimentReport): PapersReport {
  const command = `osprey lab papers agents --web ${name}.warc.gz --out scratch/papers --json`;
  return {
    made: { date: '2026-01-02T03:04:05Z', version: '0.1.0', commit: 'abc1234', command, seconds: 1, workers: 2 },
    web: { name, pages: 10, links: 20, hosts: 1 },
    randomSeed: 1,
    experiments: [experiment],
  };
}

test('the page says for each web whether a claim holds, whether exchange helps, and what agents cost', () => {
  const page = agentsReport([
    reportOf('wide', exchange([part('four, all shared above four agents by AUC', 'holds', 0.05)], 'reproduced')),
    reportOf(
      'deep',
      exchange([part('four, all shared above four agents by AUC', 'fails', -0.02, -0.01)], 'not reproduced'),
    ),
  ]);
  assert.match(page, /^# Several agents in figures\n/);
  assert.match(page, /^osprey lab papers agents --web wide\.warc\.gz$/m);
  assert.match(
    page,
    /\| \[Agents, exchange, osprey\]\(#agents-share-osprey\): Agents that share find more\. \| yes \| no \|/,
  );
  assert.match(page, /- osprey: on wide all shared \+0\.050 \(helps\); on deep all shared −0\.020 \(harms\)\./);
  // 0.4 and 0.45 beside 0.5; nothing is told of measures that an experiment does not have.
  assert.match(page, /\| osprey: four agents \| −20 % \| – \| – \| – \| −20 % \|/);
  assert.match(page, /\| osprey: four, all shared \| −10 % \|/);
  // A column without a figure is left out.
  assert.match(page, /\| {2}\| wide: AUC \| deep: AUC \|/);
  assert.match(page, /- wide: four, all shared above four agents by AUC: holds – 0\.050/);
  for (const line of page.split('\n')) assert.doesNotMatch(line, /NaN|undefined|Infinity|hosts/);
});

test('an experiment that no web could do is told with the reason', () => {
  const failed = { ...exchange([], 'not run'), setting: '', rows: [], why: 'There are no labels.' };
  const page = agentsReport([reportOf('bare', failed)]);
  assert.match(page, /- bare: There are no labels\./);
  assert.match(page, /find more\. \| – \|/);
});
