import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { CrawlOptions } from '../src/config/options.js';
import { settingsFrom } from '../src/config/settings.js';
import { Crawl } from '../src/crawl/crawl.js';
import { openTransport } from '../src/crawl/open-transport.js';
import { readTopicFile } from '../src/lab/topics/topic-file.js';
import { median } from '../src/text/median.js';
import { coordinationProfile } from './coordination-profile.js';
import { startDebianServer } from './start-debian-server.js';

/**
 * What it costs that eight agents take their URLs from one coordinator, as users crawl (SQLite, WARC) but on one thread: the
 * Debian web over HTTP on loopback, and recorded webs by the path of a live one (agents work at once, visits are committed as they
 * come), where without sockets the rest of a page is cheaper. Links out of a recorded web are dead, and a request that brings
 * nothing has to be dispatched, too: so requests a page are told. Each crawl is in a process of its own, under a sampling
 * profiler; the first pages, while the program warms up, are left out. Bar: dispatch and level logic ≤ 5 % of the crawl's CPU.
 *
 *   node dist/bench/coordinator-cost.js [--pages 800] [--rounds 3] [--only best-first] [--webs debian]
 */
const webs = process.env.OSPREY_WEBS ?? '../shared/webs';
const debian = 'debian';
const webNames = [debian, 'schools-wikipedia', 'webkb-dev'] as const;
const strategies = ['best-first', 'osprey', 'tswt', 'multi-level'] as const;
const bar = 0.05;
const most = 8;
const warmUp = 100;

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '800' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
    webs: { type: 'string' },
    urls: { type: 'string' },
    one: { type: 'string' },
    web: { type: 'string' },
    model: { type: 'string' },
    agents: { type: 'string' },
  },
});

interface Cost {
  /** CPU-ms a page of the whole process. */
  readonly page: number;
  /** Requests a page. */
  readonly requests: number;
  /** Shares of the CPU time of the crawl's thread. */
  readonly dispatch: number;
  readonly queue: number;
}

if (values.one !== undefined)
  console.log(JSON.stringify((await cost(values.one, values.web!, Number(values.agents))) ?? null));
else await runAll();

async function runAll(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-coordinator-cost-'));
  const chosen = values.webs?.split(',') ?? webNames;
  const urls = path.join(folder, 'urls.txt');
  const server = chosen.includes(debian) ? await startDebianServer(most, urls) : undefined;
  try {
    console.log(
      '| web | strategy | CPU-ms a page, one agent | eight | ratio | requests a page | dispatch and levels | bar | of one agent | queue upkeep |',
    );
    console.log('|---|---|---:|---:|---:|---:|---:|---|---:|---:|');
    for (const web of chosen)
      for (const strategy of values.only?.split(',') ?? strategies) console.log(rowOf(web, strategy, folder, urls));
  } finally {
    server?.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

function rowOf(web: string, strategy: string, folder: string, urls: string): string {
  const more = [
    '--web',
    web,
    '--urls',
    urls,
    ...(strategy === 'multi-level' ? ['--model', trained(web, folder, urls)] : []),
  ];
  const runs = Array.from({ length: Number(values.rounds) }, () => ({
    one: measured(strategy, 1, more),
    eight: measured(strategy, most, more),
  }));
  if (runs.some(({ one, eight }) => one === null || eight === null))
    return `| ${web} | ${strategy} | too few pages to measure | | | | | | | |`;
  const of = (agents: 'one' | 'eight', figure: keyof Cost) => median(runs.map((run) => run[agents]![figure]));
  const [one, eight] = [of('one', 'page'), of('eight', 'page')];
  const share = of('eight', 'dispatch');
  const cells = [
    web,
    strategy,
    one.toFixed(2),
    eight.toFixed(2),
    (eight / one).toFixed(2),
    of('eight', 'requests').toFixed(1),
    percent(share),
    `≤ ${100 * bar} % ${share <= bar ? 'met' : 'missed'}`,
    percent(of('one', 'dispatch')),
    percent(of('eight', 'queue')),
  ];
  return `| ${cells.join(' | ')} |`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function measured(strategy: string, agents: number, more: readonly string[]): Cost | null {
  const program = fileURLToPath(import.meta.url);
  const args = ['--one', strategy, '--agents', String(agents), '--pages', values.pages, ...more];
  return JSON.parse(execFileSync(process.execPath, [program, ...args], { encoding: 'utf8' })) as Cost | null;
}

/** A web with something to look for, and as many seeds as there are agents. */
function taskOf(web: string, urls: string) {
  if (web === debian) {
    const seed = readFileSync(urls, 'utf8').trimEnd().split('\n');
    return { query: 'database server configuration', seed, allowPrivate: true, resolve: { '*': '127.0.0.1' } };
  }
  const topics = readTopicFile(path.join(webs, web, 'topics.yaml'));
  const seed = [...new Set(topics.flatMap(({ near, far }) => [...near, ...far]))].slice(0, most);
  return { query: topics[0]!.query!, seed, web: path.resolve(webs, web, 'web.warc.gz') };
}

/** Undefined where the crawl was over before the program had warmed up. */
async function cost(strategy: string, web: string, agents: number): Promise<Cost | undefined> {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-coordinator-cost-'));
  const options = {
    ...taskOf(web, values.urls!),
    strategy,
    ...(values.model !== undefined && { model: values.model }),
    maxPages: Number(values.pages),
    workers: 0,
    delay: 0,
    // As many requests at a time whoever sends them.
    requests: most / agents,
    requestsPerHost: most,
    agents,
    ...(agents > 1 && { organisation: 'coordinator' }),
    out: path.join(folder, 'crawl'),
  };
  const settings = settingsFrom({ options: options as CrawlOptions });
  const transport = await openTransport(settings);
  try {
    const crawl = await Crawl.start(settings, { transport, simulated: true });
    let [pages, requests] = [0, 0];
    let before = process.cpuUsage();
    let profile: Awaited<ReturnType<typeof coordinationProfile>> | undefined;
    for await (const { page } of crawl.run()) {
      requests++;
      if (page === undefined || ++pages !== warmUp) continue;
      profile = await coordinationProfile();
      before = process.cpuUsage();
      requests = 0;
    }
    if (profile === undefined) return undefined;
    const { user, system } = process.cpuUsage(before);
    const counted = pages - warmUp;
    return { page: (user + system) / 1000 / counted, requests: requests / counted, ...(await profile()) };
  } finally {
    await transport.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** From a crawl by best-first: multi-level needs classes of pages, which relevant and irrelevant are. */
function trained(web: string, folder: string, urls: string): string {
  const crawl = path.join(folder, web);
  const model = path.join(folder, `${web}.model.json`);
  const config = path.join(folder, `${web}.yaml`);
  writeFileSync(config, JSON.stringify({ ...taskOf(web, urls), agents: 1, delay: 0, maxPages: 500, out: crawl }));
  osprey(['crawl', '--config', config]);
  osprey(['train', '--for', 'multi-level', '--crawl', crawl, '--out', model]);
  return model;
}

function osprey(args: readonly string[]): void {
  const program = fileURLToPath(new URL('../src/cli/main.js', import.meta.url));
  execFileSync(process.execPath, [program, ...args, '--quiet'], { stdio: ['ignore', 'ignore', 'inherit'] });
}
