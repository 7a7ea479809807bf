import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { counted } from '../src/counted.js';
import { seededRandom } from '../src/random.js';
import { configName } from '../src/store/crawl-folder.js';
import { openReader } from '../src/store/open-reader.js';
import { databaseName } from '../src/store/sqlite/sqlite-store.js';
import { intact } from '../test/faults/intact.js';
import { pagesOf, ringWeb } from '../test/faults/ring-web.js';
import { deadlyWords } from '../test/faults/sabotage.js';
import { smallDisk } from '../test/faults/small-disk.js';
import { html, type SitePage, startSite } from '../test/site.js';
import { endWithin, type Fault, faults, type Stage } from './faults.js';

/**
 * Crawls that are struck by one fault after the other, drawn at random: after each of them the folder has to be intact, and in
 * the end every page was visited once. Prints a line a fault and figures; ends with code 1 at the first promise broken.
 */
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, seed: { type: 'string', default: '1' } },
});
const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
const random = seededRandom(seed);
const until = Date.now() + minutes * 60_000;

const web = ringWeb(30, 60, 120);
/** Every tenth page of the first host leads to one at which the thread that reads it dies. */
function page(host: string, where: string): SitePage | undefined {
  if (host === 'h0.test' && where.startsWith('/deadly')) {
    return html('court', /[135]0$/.test(where) ? deadlyWords.exit : deadlyWords.memory);
  }
  const normal = web.page(host, where);
  if (typeof normal !== 'string' || host !== 'h0.test' || !where.endsWith('0')) return normal;
  return normal.replace('</ul>', `<li><a href="/deadly${where.slice(1)}">court</a></li></ul>`);
}

let isFailing = false;
const answer = (host: string, where: string): SitePage | undefined =>
  isFailing ? (_request, response) => response.writeHead(503).end() : page(host, where);
let site = await startSite(answer);
let isAway = false;

async function servers(state: 'well' | 'away' | 'failing'): Promise<void> {
  isFailing = state === 'failing';
  if (state === 'away') await site.close();
  if (state === 'well' && isAway) site = await startSite(answer, { port: site.port });
  isAway = state === 'away';
}

const cleanUps: (() => void)[] = [];
const after = (work: () => void) => void cleanUps.push(work);
const disk = smallDisk({ after }, 256 << 20);
const parent = disk?.folder ?? mkdtempSync(path.join(tmpdir(), 'osprey-soak-'));
if (disk === undefined) after(() => rmSync(parent, { recursive: true, force: true }));
const possible = faults.filter(({ name, missing }) => {
  const why = missing || (name === 'disk full' && disk === undefined && 'nothing can be mounted');
  if (why) console.log(`left out: ${name} (${why})`);
  return !why;
});

const program = fileURLToPath(new URL('../src/cli/osprey.cjs', import.meta.url));
const sabotage = new URL('../test/faults/sabotage.js', import.meta.url).href;
const figures = { faults: 0, crawls: 0, visits: 0, threadDeaths: 0, ends: new Map<string, number>() };

/** Begins the crawl in the folder, or goes on with it; what it says last is its end. */
function start(folder: string): { child: ChildProcess; said: () => string } {
  const begin = ['crawl', 'court law', '--seed', 'http://h0.test/0', '--strategy', 'best-first', '--out', folder];
  const flags = ['--resolve', site.resolve, '--allow-private', '--delay', '20ms', '--requests', '16', '--workers', '1'];
  const args = existsSync(path.join(folder, configName)) ? ['resume', folder] : [...begin, ...flags];
  const child = spawn(process.execPath, ['--import', sabotage, program, ...args, '--quiet'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    said = text.trim().split('\n').at(-1)!;
  });
  return { child, said: () => said };
}

/** One run, struck by faults until it ends. Returns whether it came to its end by itself. */
async function struckRun(folder: string): Promise<boolean> {
  const { child, said } = start(folder);
  const stage: Stage = { child, folder, disk, servers };
  while (!(await endWithin(child, 2_000 + random() * 4_000))) {
    if (Date.now() > until) child.kill('SIGINT');
    else if (existsSync(path.join(folder, databaseName)))
      await strike(possible[Math.floor(random() * possible.length)]!, stage);
  }
  const end = child.signalCode ?? `code ${child.exitCode}`;
  figures.ends.set(end, (figures.ends.get(end) ?? 0) + 1);
  if (child.exitCode === 1 || child.exitCode === 2) throw new Error(`it ended with ${end}: ${said()}`);
  console.log(`${clock()}  ended with ${end}${said() && `: ${said()}`}`);
  return child.exitCode === 0;
}

async function strike(fault: Fault, stage: Stage): Promise<void> {
  figures.faults++;
  const before = Date.now();
  await fault.strike(stage, random);
  console.log(`${clock()}  ${fault.name} (${((Date.now() - before) / 1000).toFixed(1)} s)`);
}

function clock(): string {
  return new Date(Date.now() - (until - minutes * 60_000)).toISOString().slice(11, 19);
}

/** The crawl in the folder is over: every page of the web is in it, and only the deadly ones are not. */
async function isWhole(folder: string): Promise<boolean> {
  const pages = await pagesOf(folder);
  return pages.length === web.urls.length && pages.every((url, index) => url === web.urls[index]);
}

async function count(folder: string): Promise<void> {
  const { records, close } = await openReader(folder);
  const { reasons, outcomes } = await records.totals();
  await close();
  figures.threadDeaths += reasons['page-worker-died'] ?? 0;
  figures.visits += Object.values(outcomes).reduce((sum, number) => sum + number, 0);
}

try {
  for (let number = 1; Date.now() < until; number++) {
    const folder = path.join(parent, `crawl-${number}`);
    // What could not be reached is tried again by the next run, so one that ended may have more to do.
    for (let isOver = false; !isOver && Date.now() < until; ) {
      const endedByItself = await struckRun(folder);
      if (existsSync(path.join(folder, databaseName))) intact(folder);
      isOver = endedByItself && (await isWhole(folder));
      if (isOver) figures.crawls++;
      await sleep(100);
    }
    if (existsSync(path.join(folder, databaseName))) await count(folder);
    rmSync(folder, { recursive: true, force: true });
    site.log.length = 0;
  }
  const ends = [...figures.ends].map(([end, times]) => `${times} × ${end}`).join(', ');
  console.log(
    `\n${counted(figures.faults, 'fault')} in ${counted(minutes, 'minute')} (seed ${seed}); runs ended: ${ends}`,
  );
  console.log(`${counted(figures.crawls, 'crawl')} of ${web.urls.length} pages came to the end, with every page`);
  console.log(
    `${counted(figures.visits, 'visit')}; threads died of ${counted(figures.threadDeaths, 'page')}; every folder was intact`,
  );
} catch (thrown) {
  console.error(thrown);
  process.exitCode = 1;
} finally {
  await site.close();
  for (const work of cleanUps) work();
}
