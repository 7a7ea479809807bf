import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soakReport } from '../../bench/soak-report.js';
import { oneHost } from '../../tools/hostile-web/hostile-site.js';

test('the figures of a soak are a table: CPU of each part a thousand pages, ends by name', () => {
  const samples = [
    { documents: 2000, wallSeconds: 10, cpuSeconds: 8, rssMB: 300 },
    { documents: 3000, wallSeconds: 14, cpuSeconds: 11, rssMB: 310.4 },
  ];
  const web = { sites: [oneHost('a.test', 'x', { pages: ['/', '/1'] }, () => {})], log: [] };
  const visits = [
    { outcome: 'page', reason: '' },
    { outcome: 'failed', reason: 'http-500' },
    { outcome: 'page', reason: '' },
  ] as const;
  const crawl = { reason: 'hosts-waiting', samples, peakRssMB: 400, heapAfterMB: 20 } as const;
  const report = soakReport({ web, crawl, visits, broken: [] });
  assert.match(report, /^3,000 pages of 1 host in 14 s, 11 CPU-s,\n/);
  assert.match(report, /All 2 promised pages were found/);
  // 8 s for 2,000 pages, then 3 s for 1,000.
  assert.match(report, /\| 2,000 \| 10 \| 4\.00 \| 300 \|\n\| 3,000 \| 14 \| 3\.00 \| 310 \|/);
  assert.match(report, /\| `http-500` \| 1 \|\n\| `page` \| 2 \|$/);
  assert.match(
    soakReport({ web, crawl, visits, broken: ['http://a.test/: gone'] }),
    /1 promise broken:\n- http:\/\/a\.test\/: gone\n/,
  );
});
