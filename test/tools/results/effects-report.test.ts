import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Outcome } from '../../../src/lab/papers/check.js';
import type { PapersReport } from '../../../src/lab/papers/report/papers-report.js';
import { effectsReport } from '../../../tools/results/effects-report.js';

const claim = (words: string, outcome: Outcome) => ({ words, outcome, pairs: 9, topics: 9, tooFewTopics: false });

function report(name: string, claims: readonly ReturnType<typeof claim>[]): PapersReport {
  const experiment = {
    id: 'meenu-2014-table-2-harvest',
    paper: 'Meenu et al. 2014',
    place: 'Table II',
    claim: '',
    claims,
  };
  return {
    made: { date: '2026-11-18T00:00:00Z' },
    web: { name },
    experiments: [
      { ...experiment, rows: [], verdict: 'partly' },
      { ...experiment, id: 'agents-levels' },
    ],
  } as unknown as PapersReport;
}

describe('the table of effects', () => {
  test('an effect is reproduced where it holds on a web and fails on none; points of one curve are one effect', () => {
    const page = effectsReport([
      report('one', [
        claim('a above b by harvest at 1/8', 'holds'),
        claim('a above b by harvest at 2/8', 'holds'),
        claim('b above c', 'holds'),
        claim('c above d', 'fails'),
        claim('d above e', 'unknown'),
      ]),
      report('two', [claim('a above b by harvest at 1/8', 'in the mean'), claim('b above c', 'fails')]),
    ]);
    assert.match(page, /^1 reproduced, 1 partly, 1 not, 1 not tested\.$/m);
    assert.match(page, /\| a above b \| reproduced \| holds \| in the mean \|/);
    assert.match(page, /\| b above c \| partly \| holds \| fails \| Near good seeds/);
    assert.match(page, /\| c above d \| not \| fails \| – \| Near good seeds/);
    assert.match(page, /\| d above e \| not tested \|/);
  });
});
