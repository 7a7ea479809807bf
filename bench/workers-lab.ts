/**
 * What focus several workers lose against one, in the lab: the queries of `focus.ts` on the Debian web (45 hosts), answers and delays of a
 * polite crawl on a virtual clock, all workers in one process on one PostgreSQL database. Time passes only while everybody waits, and the database takes none of it:
 * what is measured is how workers decide, whatever the machine does meanwhile. AUC is the area under relevant pages by pages visited, by all
 * workers together, in the order in which they were fetched. A round has answer times of its own.
 *
 *   node dist/bench/workers-lab.js [--workers 1,8] [--rounds 1] [--pages 300] [--only music,python] [--trace]
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { settingsFrom } from '../src/config/settings.js';
import { Crawl } from '../src/crawl/crawl.js';
import type { CrawlHooks } from '../src/crawl/open-crawl.js';
import { SlowTransport } from '../src/lab/runs/simulated-latency.js';
import { VirtualClock } from '../src/lab/runs/virtual-clock.js';
import { pageReader } from '../src/reading/page-pool.js';
import { PostgresDatabase } from '../src/store/postgres/postgres-database.js';
import { PostgresStore } from '../src/store/postgres/postgres-store.js';
import { newName, startServer } from '../test/store/postgres/test-server.js';
import { debianSitesFile, debianWebFolder } from './debian-folder.js';
import { debianTransport } from './debian-transport.js';
import { DebianWeb } from './debian-web.js';
import { focusQueries } from './focus-queries.js';
import { virtualTime } from './virtual-time.js';

const { values } = parseArgs({
  options: {
    workers: { type: 'string', default: '1,8' },
    rounds: { type: 'string', default: '1' },
    pages: { type: 'string', default: '300' },
    only: { type: 'string' },
    trace: { type: 'boolean' },
  },
});
const counts = values.workers.split(',').map(Number);
const rounds = Number(values.rounds);
type Query = (typeof focusQueries)[number];

interface Fetched {
  readonly url: string;
  readonly worker: number;
  readonly at: number;
  readonly level: number;
  readonly priority: number;
}

interface Crawled {
  readonly pages: number;
  readonly relevant: number;
  /** From 0 to 1: 1 where every page is relevant. */
  readonly auc: number;
  /** By the virtual clock. */
  readonly seconds: number;
}

const web = new DebianWeb(debianWebFolder(), debianSitesFile());
const cwd = mkdtempSync(path.join(tmpdir(), 'osprey-workers-lab-'));
const server = await startServer();
let folders = 0;

async function crawl(
  { topic, query, seed }: Query,
  workers: number,
  round: number,
  maxPages: number,
): Promise<Crawled> {
  const { site } = [...web.pages.values()].find((page) => page.site.package === seed)!;
  const { hostname, pathname } = new URL(site.home);
  const clock = new VirtualClock(Date.UTC(2026, 0));
  const latency = { medianMs: 300, spread: 0.5, seed: round };
  const name = newName();
  const stores: PostgresStore[] = [];
  const hooks: CrawlHooks = {
    clock,
    simulated: true,
    transport: new SlowTransport(debianTransport(web), clock, latency),
    reader: (options) => {
      const reader = pageReader(0, options);
      return { run: (job) => clock.outside(() => reader.run(job)), close: () => reader.close() };
    },
    store: async (rules) => {
      const store = await PostgresStore.open(server.url, name, rules, { create: true, time: virtualTime(clock) });
      stores.push(store);
      return store;
    },
  };
  const settings = () =>
    settingsFrom({
      options: {
        query,
        seed: [web.portal, `http://${hostname}${pathname}`],
        maxPages,
        workers: 0,
        archive: false,
        out: path.join(cwd, String(++folders)),
      },
    });
  const crawls = [await Crawl.start(settings(), hooks)];
  while (crawls.length < workers) {
    const joining = settings();
    mkdirSync(joining.out!);
    crawls.push(await Crawl.resume(joining, joining, [], hooks));
  }
  const since = clock.now();
  await Promise.all(
    crawls.map(async (one) => {
      for await (const _ of one.run());
    }),
  );
  const seconds = (clock.now() - since) / 1_000;
  await Promise.all(stores.map((store) => store.close()));
  const db = await PostgresDatabase.connect(server.url, name, { connections: 1 });
  const fetched = await db.query<Fetched>(visits);
  await db.close();
  let [relevant, area] = [0, 0];
  for (const { url } of fetched) {
    if (isOf(topic, url)) relevant++;
    area += relevant;
  }
  if (values.trace) trace(fetched, topic);
  return { pages: fetched.length, relevant, auc: (2 * area) / maxPages ** 2, seconds };
}

const visits = `
  SELECT u.url, v.worker, v.fetched_at::double precision AS at, v.level, v.priority FROM visit v JOIN url u ON u.id = v.url
  WHERE v.outcome IN ('page', 'ignored', 'duplicate') ORDER BY v.fetched_at, v.seq`;

function isOf(topic: string, url: string): boolean {
  return web.pageOf(url)?.site.topic === topic;
}

/** Who took what when, of which worth: a line a visit. */
function trace(fetched: readonly Fetched[], topic: string): void {
  for (const { url, worker, at, level, priority } of fetched) {
    const { hostname, pathname } = new URL(url);
    const [mark, seconds] = [isOf(topic, url) ? '+' : '-', ((at - fetched[0]!.at) / 1_000).toFixed(2)];
    const place = `${level}/${priority.toPrecision(4)}`;
    console.log(`${mark} ${seconds} w${worker} ${place} ${hostname}${pathname.slice(0, 60)}`);
  }
}

const words = ({ relevant, pages, auc, seconds }: Crawled) =>
  `${auc.toFixed(3)}, ${relevant} of ${pages} (${Math.round(seconds)} s)`;

try {
  const wanted = focusQueries.filter(
    ({ topic }) => values.only === undefined || values.only.split(',').includes(topic),
  );
  // What is loaded when it is first needed is no part of a crawl.
  await crawl(focusQueries[0]!, 2, 0, 20);
  for (const entry of wanted)
    for (let round = 0; round < rounds; round++) {
      const all: Crawled[] = [];
      for (const count of counts) all.push(await crawl(entry, count, round, Number(values.pages)));
      console.log(`| ${entry.query} | ${all.map(words).join(' | ')} |`);
    }
} finally {
  await server.stop();
  rmSync(cwd, { recursive: true, force: true });
}
process.exit();
