import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { CrawlOptions } from '../src/config/options.js';
import { settingsFrom } from '../src/config/settings.js';
import { Crawl } from '../src/crawl/crawl.js';
import { median } from '../src/text/median.js';

/**
 * What Osprey's own strategy costs beside best-first: CPU a page of whole crawls, as users run them (SQLite, WARC) but on one
 * thread, of recorded webs; in turns, each in a process of its own. The first pages, while the program warms up, are left
 * out. Bar: ≤ 1.15 × best-first. Links out of a recorded web are dead, and every request costs: one that brings no page counts
 * among the pages, so what a request costs is told too.
 *
 *   node dist/bench/own-cost.js [--pages 800] [--rounds 5]
 */
const webs = process.env.OSPREY_WEBS ?? '../shared/webs';
const bar = 1.15;
const warmUp = 100;
const contenders = ['best-first', 'osprey'] as const;
const tasks = [
  {
    web: path.resolve(webs, 'schools-wikipedia/web.warc.gz'),
    query: 'music musical instrument composer',
    seed: ['t/The_Supremes', 's/Saxophone', 'j/Japan'].map((name) => `http://schools-wikipedia.test/wp/${name}.htm`),
  },
  {
    web: path.resolve(webs, 'webkb-dev/web.warc.gz'),
    query: 'professor faculty research interests publications',
    seed: ['http://www.cs.cornell.edu/', 'http://www.cs.utexas.edu/'],
  },
  ...(process.env.OSPREY_DEBIAN_LAB === undefined
    ? []
    : [
        {
          web: path.resolve(process.env.OSPREY_DEBIAN_LAB, 'web.warc.gz'),
          query: 'web framework',
          seed: [
            'http://docs.djangoproject.com/en/3.2/releases/1.9.3.html',
            'http://flask.palletsprojects.com/en/2.2.x/patterns/methodoverrides.html',
          ],
        },
      ]),
];

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '800' },
    rounds: { type: 'string', default: '5' },
    one: { type: 'string' },
    task: { type: 'string', default: '0' },
  },
});

interface Cost {
  /** CPU-ms. */
  readonly page: number;
  readonly request: number;
}

if (values.one !== undefined) console.log(JSON.stringify(await costOf(values.one, Number(values.task))));
else for (const task of tasks.keys()) compare(task);

function compare(task: number): void {
  const costs = new Map<string, Cost[]>(contenders.map((name) => [name, []]));
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const name of contenders) {
      const args = [fileURLToPath(import.meta.url), '--one', name, '--task', String(task), '--pages', values.pages];
      costs.get(name)!.push(JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Cost);
    }
  }
  const medians = (of: keyof Cost) =>
    contenders.map((name) => median(costs.get(name)!.map((cost) => cost[of]))) as [number, number];
  const [base, own] = medians('page');
  const [baseRequest, ownRequest] = medians('request');
  const verdict = own / base <= bar ? 'met' : 'missed';
  const shown = (name: string) =>
    costs
      .get(name)!
      .map(({ page, request }) => `${page.toFixed(2)} (${(page / request).toFixed(1)} requests)`)
      .join(', ');
  console.log(`${path.basename(path.dirname(tasks[task]!.web))}, ${values.pages} pages, CPU-ms a page`);
  for (const name of contenders) console.log(`  ${name}: ${shown(name)}`);
  console.log(
    `  medians ${own.toFixed(2)} / ${base.toFixed(2)} = ${(own / base).toFixed(2)} × best-first (bar ${bar}: ${verdict}); a request ${(ownRequest / baseRequest).toFixed(2)} ×`,
  );
}

async function costOf(strategy: string, task: number): Promise<Cost> {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-own-cost-'));
  try {
    const { web, query, seed } = tasks[task]!;
    const maxPages = Number(values.pages);
    const options = { query, seed, web, strategy, maxPages, workers: 0, out: path.join(folder, 'crawl') };
    const crawl = await Crawl.start(settingsFrom({ options: options as CrawlOptions }));
    let pages = 0;
    let requests = 0;
    let before = process.cpuUsage();
    for await (const { page } of crawl.run()) {
      requests++;
      if (page === undefined || ++pages !== warmUp) continue;
      before = process.cpuUsage();
      requests = 0;
    }
    const { user, system } = process.cpuUsage(before);
    const spent = (user + system) / 1000;
    return { page: spent / (pages - warmUp), request: spent / requests };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
