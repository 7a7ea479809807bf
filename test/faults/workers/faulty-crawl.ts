import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../../src/random.js';
import { PostgresDatabase } from '../../../src/store/postgres/postgres-database.js';
import { newName, type TestServer } from '../../store/postgres/test-server.js';
import { startLinkedWeb } from './linked-web.js';
import { startWorker, type WorkerProcess } from './worker-process.js';

export interface FaultyCrawl {
  readonly hosts: number;
  readonly pagesOfHost: number;
  /** Between two requests to a host (ms). */
  readonly delay: number;
  readonly lease: number;
  readonly workers: number;
  /** In this order, one after the other; `pause` ms apart on average. */
  readonly faults: readonly Fault[];
  readonly pause: number;
  readonly seed: number;
  readonly tell?: (line: string) => void;
}

/**
 * `kill`: a worker is killed, and another one starts. `stop`: a worker is stopped beyond its lease, and goes on. `database`: the server is
 * killed and starts again. `cut`: all connections are cut. `disk`: a worker comes whose disk is full after some pages.
 */
export type Fault = 'kill' | 'stop' | 'database' | 'cut' | 'disk';

/** What came of it, by the web server's own log and by what the database holds. */
export interface Verdict {
  readonly pages: number;
  /** Faults that happened while workers were at work: what comes after the end of the crawl does not count. */
  readonly struck: Readonly<Record<Fault, number>>;
  /** URLs of pages that have no visit. */
  readonly lost: readonly string[];
  /** URLs of pages with more than one visit. */
  readonly twice: readonly string[];
  /** Requests that came too soon after the one before to the same host: how soon (ms). */
  readonly tooSoon: readonly string[];
  /** Pages that were asked for more than once: what faults cost. */
  readonly askedAgain: number;
  /** Workers that others had taken over from, and that found out. */
  readonly fenced: number;
  readonly queued: number;
  readonly requests: number;
}

const hour = 3_600_000;

/** Crawls a web with several workers to its end while faults happen, and judges what came of it. */
export async function faultyCrawl(server: TestServer, options: FaultyCrawl): Promise<Verdict> {
  const { hosts, pagesOfHost, delay, lease, tell = () => {} } = options;
  const random = seededRandom(options.seed);
  const web = await startLinkedWeb(hosts, pagesOfHost, 10);
  const cwd = mkdtempSync(path.join(tmpdir(), 'osprey-workers-'));
  const name = newName();
  const live: WorkerProcess[] = [];
  const all: WorkerProcess[] = [];
  const keep = (worker: WorkerProcess) => {
    live.push(worker);
    all.push(worker);
    void worker.ended.then(() => live.splice(live.indexOf(worker), 1));
    return worker;
  };
  // Every other clock is an hour off.
  const clockOff = () => (all.length % 2 === 0 ? 0 : hour);
  const join = (disk?: number) => {
    const environment = { cwd, lease, clockOff: clockOff(), ...(disk !== undefined && { disk }) };
    return keep(startWorker(['worker', server.url, '--name', name, '--quiet', '--workers', '1'], environment));
  };
  const start = ['crawl', 'car engine', '--store', server.url, '--name', name, '--seed', web.first, '--quiet'];
  const rules = [
    '--resolve',
    `*=127.0.0.1:${web.port}`,
    '--allow-private',
    '--no-sitemaps',
    '--near-duplicates',
    'off',
  ];
  const pace = ['--delay', `${delay}ms`, '--workers', '1', '--retries', '5'];
  const first = keep(startWorker([...start, ...rules, ...pace], { cwd, lease }));
  try {
    await until(() => web.log.length > 3 || first.process.exitCode !== null);
    while (live.length < options.workers) join();
    const struck = { kill: 0, stop: 0, database: 0, cut: 0, disk: 0 };
    const fault = faults({ server, lease, live, join, random });
    for (const what of options.faults) {
      await sleep(options.pause * (0.5 + random()));
      if (live.length > 0) struck[what]++;
      tell(`${what} (${live.length} at work, ${web.log.length} requests)`);
      await fault[what]();
      while (live.length < options.workers && web.log.length < 1.02 * web.pages.size) join();
    }
    // What is left is done by those that are there, and by one more that finds them all gone or not.
    if (live.length === 0) join();
    await Promise.all(live.map(({ ended }) => ended));
    await join().ended;
    const fenced = all.filter((worker) => /others have taken over/.test(worker.stderr())).length;
    for (const worker of all) if (worker.process.exitCode === 70) tell(worker.stderr().slice(-2_000));
    return { ...(await judged(server.url, name, web.pages)), ...judgedLog(web.log, delay), struck, fenced };
  } finally {
    for (const { process: child } of live) child.kill('SIGKILL');
    await Promise.all(all.map(({ ended }) => ended));
    await web.close();
    rmSync(cwd, { recursive: true, force: true });
  }
}

