import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Crawl } from '../src/agent/crawl.js';
import type { CrawlOptions } from '../src/config/options.js';
import { settingsFrom } from '../src/config/settings.js';
import { median } from '../src/text/median.js';

/**
 * What Osprey's own strategy costs beside best-first: CPU a page of whole crawls, as users run them (SQLite, WARC) but on one
 * thread, of recorded webs; in turns, each in a process of its own. The first pages, while the program warms up, are left
 * out. Bar: ≤ 1.15 × best-first.
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
];

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '800' },
    rounds: { type: 'string', default: '5' },
    one: { type: 'string' },
    task: { type: 'string', default: '0' },
  },
});

if (values.one !== undefined) console.log(await cpuOfPage(values.one, Number(values.task)));
else for (const task of tasks.keys()) compare(task);

function compare(task: number): void {
  const costs = new Map<string, number[]>(contenders.map((name) => [name, []]));
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const name of contenders) {
      const args = [fileURLToPath(import.meta.url), '--one', name, '--task', String(task), '--pages', values.pages];
      costs.get(name)!.push(Number(execFileSync(process.execPath, args, { encoding: 'utf8' })));
    }
  }
  const [base, own] = contenders.map((name) => median(costs.get(name)!)) as [number, number];
  const verdict = own / base <= bar ? 'met' : 'missed';
  const shown = (name: string) =>
    costs
      .get(name)!
      .map((cost) => cost.toFixed(2))
      .join(', ');
  console.log(`${path.basename(path.dirname(tasks[task]!.web))}, ${values.pages} pages, CPU-ms a page`);
  for (const name of contenders) console.log(`  ${name}: ${shown(name)}`);
  console.log(
    `  medians ${own.toFixed(2)} / ${base.toFixed(2)} = ${(own / base).toFixed(2)} × best-first (bar ${bar}: ${verdict})`,
  );
}

async function cpuOfPage(strategy: string, task: number): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-own-cost-'));
  try {
    const { web, query, seed } = tasks[task]!;
    const maxPages = Number(values.pages);
    const options = { query, seed, web, strategy, maxPages, workers: 0, out: path.join(folder, 'crawl') };
    const crawl = await Crawl.start(settingsFrom({ options: options as CrawlOptions }));
    let pages = 0;
    let before = process.cpuUsage();
    for await (const { page } of crawl.run()) if (page !== undefined && ++pages === warmUp) before = process.cpuUsage();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / (pages - warmUp);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
