/**
 * What is left of a topic when hosts have to be waited for: real crawls over HTTP of the Debian web (45 hosts), ten queries of
 * several themes, 300 pages each, from the portal and the front page of one site. Delay and answer times are those of a polite
 * crawl of the real web divided by --scale, so that it ends in minutes. A page counts where its site is of the section asked for.
 *
 *   node dist/bench/focus.js [--scale 10] [--program osprey.cjs …] [--prefer speed,balanced,quality] [--only music,python]
 *
 * --program: other builds to compare with, run with their own defaults.
 */
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { cacheFolder, debianSitesFile, debianWebFolder } from './debian-folder.js';
import { DebianWeb } from './debian-web.js';
import { focusQueries } from './focus-queries.js';

const maxPages = 300;
/** Of a polite crawl, before the scale (ms). */
const politeDelay = 1_000;
const usualAnswer = 300;

interface Program {
  readonly name: string;
  readonly file: string;
  readonly flags: readonly string[];
}

interface Crawled {
  readonly pages: number;
  readonly relevant: number;
  /** As a crawl of the real web would take. */
  readonly seconds: number;
}

const { values } = parseArgs({
  options: {
    scale: { type: 'string', default: '10' },
    program: { type: 'string', multiple: true, default: [] },
    prefer: { type: 'string', default: 'speed,balanced,quality' },
    only: { type: 'string' },
  },
});
const scale = Number(values.scale);
const own = fileURLToPath(new URL('../src/cli/osprey.cjs', import.meta.url));
const programs: Program[] = [
  ...values.program.map((file) => ({ name: path.resolve(file), file, flags: [] })),
  ...values.prefer.split(',').map((prefer) => ({ name: `--prefer ${prefer}`, file: own, flags: ['--prefer', prefer] })),
];
const wanted = focusQueries.filter(({ topic }) => values.only === undefined || values.only.split(',').includes(topic));

const run = promisify(execFile);
const server = fork(
  fileURLToPath(new URL('debian-server.js', import.meta.url)),
  ['--latency', String(usualAnswer / scale)],
  { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
);
const [ready] = (await once(createInterface(server.stdout!), 'line')) as [string];
const { port } = JSON.parse(ready) as { readonly port: number };
const web = new DebianWeb(debianWebFolder(), debianSitesFile(), port);
mkdirSync(cacheFolder(), { recursive: true });
const folder = mkdtempSync(path.join(cacheFolder(), 'focus-'));
try {
  const results = new Map<Program, Crawled[]>();
  for (const [index, entry] of wanted.entries())
    for (const program of programs) {
      const crawled = await crawl(program, entry, path.join(folder, `${index}-${programs.indexOf(program)}`));
      results.set(program, [...(results.get(program) ?? []), crawled]);
      console.error(`${program.name}, ${entry.query}: ${words(crawled)}`);
    }
  console.log(table(results));
} finally {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}

async function crawl({ file, flags }: Program, entry: (typeof focusQueries)[number], out: string): Promise<Crawled> {
  const site = [...web.pages.values()].find(({ site: { package: name } }) => name === entry.seed)!.site;
  const home = new URL(site.home);
  const options = [
    ...['--seed', web.portal, '--seed', `http://${home.hostname}:${port}${home.pathname}`],
    ...['--max-pages', String(maxPages), '--delay', `${politeDelay / scale}ms`, '--resolve', '*=127.0.0.1'],
    ...['--allow-private', '--out', out, '--quiet', ...flags],
  ];
  const start = performance.now();
  await run(process.execPath, [file, 'crawl', entry.query, ...options]);
  const seconds = ((performance.now() - start) * scale) / 1000;
  const large = { maxBuffer: 1_000_000_000 };
  const { stdout } = await run(process.execPath, [file, 'export', out, '--format', 'jsonl'], large);
  const lines = stdout.split('\n').filter((line) => line !== '');
  const urls = lines.map((line) => (JSON.parse(line) as { readonly url: string }).url);
  const relevant = urls.filter((url) => web.pageOf(url)?.site.topic === entry.topic).length;
  return { pages: urls.length, relevant, seconds };
}

function words({ pages, relevant, seconds }: Crawled): string {
  return `${relevant} of ${pages} (${Math.round(seconds)} s)`;
}

function table(results: ReadonlyMap<Program, readonly Crawled[]>): string {
  const rows = wanted.map(({ query }, index) => [query, ...programs.map((one) => words(results.get(one)![index]!))]);
  const total = programs.map((one) => {
    const all = results.get(one)!;
    const sum = (value: (crawled: Crawled) => number) => all.reduce((whole, crawled) => whole + value(crawled), 0);
    return words({
      pages: sum(({ pages }) => pages),
      relevant: sum(({ relevant }) => relevant),
      seconds: sum(({ seconds }) => seconds),
    });
  });
  const lines = [
    ['query', ...programs.map(({ name }) => name)],
    programs.map(() => '---').concat('---'),
    ...rows,
    ['**all**', ...total],
  ];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
