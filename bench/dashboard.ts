import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer } from '../src/dashboard/server/start-server.js';
import { startDemoServerThread } from '../src/demo/demo-server.js';
import { WordNetWeb } from '../src/demo/wordnet-web.js';
import { median } from '../src/text/median.js';
import { openBrowser } from '../tools/browser/open-browser.js';
import { makeLargeCrawl } from './large-crawl.js';

/*
 * What the dashboard costs: the CPU of a crawl with a page open against none, messages a second, and how long the first answers of a crawl
 * of a million pages take. `node dist/bench/dashboard.js [PAGES_OF_LARGE_CRAWL] [PAGES_OF_CRAWL] [ROUNDS]`. One line of JSON.
 */
const [largePages = 1_000_000, crawlPages = 2_000, rounds = 3] = process.argv.slice(2).map(Number);
const program = fileURLToPath(new URL('../src/cli/osprey.cjs', import.meta.url));
const reportCpu =
  'process.on("exit", () => { const { user, system } = process.cpuUsage(); process.stderr.write("\\ncpu " + (user + system) + "\\n"); })';
const root = mkdtempSync(path.join(tmpdir(), 'osprey-bench-'));
const demo = await startDemoServerThread();
const seeds = new WordNetWeb().topicOf('law').seeds();
const dashboard = await startServer({ root });
const cookie = await openSession();

async function openSession(): Promise<string> {
  const answer = await fetch(`${dashboard.origin}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: dashboard.origin },
    body: JSON.stringify({ token: dashboard.token }),
  });
  return answer.headers.get('set-cookie')!.split(';')[0]!;
}

/** Counts the messages of a stream until it is closed. */
function watch(crawl: string): { readonly messages: () => number; close(): void } {
  const abort = new AbortController();
  let messages = 0;
  const read = async () => {
    // The crawl has to be there first.
    for (let answer = await stream(); ; answer = await stream()) {
      if (answer.status !== 200) await new Promise((resolve) => setTimeout(resolve, 50));
      else
        for await (const piece of answer.body!.pipeThrough(new TextDecoderStream()))
          messages += piece.split('event: update').length - 1;
    }
  };
  const stream = () =>
    fetch(`${dashboard.origin}/api/stream?crawl=${crawl}`, { headers: { cookie }, signal: abort.signal });
  read().catch(() => {});
  return { messages: () => messages, close: () => abort.abort() };
}

/** CPU seconds and time of one crawl of the demo web. */
async function crawl(name: string): Promise<{ readonly cpu: number; readonly wall: number }> {
  const flags = [
    '--max-pages',
    crawlPages,
    '--delay',
    '0s',
    '--requests',
    16,
    '--requests-per-host',
    4,
    '--workers',
    0,
  ];
  const net = ['--allow-private', '--resolve', `*=127.0.0.1:${demo.port}`, '--quiet', '--no-report'];
  const given = [
    'crawl',
    'law legal court',
    ...seeds.flatMap((seed) => ['--seed', seed]),
    '--out',
    path.join(root, name),
  ];
  const args = [
    '--import',
    `data:text/javascript,${encodeURIComponent(reportCpu)}`,
    program,
    ...given,
    ...flags,
    ...net,
  ];
  const began = performance.now();
  const child = spawn(process.execPath, args.map(String), { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await once(child, 'close');
  const cpu = Number(/cpu (\d+)/.exec(said)?.[1] ?? Number.NaN) / 1e6;
  return { cpu, wall: (performance.now() - began) / 1000 };
}

const [alone, watched, rates]: [number[], number[], number[]] = [[], [], []];
for (let round = 0; round < rounds; round++) {
  alone.push((await crawl(`alone-${round}`)).cpu);
  const page = watch(`watched-${round}`);
  const { cpu, wall } = await crawl(`watched-${round}`);
  watched.push(cpu);
  rates.push(page.messages() / wall);
  page.close();
}

await makeLargeCrawl(path.join(root, 'large'), largePages);
const answers: Record<string, number> = {};
for (const view of ['', '/pages', '/queue', '/queue/next', '/events', '/hosts', '/map', '/pages']) {
  const began = performance.now();
  const answer = await fetch(`${dashboard.origin}/api/crawls/large${view}`, { headers: { cookie } });
  await answer.text();
  if (answer.status !== 200) throw new Error(`${view}: ${answer.status}`);
  answers[view in answers ? `${view} again` : view || '/'] = Math.round(performance.now() - began);
}
/** In a real browser: the first paint of a view, and when its first row is there (ms since the page was asked for). */
async function painted(view: string, row: string): Promise<{ readonly paint: number; readonly row: number }> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`${dashboard.url}`);
    await page.goto(`${dashboard.origin}/#/crawls/large/${view}`);
    await page.reload();
    await page.locator(row).first().waitFor();
    const [paint, shown] = await page.evaluate<[number, number]>(
      "[performance.getEntriesByName('first-contentful-paint')[0].startTime, performance.now()]",
    );
    return { paint: Math.round(paint), row: Math.round(shown) };
  } finally {
    await browser.close();
  }
}

const paints = {
  live: await painted('live', '.crawl-header'),
  pages: await painted('pages', 'tbody tr, .page-list li'),
};
const result = {
  crawlPages,
  rounds,
  cpuAlone: median(alone),
  cpuWatched: median(watched),
  ratio: median(watched) / median(alone),
  messagesPerSecond: Math.max(...rates),
  largePages,
  firstAnswerMs: answers,
  firstPaintMs: paints,
};
console.log(JSON.stringify(result));
await dashboard.close();
await demo.close();
rmSync(root, { recursive: true, force: true });