interface FaultParts {
  readonly server: TestServer;
  readonly lease: number;
  readonly live: readonly WorkerProcess[];
  readonly random: () => number;
  join(disk?: number): WorkerProcess;
}

function faults({ server, lease, live, join, random }: FaultParts): Record<Fault, () => Promise<void>> {
  const any = () => live[Math.floor(random() * live.length)];
  return {
    async kill() {
      const worker = any();
      worker?.process.kill('SIGKILL');
      await worker?.ended;
    },
    async stop() {
      const worker = any();
      worker?.process.kill('SIGSTOP');
      await sleep(2.5 * lease);
      worker?.process.kill('SIGCONT');
    },
    async database() {
      await server.own?.kill();
      await sleep(500);
      await server.own?.start();
    },
    async cut() {
      const db = await PostgresDatabase.connect(server.url, 'cutter', { create: true, connections: 1 });
      await db.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'osprey' AND pid <> pg_backend_pid()",
      );
      await db.close();
    },
    async disk() {
      const worker = join(40);
      await Promise.race([worker.ended, sleep(8_000)]);
      worker.process.kill('SIGKILL');
    },
  };
}

async function judged(url: string, name: string, pages: ReadonlySet<string>) {
  const db = await PostgresDatabase.connect(url, name, { connections: 1 });
  try {
    const rows = await db.query<{ url: string; visits: number }>(
      "SELECT u.url, count(*) AS visits FROM visit v JOIN url u ON u.id = v.url WHERE v.outcome IN ('page', 'duplicate') GROUP BY u.url",
    );
    const [queue] = await db.query<{ n: number }>(
      'SELECT (SELECT count(*) FROM frontier) + (SELECT count(*) FROM inbox) AS n',
    );
    const visited = new Map(rows.map((row) => [row.url, row.visits]));
    return {
      pages: pages.size,
      lost: [...pages].filter((page) => !visited.has(page)),
      twice: rows.filter(({ visits }) => visits > 1).map((row) => row.url),
      queued: queue!.n,
    };
  } finally {
    await db.close();
  }
}

/** A host's next request begins a delay after the last answer: at the server, the requests are at least as far apart. */
function judgedLog(log: readonly { at: number; host: string; path: string }[], delay: number) {
  const last = new Map<string, number>();
  const asked = new Map<string, number>();
  const tooSoon: string[] = [];
  for (const { at, host, path: place } of log) {
    const gap = at - (last.get(host) ?? Number.NEGATIVE_INFINITY);
    if (gap < delay) tooSoon.push(`${host}${place} after ${Math.round(gap)} ms`);
    last.set(host, at);
    asked.set(host + place, (asked.get(host + place) ?? 0) + 1);
  }
  const again = [...asked].filter(([place, times]) => times > 1 && !place.endsWith('/robots.txt'));
  return { tooSoon, askedAgain: again.length, requests: log.length };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(50);
}
