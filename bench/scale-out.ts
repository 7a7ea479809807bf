/**
 * What a crawl in PostgreSQL costs, and how it grows with workers: pages a second of 1, 2, 4 and 8 workers against a web of 1,000 hosts
 * with 200 ms latency; CPU of the workers and of the database a page, against the same crawl in a folder; the same with many known URLs; bytes
 * a URL.
 *
 *   node dist/bench/scale-out.js [--workers 1,2,4,8] [--pages 600] [--known 10000,1000000]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { PostgresDatabase } from '../src/store/postgres/postgres-database.js';
import { newName, startServer, type TestServer } from '../test/store/postgres/test-server.js';
import { fillWithUrls } from './known-urls.js';
import { cpuOf, familyCpu, mostMemory } from './process-figures.js';

const { values } = parseArgs({
  options: {
    workers: { type: 'string', default: '1,2,4,8' },
    pages: { type: 'string', default: '600' },
    known: { type: 'string', default: '10000,1000000' },
  },
});
const numbers = (text: string) => text.split(',').filter(Boolean).map(Number);
const program = fileURLToPath(new URL('../src/cli/main.js', import.meta.url));
const cwd = mkdtempSync(path.join(tmpdir(), 'osprey-scale-'));
const env = { ...process.env, OSPREY_CACHE: path.join(cwd, 'cache'), OSPREY_LEASE: '6000' };

interface Measured {
  readonly pages: number;
  readonly seconds: number;
  readonly cpu: number;
  readonly databaseCpu: number;
}

async function startWeb(): Promise<{ port: number; process: ChildProcess }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./scale-out-web.js', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [text] = (await once(child.stdout!, 'data')) as [Buffer];
  return { port: Number(String(text)), process: child };
}

/** A process of Osprey: its CPU time is read until it ends. */
function run(args: readonly string[]) {
  const child = spawn(process.execPath, [program, ...args], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  let cpu = 0;
  const timer = setInterval(() => {
    cpu = Math.max(cpu, cpuOf(child.pid!));
  }, 100);
  const ended = once(child, 'close').then(([code]) => {
    clearInterval(timer);
    if (code !== 0) throw new Error(`osprey ${args[0]} ended with ${code}: ${said.slice(-500)}`);
  });
  return { pid: child.pid!, ended, hasEnded: () => child.exitCode !== null, cpu: () => cpu };
}

function flags(port: number, pages: number): string[] {
  const web = ['--resolve', `*=127.0.0.1:${port}`, '--allow-private', '--no-sitemaps', '--seed', 'http://h0.test/0'];
  return [...web, '--delay', '500ms', '--max-pages', String(pages), '--quiet', '--prefer', '1', '--workers', '1'];
}

async function inDatabase(
  server: TestServer,
  port: number,
  workers: number,
  pages: number,
  name: string,
): Promise<Measured> {
  const before = familyCpu(server.own!.pid());
  const first = run(['crawl', 'car engine', '--store', server.url, '--name', name, ...flags(port, pages)]);
  const db = await PostgresDatabase.connect(server.url, name, { create: true, connections: 1 });
  const visited = async () => (await db.query<{ n: number }>('SELECT count(*) AS n FROM visit'))[0]!.n;
  while ((await visited()) < 20) await new Promise((resolve) => setTimeout(resolve, 100));
  const others = Array.from({ length: workers - 1 }, () =>
    run(['worker', server.url, '--name', name, '--quiet', '--workers', '1']),
  );
  // The time that counts begins when all are there.
  while (
    ((await db.query<{ n: number }>('SELECT count(DISTINCT owner) AS n FROM bucket'))[0]?.n ?? 0) < workers &&
    (await visited()) < pages / 2
  )
    await new Promise((resolve) => setTimeout(resolve, 100));
  const [since, from] = [performance.now(), await visited()];
  const all = [first, ...others];
  await Promise.race(all.map(({ ended }) => ended));
  const seconds = (performance.now() - since) / 1_000;
  const to = await visited();
  await Promise.all(all.map(({ ended }) => ended));
  const databaseTime = familyCpu(server.own!.pid()) - before;
  const total = await visited();
  await db.close();
  const cpu = all.reduce((sum, worker) => sum + worker.cpu(), 0);
  return { pages: to - from, seconds, cpu: cpu / total, databaseCpu: databaseTime / total };
}

async function inFolder(port: number, pages: number): Promise<Measured> {
  const since = performance.now();
  const only = run(['crawl', 'car engine', '--out', path.join(cwd, 'folder'), ...flags(port, pages)]);
  await only.ended;
  return { pages, seconds: (performance.now() - since) / 1_000, cpu: only.cpu() / pages, databaseCpu: 0 };
}

/** Visits after which the crawl counts as under way. */
const warm = 30;

/**
 * One worker on a crawl that knows so many URLs: how long it takes to open, and what a page costs from then on. Filling, vacuuming and
 * opening are over when that is measured.
 */
async function onKnown(server: TestServer, port: number, known: number, pages: number): Promise<Grown> {
  const name = newName();
  const db = await PostgresDatabase.connect(server.url, name, { create: true, connections: 1 });
  const bytes = await fillWithUrls(db, known);
  await db.query('VACUUM ANALYZE');
  await db.query('CHECKPOINT');
  const count = async (of: string) =>
    (await db.query<{ n: number }>(`SELECT coalesce(sum(documents), 0)::bigint AS n FROM worker ${of}`))[0]!.n;
  const before = await count('');
  const visits = () => count('WHERE NOT ended');
  const since = performance.now();
  const base = familyCpu(server.own!.pid());
  const worker = run(['crawl', 'car engine', '--store', server.url, '--name', name, ...flags(port, before + pages)]);
  const until = async (count: number) => {
    while ((await visits()) < count) {
      if (worker.hasEnded()) throw new Error('The crawl ended early.');
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return { visits: await visits(), cpu: cpuOf(worker.pid), database: familyCpu(server.own!.pid()) };
  };
  const first = await until(1);
  const opening = { seconds: (performance.now() - since) / 1_000, cpu: first.cpu, database: first.database - base };
  const from = await until(warm);
  const to = await until(pages - warm);
  const memory = mostMemory(worker.pid);
  await worker.ended;
  await db.query(`DROP SCHEMA "osprey_${name}" CASCADE`);
  await db.close();
  const measured = to.visits - from.visits;
  return {
    bytes,
    opening,
    memory,
    cpu: (to.cpu - from.cpu) / measured,
    database: (to.database - from.database) / measured,
  };
}

interface Grown {
  readonly bytes: number;
  readonly opening: { readonly seconds: number; readonly cpu: number; readonly database: number };
  readonly memory: number;
  /** Of a page, after opening (ms). */
  readonly cpu: number;
  readonly database: number;
}

const line = (what: string, { pages, seconds, cpu, databaseCpu: database }: Measured) =>
  console.log(
    `${what.padEnd(28)} ${(pages / seconds).toFixed(1).padStart(7)} pages/s  ${cpu.toFixed(2).padStart(6)} CPU-ms a page  ${database.toFixed(2).padStart(6)} database CPU-ms a page`,
  );

const web = await startWeb();
// As `docs/scale-out.md` says.
const server = await startServer({ fast: false, settings: ['shared_buffers=2GB', 'max_wal_size=4GB'] });
try {
  const pages = Number(values.pages);
  if (values.workers !== '') line('folder (SQLite)', await inFolder(web.port, pages));
  for (const workers of numbers(values.workers))
    line(`${workers} workers`, await inDatabase(server, web.port, workers, pages * workers, newName()));
  for (const known of numbers(values.known)) {
    const { bytes, opening, memory, cpu, database } = await onKnown(server, web.port, known, pages);
    console.log(
      `1 worker, ${known} known: ${cpu.toFixed(2)} CPU-ms a page, ${database.toFixed(2)} of the database; opened in ${opening.seconds.toFixed(1)} s (CPU ${(opening.cpu / 1_000).toFixed(1)} s, database ${(opening.database / 1_000).toFixed(1)} s), ${memory.toFixed(0)} MB at most; ${bytes.toFixed(0)} bytes a URL`,
    );
  }
} finally {
  web.process.kill();
  await server.stop();
  rmSync(cwd, { recursive: true, force: true });
}
process.exit();
