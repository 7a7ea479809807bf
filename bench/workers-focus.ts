/**
 * What focus several workers lose against one: polite crawls over HTTP of the Debian web (45 hosts), the queries of `focus.ts`, 300 pages
 * each, kept in one PostgreSQL database. AUC is the area under relevant pages by pages visited, by all workers together, in the order in which they
 * were fetched. Delay, answer times and leases are those of a polite crawl divided by --scale: what a busy machine takes for itself counts so many times as much then.
 *
 *   node dist/bench/workers-focus.js [--workers 1,8] [--scale 1] [--pages 300] [--only music,python] [--trace]
 */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { PostgresDatabase } from '../src/store/postgres/postgres-database.js';
import { usualLease } from '../src/store/postgres/worker-session.js';
import { newName, startServer } from '../test/store/postgres/test-server.js';
import { debianSitesFile, debianWebFolder } from './debian-folder.js';
import { DebianWeb } from './debian-web.js';
import { focusQueries } from './focus-queries.js';

const { values } = parseArgs({
  options: {
    workers: { type: 'string', default: '1,8' },
    scale: { type: 'string', default: '1' },
    pages: { type: 'string', default: '300' },
    only: { type: 'string' },
    trace: { type: 'boolean' },
  },
});
const [scale, maxPages] = [Number(values.scale), Number(values.pages)];
const counts = values.workers.split(',').map(Number);
/** Of a polite crawl, before the scale (ms). */
const politeDelay = 1_000;
const usualAnswer = 300;

interface Crawled {
  readonly pages: number;
  readonly relevant: number;
  /** From 0 to 1: 1 where every page is relevant. */
  readonly auc: number;
  readonly seconds: number;
}

interface Row {
  readonly url: string;
  readonly worker: number;
  readonly at: number;
  readonly level: number;
  readonly priority: number;
}

const program = fileURLToPath(new URL('../src/cli/main.js', import.meta.url));
const cwd = mkdtempSync(path.join(tmpdir(), 'osprey-workers-focus-'));
const env = { ...process.env, OSPREY_CACHE: path.join(cwd, 'cache'), OSPREY_LEASE: String(usualLease / scale) };
const latency = ['--latency', String(usualAnswer / scale)];
const web = fork(fileURLToPath(new URL('debian-server.js', import.meta.url)), latency, {
  stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
});
const [ready] = (await once(createInterface(web.stdout!), 'line')) as [string];
const { port } = JSON.parse(ready) as { readonly port: number };
const debian = new DebianWeb(debianWebFolder(), debianSitesFile(), port);
const server = await startServer();

function osprey(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [program, ...args], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  return once(child, 'close').then(([code]) => {
    if (code !== 0) throw new Error(`osprey ${args[0]} ended with ${code}: ${said.slice(-500)}`);
  });
}

async function crawl({ topic, query, seed }: (typeof focusQueries)[number], workers: number): Promise<Crawled> {
  const { site } = [...debian.pages.values()].find((page) => page.site.package === seed)!;
  const home = new URL(site.home);
  const name = newName();
  const manners = ['--delay', `${politeDelay / scale}ms`, '--resolve', '*=127.0.0.1', '--allow-private', '--quiet'];
  const seeds = ['--seed', debian.portal, '--seed', `http://${home.hostname}:${port}${home.pathname}`];
  const limits = ['--max-pages', String(maxPages), '--workers', '1', '--no-archive'];
  const since = performance.now();
  const first = osprey(['crawl', query, '--store', server.url, '--name', name, ...seeds, ...manners, ...limits]);
  const db = await PostgresDatabase.connect(server.url, name, { create: true, connections: 1 });
  while ((await db.query("SELECT 1 FROM note WHERE key = 'config'")).length === 0)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const others = Array.from({ length: workers - 1 }, () =>
    osprey(['worker', server.url, '--name', name, '--quiet', '--workers', '1']),
  );
  await Promise.all([first, ...others]);
  const seconds = ((performance.now() - since) * scale) / 1_000;
  const rows = await db.query<Row>(`
    SELECT u.url, v.worker, v.fetched_at::double precision AS at, v.level, v.priority FROM visit v JOIN url u ON u.id = v.url WHERE v.outcome IN ('page', 'ignored', 'duplicate')
    ORDER BY v.fetched_at, v.seq`);
  await db.close();
  let [relevant, area] = [0, 0];
  for (const { url } of rows) {
    if (debian.pageOf(url)?.site.topic === topic) relevant++;
    area += relevant;
  }
  if (values.trace) trace(rows, topic);
  return { pages: rows.length, relevant, auc: (2 * area) / maxPages ** 2, seconds };
}

/** Who took what when, of which worth: a line a visit. */
function trace(rows: readonly Row[], topic: string): void {
  for (const { url, worker, at, level, priority } of rows) {
    const { hostname, pathname } = new URL(url);
    const mark = debian.pageOf(url)?.site.topic === topic ? '+' : '-';
    const seconds = ((at - rows[0]!.at) / 1_000).toFixed(2);
    console.log(
      `${mark} ${seconds} w${worker} ${level}/${priority.toPrecision(4)} ${hostname}${pathname.slice(0, 60)}`,
    );
  }
}

const words = ({ relevant, pages, auc, seconds }: Crawled) =>
  `${auc.toFixed(3)}, ${relevant} of ${pages} (${Math.round(seconds)} s)`;

try {
  const all = counts.map((): Crawled[] => []);
  const wanted = focusQueries.filter(
    ({ topic }) => values.only === undefined || values.only.split(',').includes(topic),
  );
  console.log(
    `| query | ${counts.map((count) => `${count} workers`).join(' | ')} |\n|---|${counts.map(() => '---|').join('')}`,
  );
  for (const [turn, entry] of wanted.entries()) {
    // In turn, so that a machine that becomes slower is as bad for all.
    const order = turn % 2 === 0 ? counts : counts.toReversed();
    for (const count of order) all[counts.indexOf(count)]!.push(await crawl(entry, count));
    console.log(`| ${entry.query} | ${all.map((crawled) => words(crawled.at(-1)!)).join(' | ')} |`);
  }
  const mean = (crawled: readonly Crawled[]) => crawled.reduce((sum, { auc }) => sum + auc, 0) / crawled.length;
  const against = (crawled: readonly Crawled[]) => (100 * mean(crawled)) / mean(all[0]!);
  console.log(
    `| **all** | ${all.map((crawled) => `${mean(crawled).toFixed(3)} (${against(crawled).toFixed(1)} %)`).join(' | ')} |`,
  );
} finally {
  web.kill();
  await server.stop();
  rmSync(cwd, { recursive: true, force: true });
}
process.exit();
