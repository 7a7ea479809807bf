import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { readmeWords, type Summary, withFigures } from '../../../tools/results/summary.js';

const interval = (mean: number) => ({ mean, low: mean - 0.1, high: mean + 0.1 });
const summary: Summary = {
  commits: ['abc1234'],
  compared: [
    {
      web: 'made',
      pages: 4654,
      hosts: 1,
      budget: 300,
      crawls: 20,
      ours: interval(0.5),
      bestOther: { name: 'best-first', auc: interval(0.4) },
      bestTrained: null,
      breadthFirst: interval(0.2),
    },
  ],
  effects: { reproduced: 11, partly: 5, not: 4, 'not tested': 2 },
};

describe('the figures that are quoted', () => {
  test('take the place of those that the README has, and of nothing else', () => {
    const readme = 'before\n<!-- Figures: npm run results -->\nold\n<!-- End of figures -->\nafter\n';
    const written = withFigures(readme, summary);
    assert.match(written, /^before\n<!-- Figures: npm run results -->\nAUC, .*\n<!-- End of figures -->\nafter\n$/s);
    assert.match(
      written,
      /\| made: 4,654 pages, 1 host \| \*\*0\.500 \(0\.40–0\.60\)\*\* \| `best-first` 0\.400 \| – \| 0\.200 \|/,
    );
    assert.match(written, /Of 20 effects .* 11 are reproduced and 5 partly/);
    assert.equal(withFigures(written, summary), written);
    assert.throws(() => withFigures('no place', summary), /has no/);
  });

  test('are in the README as they are in the results', () => {
    const words = readmeWords(JSON.parse(readFileSync('docs/results/summary.json', 'utf8')) as Summary);
    assert.ok(readFileSync('README.md', 'utf8').includes(words));
  });
});
