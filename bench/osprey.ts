import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { responseRecords } from '../src/archive/warc-record.js';
import { compileLate } from '../src/compile-late.js';
import { settingsFrom } from '../src/config/settings.js';
import { Crawl } from '../src/crawl/crawl.js';
import { fetchList } from './fetch-list.js';
import { type BenchTotals, Meter } from './meter.js';
import { stageProfile } from './stage-profile.js';
import { CONCURRENCY, urlList, visitedFile } from './url-list.js';

/**
 * Osprey as its users run it, over the workload: best-first, SQLite, WARC, robots.txt, no delay. The list's pages are
 * the seeds, so they come before all links found on the way, which are scored and queued like any others. The default strategy
 * goes its own way from them (OSPREY_BENCH_STRATEGY=osprey). Options:
 * OSPREY_BENCH_WORKERS (page threads), OSPREY_BENCH_WEB=archived (the pages are put into a WARC file first, and crawled from
 * there), OSPREY_BENCH_STAGES=1 (account of CPU by stage, of the main thread).
 */
// As the command does.
compileLate();
const { OSPREY_BENCH_OUT: out = '.', OSPREY_BENCH_WORKERS: workers } = process.env;
const urls = urlList();
const archived = process.env.OSPREY_BENCH_WEB === 'archived';
const settings = settingsFrom({
  options: {
    query: 'database server configuration',
    strategy: process.env.OSPREY_BENCH_STRATEGY ?? 'best-first',
    seed: urls,
    maxPages: urls.length,
    delay: '0s',
    requests: CONCURRENCY,
    requestsPerHost: CONCURRENCY,
    out: path.join(out, 'crawl'),
    ...(workers !== undefined && { workers: Number(workers) }),
    ...(archived ? { web: await record(urls) } : { allowPrivate: true, resolve: { '*': '127.0.0.1' } }),
  },
});
const totals: BenchTotals = { titleChars: 0, textChars: 0, links: 0 };
let pages = 0;
const visited: string[] = [];
const crawl = await Crawl.start(settings);
const stages = process.env.OSPREY_BENCH_STAGES === undefined ? undefined : await stageProfile();
const meter = new Meter();
for await (const { page } of crawl.run()) {
  if (page === undefined) continue;
  pages++;
  visited.push(page.url);
  totals.titleChars += page.title.length;
  totals.textChars += page.text.length;
  totals.links += page.links.length;
}
meter.report(pages, totals, await stages?.());
if (process.env.OSPREY_BENCH_VISITED === 'write') writeFileSync(visitedFile, visited.join('\n'));

/** The workload as a WARC file, made before anything is measured. */
async function record(list: readonly string[]): Promise<string> {
  const records: Uint8Array[] = [];
  await fetchList(list, (url, body, contentType) => {
    const headers = [['Content-Type', contentType]] as const;
    const response = { status: 200, statusText: 'OK', httpVersion: '1.1', headers, body };
    records.push(responseRecords({ url, request: { method: 'GET', headers: [] }, response, fetchedAt: Date.now() }));
  });
  const file = path.join(out, 'workload.warc.gz');
  writeFileSync(file, Buffer.concat(records));
  return file;
}
