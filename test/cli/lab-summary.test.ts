import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { terminalSummary } from '../../src/cli/commands/lab/lab-summary.js';
import { displayWidth } from '../../src/cli/terminal/terminal-text.js';
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

  test('marks what is a floor, the baseline, trained, or given examples', () => {
    assert.ok(lines.some((line) => line.startsWith('  breadth-first (floor, baseline)')));
    assert.ok(lines.some((line) => line.startsWith('  svm (trained)')));
    assert.ok(lines.some((line) => line.startsWith('  tswt+parents=max (examples)')));
    assert.ok(lines.some((line) => line.startsWith(`  ${boundNames.admissible}  `)));
  });

  test('shows figures, p and a curve in every row', () => {
    const row = lines.find((line) => line.startsWith('  best-first '))!;
    const { auc, recall } = report.standings.find(({ strategy }) => strategy === 'best-first')!.measures;
    assert.ok(row.includes(`${auc!.mean.toFixed(3)} ±`));
    assert.ok(row.includes(recall!.mean.toFixed(3)));
    assert.match(row, /< 0\.001\* {2}[▁▂▃▄▅▆▇█]{12}$/);
  });

  test('shows p over topics where there are enough, else marks it and says so', () => {
    assert.match(lines[0]!, /; adjusted p against breadth-first over topics; \* over tasks: no evidence for other/);
    const topics = ['Birds', 'Music', 'Chess', 'Geology', 'Law', 'Tea'];
    const [title, ...rows] = terminalSummary(madeReport({ topics }), Number.POSITIVE_INFINITY);
    assert.ok(!title!.includes('*'));
    // All 6 topics are better: 12 · 2^-6.
    assert.match(rows.find((line) => line.startsWith('  best-first '))!, /0\.188 {2}[▁▂▃▄▅▆▇█]{12}$/);
  });

  test('tells how many crawls got to half, unless all did', () => {
    const standings = report.standings.map((one) =>
      one.strategy === 'best-first'
        ? { ...one, reached50: 1, measures: { ...one.measures, pagesTo50: { mean: 287, low: 287, high: 287 } } }
        : one,
    );
    const row = terminalSummary({ ...report, standings }, 200).find((line) => line.startsWith('  best-first '))!;
    assert.ok(row.includes(' 287 (1/16) '));
    assert.ok(!lines.find((line) => line.startsWith(`  ${boundNames.admissible} `))!.includes('/16'));
  });

  test('gives a bound no hosts', () => {
    const hostsOf = (name: string) =>
      lines
        .find((line) => line.startsWith(`  ${name} `))!
        .slice(0, lines[1]!.indexOf('hosts') + 'hosts'.length)
        .split(' ')
        .at(-1);
    assert.equal(hostsOf(boundNames.admissible), '–');
    assert.match(hostsOf(boundNames.content)!, /^\d\.\d$/);
  });

  test('gives no interval of a single crawl', () => {
    const single = terminalSummary(madeReport({ topics: ['Birds'], draws: 1, seeds: ['near'] }), 200);
    assert.match(single[0]!, /^Near seeds: 1 crawl of 120 pages each; one crawl: no interval; /);
    assert.ok(single.every((line) => !line.includes('±')));
  });

  test('puts what did not run all tasks last, and says so', () => {
    const standings = report.standings.map((one) =>
      one.strategy === 'best-first' ? { ...one, runs: one.runs - 1 } : one,
    );
    const table = terminalSummary({ ...report, standings }, 200);
    assert.ok(table[table.indexOf('') - 1]!.startsWith('  best-first (15 of 16 tasks) '));
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
