import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { terminalSummary } from '../../src/cli/lab-summary.js';
import { displayWidth } from '../../src/cli/terminal-text.js';
import { boundNames } from '../../src/lab/bound-names.js';
import { madeReport } from '../lab/report/made-report.js';

describe('the summary of a comparison in the terminal', () => {
  const report = madeReport();
  const lines = terminalSummary(report, Number.POSITIVE_INFINITY);

  test('has a table for all seeds and each kind, best first below the oracles', () => {
    const titles = lines.filter((line) => / seeds: /.test(line)).map((line) => line.split(':')[0]);
    assert.deepEqual(titles, ['All seeds', 'Near seeds', 'Far seeds']);
    const places = [boundNames.admissible, boundNames.lookAhead, boundNames.content, 'best-first', 'random'].map(
      (name) => lines.findIndex((line) => line.startsWith(`  ${name} `)),
    );
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
    assert.ok(places.every((place) => place > 0));
  });

  test('marks what is a floor, the baseline, or trained', () => {
    assert.ok(lines.some((line) => line.startsWith('  breadth-first (floor, baseline)')));
    assert.ok(lines.some((line) => line.startsWith('  svm (trained)')));
    assert.ok(lines.some((line) => line.startsWith(`  ${boundNames.admissible}  `)));
  });

  test('shows figures, p and a curve in every row', () => {
    const row = lines.find((line) => line.startsWith('  best-first '))!;
    const { auc, recall } = report.standings.find(({ strategy }) => strategy === 'best-first')!.measures;
    assert.ok(row.includes(`${auc!.mean.toFixed(3)} ±`));
    assert.ok(row.includes(recall!.mean.toFixed(3)));
    assert.match(row, /< 0\.001 {2}[▁▂▃▄▅▆▇█]{12}$/);
  });

  test('fits the terminal by leaving columns out, never its first', () => {
    for (const width of [120, 80, 60, 40, 32]) {
      const narrow = terminalSummary(report, width);
      for (const line of narrow) assert.ok(displayWidth(line) <= width, `${width}: ${line}`);
      assert.ok(narrow.some((line) => /best-first .*0\.\d{3} ±0\.\d{3}/.test(line)));
    }
  });

  test('ends with the plain words', () => {
    assert.ok(lines.some((line) => line.startsWith('On small-wikipedia, best-first finds most, soonest')));
    assert.equal(lines.at(-1), 'hmm was skipped on Chess: fewer than 5 relevant pages can be reached.');
  });

  test('lets no name steer the terminal', () => {
    const hostile = { ...report, web: { ...report.web, name: 'web\u001b[31m\nred' } };
    assert.ok(terminalSummary(hostile, 80).every((line) => !line.includes('\u001b') && !line.includes('\n')));
  });
});
