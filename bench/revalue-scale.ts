import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { CrawlStore } from '../src/model/crawl-store.js';
import {
  type Candidate,
  type Claim,
  type Frontier,
  type FrontierRules,
  type Revalue,
  unlimited,
} from '../src/model/frontier.js';
import { seededRandom } from '../src/random.js';
import { MemoryStore } from '../src/store/memory/memory-store.js';
import { SqliteStore } from '../src/store/sqlite/sqlite-store.js';

/**
 * For how long scoring the queue anew stops the crawl: a queue of a million URLs, of which everything that is valued changes, as
 * it does at worst. Each figure is that of one call and of the commit that it makes necessary: its time, and the CPU time of the
 * process, garbage collection included, which is what counts on a machine that has other work. Prints one line of JSON a store
 * and measurement against the bar of 50 ms; `--store`, `--hosts` and `--queued` choose another shape.
 */
const barMs = 50;
const rounds = 40;
/** Not measured: in a crawl with so long a queue the code is compiled, and the garbage of filling it is gone. */
const warmUpRounds = 10;
const urlsABatch = 1_000;
const claimsAtOnce = 16;

/** Nothing but the requests under way keeps a host back, so that a claim may fall on any of them. */
const rules: FrontierRules = { ...unlimited, requestsPerHost: claimsAtOnce };

const random = seededRandom(7);

class Requests {
  private claims: readonly Claim[] = [];

  constructor(private readonly frontier: Frontier) {}

  async claim(count: number, revalue?: Revalue): Promise<void> {
    ({ claims: this.claims } = await this.frontier.claim({ queue: 0, count, now: 1, ...(revalue && { revalue }) }));
  }

  async giveBack(): Promise<void> {
    await this.frontier.settle({ settlements: this.claims.map((claim) => ({ claim, requeue: { attempts: 0 } })) });
  }
}

async function fill(frontier: Frontier, queued: number, hosts: number): Promise<void> {
  for (let known = 0; known < queued; ) {
    const links = Array.from({ length: Math.min(urlsABatch, queued - known) }, () => newLink(hosts));
    known += await frontier.add(links);
  }
}

function newLink(hosts: number): Candidate {
  const host = Math.floor(random() * hosts);
  const page = Math.floor(random() * 2 ** 40).toString(36);
  return {
    url: `https://www.host-${host}.example.org/some/folder/of/pages/${page}.html`,
    queue: 0,
    level: 1,
    depth: 1,
    score: { value: random(), parts: {} },
    merge: 'max',
  };
}

/** Milliseconds of each call. */
interface Times {
  readonly wall: number[];
  readonly cpu: number[];
}

async function timesOf(
  store: CrawlStore,
  call: () => Promise<unknown>,
  after?: () => Promise<unknown>,
): Promise<Times> {
  const times: Times = { wall: [], cpu: [] };
  for (let round = -warmUpRounds; round < rounds; round++) {
    const [start, used] = [performance.now(), process.cpuUsage()];
    await call();
    // Adding ends with a commit.
    await store.frontier.add([]);
    const ms = performance.now() - start;
    const { user, system } = process.cpuUsage(used);
    await after?.();
    if (round < 0) continue;
    times.wall.push(ms);
    times.cpu.push((user + system) / 1000);
  }
  return times;
}

function medianAndWorst(times: readonly number[]): { median: number; worst: number } {
  const sorted = [...times].sort((a, b) => a - b);
  const rounded = (ms: number | undefined) => Number(ms?.toFixed(1));
  return { median: rounded(sorted[sorted.length >> 1]), worst: rounded(sorted.at(-1)) };
}

async function run(kind: string, hosts: number, queued: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-revalue-'));
  const store = kind === 'memory' ? new MemoryStore(rules) : SqliteStore.open(folder, rules, { create: true });
  const print = (what: string, times: Times) => {
    const [wallMs, cpuMs] = [medianAndWorst(times.wall), medianAndWorst(times.cpu)];
    const bar = cpuMs.worst <= barMs ? 'met' : 'missed';
    console.log(JSON.stringify({ store: kind, hosts, queued, what, wallMs, cpuMs, bar }));
  };
  const { frontier } = store;
  try {
    await fill(frontier, queued, hosts);
    const requests = new Requests(frontier);
    for (const count of [250, 2_000]) {
      const revalue = () => frontier.revalue({ queue: 0, count, value: random });
      const claimsBetween = async () => {
        await requests.claim(claimsAtOnce);
        await requests.giveBack();
      };
      print(`revalue ${count}`, await timesOf(store, revalue, claimsBetween));
    }
    for (const count of [1, claimsAtOnce]) {
      // All that is looked at has fallen far, until the claim has had enough.
      const claim = () => requests.claim(count, () => random() / 2);
      print(`claim ${count}, all fallen`, await timesOf(store, claim, () => requests.giveBack()));
    }
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const { values } = parseArgs({
  options: {
    store: { type: 'string' },
    hosts: { type: 'string', default: '100000' },
    queued: { type: 'string', default: '1000000' },
  },
});
if (values.store !== undefined) await run(values.store, Number(values.hosts), Number(values.queued));
else {
  for (const store of ['sqlite', 'memory']) {
    for (const hosts of ['1000', '100000']) {
      const options = ['--store', store, '--hosts', hosts, '--queued', values.queued];
      const child = fork(fileURLToPath(import.meta.url), options);
      const [code] = await once(child, 'exit');
      if (code !== 0) process.exitCode = 1;
    }
  }
}
