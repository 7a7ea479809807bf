import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BenchResult } from '../../bench/meter.js';
import { summarize, table } from '../../bench/report.js';

function run(cpuSeconds: number, stages?: Record<string, number>): BenchResult {
  return {
    pages: 100,
    cpuSeconds,
    totalCpuSeconds: cpuSeconds + 0.25,
    wallSeconds: 2,
    peakRssMB: 100,
    totals: { titleChars: 1, textChars: 1, links: 700 },
    ...(stages && { stages }),
  };
}

test('ratios are the median over rounds of the ratio within a round', () => {
  // The second round ran on a busy machine: 6/3, 20/10 and 8/2 are 2, 2 and 4, median 2 (of the medians: 8/3).
  const [floor, crawler] = summarize(
    [
      { name: 'floor', runs: [run(3), run(10), run(2)] },
      { name: 'crawler', runs: [run(6), run(20), run(8)] },
    ],
    'floor',
  );
  assert.equal(floor?.cpuRatio, 1);
  assert.equal(crawler?.cpuRatio, 2);
  assert.equal(crawler?.cpuSecondsPer1000, 80);
  assert.equal(crawler?.pagesPerSecond, 50);
  assert.equal(crawler?.linksPerPage, 7);
});

test('without the baseline there is a table without ratios', () => {
  const summaries = summarize([{ name: 'crawler', runs: [run(6, { fetch: 1, parse: 5 })] }], 'floor');
  assert.equal(
    table(summaries, 'floor'),
    [
      '| program | CPU-s / 1,000 pages | × floor | start CPU-s | pages/s | peak MB | links/page |',
      '| ------- | ------------------: | ------: | ----------: | ------: | ------: | ---------: |',
      '| crawler |               60.00 |       – |        0.25 |      50 |     100 |        7.0 |',
      '',
      'crawler, CPU-ms a page: fetch 10.00 · parse 50.00',
    ].join('\n'),
  );
});
