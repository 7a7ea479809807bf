import path from 'node:path';
import { Crawl } from '../src/agent/crawl.js';
import { settingsFrom } from '../src/config/settings.js';
import { type BenchTotals, Meter } from './meter.js';
import { stageProfile } from './stage-profile.js';
import { CONCURRENCY, urlList } from './url-list.js';

/**
 * Osprey as its users run it, over the workload: best-first, SQLite, WARC, robots.txt, no delay. The list's pages are
 * the seeds, so they come before all links found on the way, which are scored and queued like any others. Options:
 * OSPREY_BENCH_WORKERS (page threads), OSPREY_BENCH_WEB (crawl this WARC instead of HTTP), OSPREY_BENCH_STAGES=1 (account of
 * CPU by stage, on one thread).
 */
const { OSPREY_BENCH_OUT: out = '.', OSPREY_BENCH_WORKERS: workers, OSPREY_BENCH_WEB: web, OSPREY_BENCH_STAGES: byStage } = process.env;
const urls = urlList();
const settings = settingsFrom({
  options: {
    query: 'database server configuration',
    strategy: 'best-first',
    seed: urls,
    maxPages: urls.length,
    delay: '0s',
    requests: CONCURRENCY,
    requestsPerHost: CONCURRENCY,
    out: path.join(out, 'crawl'),
    ...(workers !== undefined && { workers: Number(workers) }),
    ...(web === undefined ? { allowPrivate: true, resolve: { '*': '127.0.0.1' } } : { web }),
  },
});
const totals: BenchTotals = { titleChars: 0, textChars: 0, links: 0 };
let pages = 0;
const crawl = await Crawl.start(settings);
const stopProfile = byStage === undefined ? undefined : await stageProfile();
const meter = new Meter();
for await (const { page } of crawl.run()) {
  if (page === undefined) continue;
  pages++;
  totals.titleChars += page.title.length;
  totals.textChars += page.text.length;
  totals.links += page.links.length;
}
meter.report(pages, totals, await stopProfile?.());
