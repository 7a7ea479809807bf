/**
 * What a crawl in PostgreSQL costs, and how it grows with workers: pages a second of 1, 2, 4 and 8 workers against a web of 1,000 hosts
 * with 200 ms latency; CPU of the workers and of the database a page, against the same crawl in a folder; the same with many known URLs; bytes
 * a URL.
 *
 *   node dist/bench/scale-out.js [--workers 1,2,4,8] [--pages 600] [--known 10000,1000000]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { PostgresDatabase } from '../src/store/postgres/postgres-database.js';
import { newName, startServer, type TestServer } from '../test/store/postgres/test-server.js';

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

/** CPU time of a process (ms), with its children that have ended; 0 where it is gone. */
function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return 10 * [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
  } catch {
    return 0;
  }
}

/** Of the server: its first process, and the ones below it that are there now. */
function databaseCpu(server: TestServer): number {
  const first = server.own!.pid();
  const isChild = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[1] === String(first);
    } catch {
      return false;
    }
  };
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isChild(name));
  return [first, ...children.map(Number)].reduce((sum, pid) => sum + cpuOf(pid), 0);
}

async function startWeb(): Promise<{ port: number; process: ChildProcess }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./scale-out-web.js', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [text] = (await once(child.stdout!, 'data')) as [Buffer];
  return { port: Number(String(text)), process: child };
}

/** A process of Osprey: its CPU time is read until it ends. */
function run(args: readonly string[]): { ended: Promise<void>; cpu: () => number } {
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
  return { ended, cpu: () => cpu };
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
  const before = databaseCpu(server);
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
  const databaseTime = databaseCpu(server) - before;
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

/** Fills a crawl with queued URLs of hosts that nobody will come to: they are rejected from the queue's point of view, but known. */
async function fill(server: TestServer, name: string, known: number): Promise<number> {
  const db = await PostgresDatabase.connect(server.url, name, { create: true, connections: 1 });
  await db.query('INSERT INTO host (id, bucket, name) SELECT n, n % 1024, $1 || n FROM generate_series(1, 1000) n', [
    'full',
  ]);
  await db.query(
    `INSERT INTO url (id, hash, parent, host, depth, bucket, state, url)
     SELECT n, hashtextextended('u' || n, 0), 0, 1 + n % 1000, 1, (1 + n % 1000) % 1024, 0,
       'http://full' || (1 + n % 1000) || '.test/some/path/to/page-number-' || n || '.html' FROM generate_series(1, $1::integer) n`,
    [known],
  );
  await db.query(
    `INSERT INTO frontier (url, priority, priority_parent, host, queue, level, bucket)
     SELECT id, -1 - random(), 0, host, 0, 1, bucket FROM url`,
  );
  await db.query("UPDATE counter SET value = $1 WHERE name = 'url'", [known]);
  await db.query("UPDATE counter SET value = 1000 WHERE name = 'host'");
  await db.query('ANALYZE');
  const [size] = await db.query<{ bytes: number }>(
    "SELECT pg_total_relation_size('url') + pg_total_relation_size('frontier') AS bytes",
  );
  await db.close();
  return size!.bytes / known;
}

const line = (what: string, { pages, seconds, cpu, databaseCpu: database }: Measured) =>
  console.log(
    `${what.padEnd(28)} ${(pages / seconds).toFixed(1).padStart(7)} pages/s  ${cpu.toFixed(2).padStart(6)} CPU-ms a page  ${database.toFixed(2).padStart(6)} database CPU-ms a page`,
  );

const web = await startWeb();
const server = await startServer({ fast: false });
try {
  const pages = Number(values.pages);
  line('folder (SQLite)', await inFolder(web.port, pages));
  for (const workers of numbers(values.workers))
    line(`${workers} workers`, await inDatabase(server, web.port, workers, pages * workers, newName()));
  for (const known of numbers(values.known)) {
    const name = newName();
    const bytes = await fill(server, name, known);
    const measured = await inDatabase(server, web.port, 1, pages, name);
    line(`1 worker, ${known} queued`, measured);
    console.log(`  ${bytes.toFixed(0)} bytes a queued URL with its indexes`);
  }
} finally {
  web.process.kill();
  await server.stop();
  rmSync(cwd, { recursive: true, force: true });
}
process.exit();
