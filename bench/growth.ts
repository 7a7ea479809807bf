import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeResults } from '../src/cli/commands/crawl/write-results.js';
import { compileLate } from '../src/compile-late.js';
import type { Settings } from '../src/config/options.js';
import { settingsFrom } from '../src/config/settings.js';
import { Crawl } from '../src/crawl/crawl.js';
import { peakRssMB } from './meter.js';

/**
 * How the whole engine grows: one crawl of many pages of a made web over HTTP (`growth-web.ts`) by the default strategy, CPU a page as it goes
 * on, then what it takes to open it again. Bars for 200,000 pages: the last 20,000 cost at most 1.25 × the first 20,000 after the warm-up;
 * 1 GB, also while its results are written; resumed in 10 s; status, why and the best 1,000 in 2 s.
 *
 *   node dist/bench/growth.js [--pages 200000] [--strategy osprey] [--folder KEPT]
 */
// As the command does.
compileLate();
const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '200000' },
    strategy: { type: 'string', default: 'osprey' },
    folder: { type: 'string' },
  },
});
const pages = Number(values.pages);
/** Pages of each end that are compared, and pages before the first of them. */
const share = pages / 10;
const warmUp = pages / 20;

interface Sample {
  readonly pages: number;
  readonly cpuSeconds: number;
  readonly known: number;
  readonly rssMB: number;
}

const folder = values.folder ?? mkdtempSync(path.join(tmpdir(), 'osprey-growth-'));
const out = path.join(folder, 'crawl');
const { server, port } = await startWeb();
try {
  const samples = await crawled(port);
  const peakMB = peakRssMB();
  await writeResults(out, settingsAt(port));
  const peakWithResultsMB = peakRssMB();
  const cost = (from: number, to: number) => {
    const at = (count: number) => samples.find((sample) => sample.pages >= count) ?? samples.at(-1)!;
    const [first, last] = [at(from), at(to)];
    return (1000 * (last.cpuSeconds - first.cpuSeconds)) / (last.pages - first.pages);
  };
  const end = samples.at(-1)!;
  const [early, late] = [cost(warmUp, warmUp + share), cost(end.pages - share, end.pages)];
  const opened = {
    resume: await resumed(port),
    status: ran(['status', out]),
    why: ran(['why', out, `http://h1.test:${port}/1.html`]),
    export: ran([
      'export',
      out,
      '--format',
      'csv',
      '--ranked',
      '--limit',
      '1000',
      '--out',
      path.join(folder, 'best.csv'),
    ]),
  };
  const figures = {
    pages: end.pages,
    known: end.known,
    early,
    late,
    ratio: late / early,
    peakMB,
    peakWithResultsMB,
    ...opened,
  };
  console.log(JSON.stringify(figures, (_, value) => (typeof value === 'number' ? Number(value.toFixed(3)) : value), 2));
} finally {
  server.kill();
  if (values.folder === undefined) rmSync(folder, { recursive: true, force: true });
}

async function startWeb(): Promise<{ server: ChildProcess; port: number }> {
  const program = fileURLToPath(new URL('growth-web.js', import.meta.url));
  const started = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface(started.stdout!), 'line')) as [string];
  return { server: started, port: Number(line) };
}

async function crawled(at: number): Promise<Sample[]> {
  const settings = settingsAt(at);
  const crawl = await Crawl.start(settings);
  const samples: Sample[] = [];
  let count = 0;
  let known = 0;
  const sample = () => {
    const { user, system } = process.cpuUsage();
    samples.push({
      pages: count,
      cpuSeconds: (user + system) / 1e6,
      known,
      rssMB: process.memoryUsage.rss() / 2 ** 20,
    });
  };
  sample();
  for await (const { page } of crawl.run()) {
    if (page === undefined) continue;
    count++;
    if (count % (share / 10) !== 0) continue;
    known = (await crawl.store.frontier.stats(Date.now())).known;
    sample();
    const before = samples.at(-2)!;
    const { pages: done, cpuSeconds, rssMB } = samples.at(-1)!;
    const cost = (1000 * (cpuSeconds - before.cpuSeconds)) / (done - before.pages);
    console.error(`${done} pages, ${known} known, ${cost.toFixed(2)} CPU-ms a page, ${rssMB.toFixed(0)} MB`);
  }
  sample();
  return samples;
}

function settingsAt(at: number): Settings {
  return settingsFrom({
    options: {
      query: 'car engine gearbox chassis brake',
      strategy: values.strategy,
      seed: Array.from({ length: 20 }, (_, index) => `http://h${index}.test:${at}/${index}.html`),
      maxPages: pages,
      delay: '0s',
      requests: 32,
      allowPrivate: true,
      resolve: { '*': '127.0.0.1' },
      out,
    },
  });
}

/** By the clock, and of the CPU, which other programs on the machine lengthen less. */
interface Took {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

/** Until a resumed crawl has its first page. */
async function resumed(at: number): Promise<Took | undefined> {
  const [start, used] = [performance.now(), process.cpuUsage()];
  const settings = settingsAt(at);
  const crawl = await Crawl.resume({ ...settings, maxPages: pages + 16 }, settings, []);
  let first: Took | undefined;
  for await (const _ of crawl.run()) {
    const { user, system } = process.cpuUsage(used);
    first ??= { seconds: (performance.now() - start) / 1000, cpuSeconds: (user + system) / 1e6 };
  }
  return first;
}

/** A command, with the processes that it starts. */
function ran(args: readonly string[]): Took {
  const osprey = fileURLToPath(new URL('../src/cli/osprey.cjs', import.meta.url));
  const told =
    'process.on("exit", () => { const { user, system } = process.cpuUsage(); process.stderr.write("CPU " + (user + system) + "\\n"); })';
  const env = { ...process.env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(told)}` };
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [osprey, ...args], { encoding: 'utf8', env });
  if (status !== 0) console.error(`osprey ${args.join(' ')} ended with ${status}: ${stderr.slice(0, 500)}`);
  const used = [...stderr.matchAll(/^CPU (\d+)$/gm)].reduce((sum, [, micros]) => sum + Number(micros), 0);
  return { seconds: (performance.now() - start) / 1000, cpuSeconds: used / 1e6 };
}
