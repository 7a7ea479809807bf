import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CheckedClaim, Outcome } from '../../../src/lab/papers/check.js';
import type { PapersReport, TestedReason } from '../../../src/lab/papers/report/papers-report.js';
import { effectsReport } from '../../../tools/results/effects-report.js';

function claim(
  effect: string,
  outcome: Outcome,
  measure = 'harvest',
  mean = outcome === 'holds' ? 0.2 : -0.1,
): CheckedClaim {
  const found = outcome === 'unknown' ? {} : { found: { mean, low: mean - 0.05, high: mean + 0.05 } };
  const words = `${effect} by ${measure}`;
  const refuted = outcome === 'fails' && mean < -0.05;
  return { words, effect, outcome, pairs: 9, topics: 9, tooFewTopics: false, refuted, ...found };
}

const reasons: TestedReason[] = [
  { words: 'C is slow.', of: 'c above', tested: claim('fast c above c', 'holds') },
  { words: 'All is chance.', tested: claim('a above a', 'fails') },
];

function report(name: string, claims: readonly CheckedClaim[]): PapersReport {
  const experiment = {
    id: 'meenu-2014-table-2-harvest',
    paper: 'Meenu et al. 2014',
    place: 'Table II',
    claim: 'A is best.',
    claims,
    reasons,
  };
  return {
    made: { date: '2026-11-18T00:00:00Z', commit: 'abc1234' },
    web: { name },
    experiments: [experiment, { ...experiment, id: 'agents-levels' }],
  } as unknown as PapersReport;
}

describe('the table of effects', () => {
  const page = effectsReport([
    report('one', [
      claim('a above b', 'holds', 'harvest at 1/8', 0.5),
      claim('a above b', 'holds', 'finds', 0.25),
      claim('b above c', 'holds'),
      claim('c above d', 'fails'),
      claim('d above e', 'unknown'),
    ]),
    // A failure that may be chance refutes nothing.
    report('two', [claim('a above b', 'fails', 'harvest', 0), claim('b above c', 'fails')]),
  ]);
  const lineOf = (effect: string) => page.split('\n').find((line) => line.includes(`| ${effect}`))!;

  test('an effect is reproduced where it holds on a web and is refuted on none; measures of it are one effect', () => {
    assert.match(
      page,
      /^1 reproduced, 1 partly, 1 not, 1 not tested, of 4 effects\. Made .* \(one 2026-11-18, abc1234;/m,
    );
    assert.match(
      lineOf('a above b'),
      /^\| \*\*Meenu et al\. 2014, Table II\.\*\* A is best\. \| a above b by finds \|/,
    );
    assert.match(lineOf('b above c'), /^\| {2}\| b above c by harvest/);
    assert.match(lineOf('a above b'), /\| reproduced \| \[0\.250 \(0\.200 to 0\.300\), holds\]\(one\/README\.md#meenu/);
    assert.match(lineOf('b above c'), /\| partly \| .*, holds\].*, refuted\]/);
    assert.match(lineOf('c above d'), /\| not \| .*, refuted\].* \| – \|/);
    assert.match(lineOf('d above e'), /\| not tested \| – \| – \|/);
  });

  test('where it is not, reasons are told as they were tested on that web, those of another part of the claim left out', () => {
    assert.match(lineOf('c above d'), /C is slow\. \(one: so, 0\.200 .*All is chance\. \(one: not so, −0\.100/);
    assert.doesNotMatch(lineOf('b above c'), /C is slow|one:/);
    assert.match(lineOf('b above c'), /All is chance\. \(two: not so/);
  });
});
