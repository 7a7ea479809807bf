import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { CrawlOptions } from '../src/config/options.js';
import { settingsFrom } from '../src/config/settings.js';
import { Crawl } from '../src/crawl/crawl.js';
import { strategies } from '../src/strategy/strategies.js';
import type { StrategyEntry } from '../src/strategy/strategy-entry.js';
import { stageProfile } from './stage-profile.js';

/**
 * What each strategy costs: a crawl of so many pages of the recorded web schools-wikipedia, as users run it (SQLite, WARC)
 * but on one thread, under a sampling profiler. Scoring is judging, ranking and learning with all that they call.
 * Bars: scoring ≤ 25 % of the page's CPU; ≤ 2 × the rest of the page for the semantic strategies.
 *
 *   node dist/bench/strategy-cost.js [--pages 600] [--only tswt,hmm]
 */
const webs = process.env.OSPREY_WEBS ?? '../shared/webs';
const web = path.resolve(webs, 'schools-wikipedia/web.warc.gz');
const query = 'music musical instrument composer';
const seed = ['t/The_Supremes', 's/Saxophone', 'a/Alternative_rock', 'j/Japan'].map(
  (name) => `http://schools-wikipedia.test/wp/${name}.htm`,
);
const scoring = ['strategy', 'topic', 'learning', 'semantics'];
const semantic = ['ehrig', 'ssrm', 'synset'];

interface Cost {
  readonly name: string;
  readonly pages: number;
  /** CPU-ms a page of the whole process. */
  readonly total: number;
  /** CPU-ms a page of judging, ranking and learning. */
  readonly scoring: number;
  readonly peakMB: number;
}

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '600' },
    only: { type: 'string' },
    one: { type: 'string' },
    folder: { type: 'string' },
  },
});
if (values.one === undefined) runAll();
else console.log(JSON.stringify(await cost(strategies.find(({ name }) => name === values.one)!, values.folder!)));

/** Each in a process of its own, so that none finds another's code compiled or memory grown. */
function runAll(): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-strategy-cost-'));
  const chosen = values.only?.split(',');
  try {
    osprey([
      'crawl',
      query,
      ...seed.flatMap((url) => ['--seed', url]),
      '--web',
      web,
      '--max-pages',
      '500',
      '--out',
      path.join(folder, 'training'),
    ]);
    const rows = strategies
      .filter(({ name }) => chosen === undefined || chosen.includes(name))
      .map((entry) => {
        if (entry.model !== undefined && !existsSync(modelOf(entry, folder)))
          osprey([
            'train',
            '--for',
            entry.name,
            '--crawl',
            path.join(folder, 'training'),
            '--out',
            modelOf(entry, folder),
          ]);
        const program = fileURLToPath(import.meta.url);
        const args = [program, '--one', entry.name, '--folder', folder, '--pages', values.pages];
        console.error(entry.name);
        return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e8 })) as Cost;
      });
    report(rows);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function cost(entry: StrategyEntry, folder: string): Promise<Cost> {
  const options: Partial<CrawlOptions> = {
    query,
    seed,
    web,
    strategy: entry.name,
    maxPages: Number(values.pages),
    workers: 0,
    out: path.join(folder, entry.name),
    ...(entry.name === 'genre' && { genre: 'product-review' }),
    ...(entry.name === 'tswt' && { genre: ['news', 'blogs'] }),
    ...(entry.model !== undefined && { model: modelOf(entry, folder) }),
  };
  const crawl = await Crawl.start(settingsFrom({ options: options as CrawlOptions }));
  const stages = await stageProfile(scoring);
  const before = process.cpuUsage();
  let pages = 0;
  for await (const { page } of crawl.run()) if (page !== undefined) pages++;
  const { user, system } = process.cpuUsage(before);
  const seconds = await stages();
  const spent = scoring.reduce((sum, stage) => sum + (seconds[stage] ?? 0), 0);
  const peakMB = process.resourceUsage().maxRSS / 1024;
  return { name: entry.name, pages, total: (user + system) / 1000 / pages, scoring: (spent * 1000) / pages, peakMB };
}

function report(rows: readonly Cost[]): void {
  const base = rows.find(({ name }) => name === 'best-first')?.total;
  console.log('| strategy | pages | CPU-ms a page | × best-first | scoring CPU-ms | scoring, share | bar | peak MB |');
  console.log('|---|---:|---:|---:|---:|---:|---|---:|');
  for (const { name, pages, total, scoring: own, peakMB } of rows) {
    const isSemantic = semantic.includes(name);
    const share = isSemantic ? own / (total - own) : own / total;
    const bar = isSemantic
      ? share <= 2
        ? '≤ 2 × met'
        : '≤ 2 × missed'
      : share <= 0.25
        ? '≤ 25 % met'
        : '≤ 25 % missed';
    const shown = isSemantic ? `${share.toFixed(2)} × the rest` : `${(100 * share).toFixed(1)} %`;
    const ratio = base === undefined ? '' : (total / base).toFixed(2);
    console.log(
      `| ${[name, pages, total.toFixed(2), ratio, own.toFixed(3), shown, bar, peakMB.toFixed(0)].join(' | ')} |`,
    );
  }
}

function modelOf({ model }: StrategyEntry, folder: string): string {
  return path.join(folder, `${model}.model.json`);
}

function osprey(args: readonly string[]): void {
  const program = fileURLToPath(new URL('../src/cli/main.js', import.meta.url));
  execFileSync(process.execPath, [program, ...args, '--quiet'], { stdio: ['ignore', 'ignore', 'inherit'] });
}
