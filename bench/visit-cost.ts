import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import type { CrawlOptions } from '../src/config/options.js';
import { settingsFrom } from '../src/config/settings.js';
import { Crawl } from '../src/crawl/crawl.js';
import { KeptWeb } from '../src/lab/runs/kept-web.js';
import { readTopicFile } from '../src/lab/topics/topic-file.js';
import { readWeb } from '../src/lab/web/read-web.js';
import { median } from '../src/text/median.js';

/**
 * What a page and a request cost once the program is warm: strategy, queue and agent alone, since pages are read beforehand. Each strategy has
 * processes of its own, which crawl for one topic to warm up and then for each of them several times; the least of each topic counts, as
 * other programs on the machine only add to it. Links out of a recorded web are dead, and every request costs: who asks for more of them
 * pays more for a page. The lab's own figures are per page, and higher, since its processes crawl with one strategy after the other.
 *
 *   node dist/bench/visit-cost.js [--strategies best-first,osprey] [--rounds 3] [--topics 5] [--pages 300]
 */
const folder = path.resolve(process.env.OSPREY_WEBS ?? '../shared/webs', 'schools-wikipedia');
const crawlsOfTopic = 3;

/** CPU-ms. */
interface Cost {
  readonly page: number;
  readonly request: number;
}

const { values } = parseArgs({
  options: {
    strategies: { type: 'string', default: 'best-first,osprey' },
    rounds: { type: 'string', default: '3' },
    topics: { type: 'string', default: '5' },
    pages: { type: 'string', default: '300' },
    one: { type: 'string' },
    kept: { type: 'string' },
  },
});
if (values.one !== undefined) console.log(JSON.stringify(await costOf(values.one, values.kept!)));
else await compare(values.strategies.split(','));

async function compare(strategies: readonly string[]): Promise<void> {
  const temporary = mkdtempSync(path.join(tmpdir(), 'osprey-visit-cost-'));
  try {
    const archive = path.join(folder, 'web.warc.gz');
    const settings = settingsFrom({
      options: { web: archive, query: 'any', seed: ['http://schools-wikipedia.test/'] },
    });
    const web = await readWeb(settings, path.join(temporary, 'pages'));
    const kept = path.join(temporary, 'kept');
    writeFileSync(kept, serialize({ archives: settings.web, kept: web.kept, readOptions: web.readOptions }));
    web.close();
    const costs = new Map<string, Cost[]>(strategies.map((strategy) => [strategy, []]));
    for (let round = 0; round < Number(values.rounds); round++)
      for (const [strategy, found] of costs) {
        const { topics, pages } = values;
        const args = ['--one', strategy, '--kept', kept, '--topics', topics, '--pages', pages];
        const program = [fileURLToPath(import.meta.url), ...args];
        found.push(JSON.parse(execFileSync(process.execPath, program, { encoding: 'utf8' })) as Cost);
      }
    for (const [strategy, found] of costs)
      for (const kind of ['page', 'request'] as const) {
        const all = found.map((cost) => cost[kind]);
        console.log(
          `${strategy}, a ${kind}: ${all.map((cost) => cost.toFixed(3)).join(', ')}; median ${median(all).toFixed(3)}`,
        );
      }
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

async function costOf(strategy: string, kept: string): Promise<Cost> {
  const web = await KeptWeb.open(deserialize(readFileSync(kept)));
  const topics = readTopicFile(path.join(folder, 'topics.yaml')).slice(0, Number(values.topics));
  const maxPages = Number(values.pages);
  const crawl = async ({ query, near }: (typeof topics)[number]): Promise<Cost> => {
    const alone = { agents: 1, share: 'none', requests: 1, workers: 0, stopWhenYieldBelow: 0 };
    const options = { ...alone, query, strategy, seed: near, maxPages, web: web.archives, followNofollow: true };
    const settings = settingsFrom({ options: options as CrawlOptions });
    const started = await Crawl.start(settings, { transport: web, reader: (read) => web.reader(read) });
    const before = process.cpuUsage();
    web.readingTime = 0;
    let [pages, requests] = [0, 0];
    for await (const { page } of started.run()) {
      requests++;
      if (page !== undefined) pages++;
    }
    const { user, system } = process.cpuUsage(before);
    const spent = (user + system - web.readingTime) / 1000;
    return { page: spent / pages, request: spent / requests };
  };
  await crawl(topics[0]!);
  const least = topics.map(() => ({ page: Number.POSITIVE_INFINITY, request: Number.POSITIVE_INFINITY }));
  for (let time = 0; time < crawlsOfTopic; time++)
    for (const [index, topic] of topics.entries()) {
      const cost = await crawl(topic);
      if (cost.page < least[index]!.page) least[index] = cost;
    }
  await web.close();
  const mean = (of: keyof Cost) => least.reduce((sum, cost) => sum + cost[of], 0) / least.length;
  return { page: mean('page'), request: mean('request') };
}
