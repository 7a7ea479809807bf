import path from 'node:path';
import { options } from '../../../config/options.js';
import { settingsFrom } from '../../../config/settings.js';
import { Crawl } from '../../../crawl/crawl.js';
import { startDemoServerThread } from '../../../demo/demo-server.js';
import type { WordNetTopic } from '../../../demo/wordnet-topic.js';
import { WordNetWeb } from '../../../demo/wordnet-web.js';
import { UsageError } from '../../../failure.js';
import { documentOutcomes } from '../../../model/documents.js';
import { freeFolder, makeFolders } from '../../../store/crawl-folder.js';
import { openReader } from '../../../store/open-reader.js';
import { exitCodes } from '../../exit-codes.js';
import { columns, count, percent } from '../../terminal/format.js';
import { wrapped } from '../../terminal/terminal-text.js';
import { outputLines, summaryLines, terminalWidth } from '../crawl/crawl-summary.js';
import { runCrawl } from '../crawl/run-crawl.js';
import { writeResults } from '../crawl/write-results.js';
import { withDashboard } from '../serve/beside.js';

export interface DemoFlags {
  readonly topic: string;
  readonly query?: string;
  readonly maxPages: string;
  readonly out?: string;
  readonly serve?: boolean;
}

/** As users crawl who do not choose. */
const focused = options.strategy.default;

/** What a person would type for a topic; the name of the topic itself where nothing better is known. */
const queries: Readonly<Record<string, string>> = {
  law: 'law legal court',
  military: 'military army war',
  music: 'music musical',
  chemistry: 'chemistry chemical compound',
};

/** `osprey demo`: a focused crawl of the WordNet web over HTTP on this machine, then the same breadth-first, and the comparison. */
export async function demoCommand(flags: DemoFlags): Promise<number> {
  const folder = path.resolve(flags.out ?? freeFolder('crawls', `demo-${flags.topic}`));
  const server = await startDemoServerThread();
  try {
    const demo = () => runDemo(flags, folder, server.port);
    if (!flags.serve) return await demo();
    makeFolders(folder);
    return await withDashboard([folder], demo);
  } finally {
    await server.close();
  }
}

async function runDemo(
  { topic: name, query = queries[name] ?? name, maxPages }: DemoFlags,
  folder: string,
  port: number,
): Promise<number> {
  const pages = Number(maxPages);
  if (!Number.isInteger(pages) || pages < 1)
    throw new UsageError('bad-pages', `--max-pages must be a whole number of at least 1, not "${maxPages}".`);
  const web = new WordNetWeb();
  const topic = web.topicOf(name);
  say([
    ...words(
      `Serving a web of ${count(web.size)} pages on ${web.homes().length} hosts, made from WordNet, on port ${port}. ` +
        `${count(topic.members.length)} pages belong to the topic "${name}", by labels the crawler does not see. ` +
        `Query: ${query}. ${topic.seeds().length} seeds: 3 on the topic, 7 far from it.`,
    ),
    '',
  ]);
  const found = new Map<string, number>();
  const best: string[] = [];
  for (const strategy of [focused, 'breadth-first']) {
    say([`${strategy === focused ? 'Focused crawl' : 'Breadth-first crawl'}`]);
    const settings = demoSettings(query, topic, strategy, pages, path.join(folder, strategy), port);
    const { reason, progress } = await runCrawl(await Crawl.start(settings), {});
    const hidden = await writeResults(settings.out!, settings);
    if (reason === 'interrupted') return exitCodes.interrupted;
    say(['']);
    found.set(strategy, await labelledPages(settings.out!, topic));
    if (strategy === focused) best.push(...(await summaryLines(settings, reason, progress, hidden)), '');
  }
  const settings = demoSettings(query, topic, focused, pages, path.join(folder, focused), port);
  say([...best, ...comparison(found, topic, pages), '', ...outputLines(settings)]);
  return exitCodes.ok;
}

function say(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

function words(text: string): string[] {
  return wrapped(text, Math.min(100, terminalWidth()));
}

function demoSettings(
  query: string,
  topic: WordNetTopic,
  strategy: string,
  maxPages: number,
  out: string,
  port: number,
) {
  return settingsFrom({
    options: {
      query,
      strategy,
      maxPages,
      out,
      seed: topic.seeds(),
      delay: '0s',
      requests: 16,
      requestsPerHost: 4,
      allowPrivate: true,
      resolve: { '*': `127.0.0.1:${port}` },
    },
  });
}

async function labelledPages(folder: string, topic: WordNetTopic): Promise<number> {
  const { records, close } = await openReader(folder);
  try {
    let labelled = 0;
    for await (const { url } of records.visits({ outcomes: documentOutcomes })) if (topic.isRelevant(url)) labelled++;
    return labelled;
  } finally {
    await close();
  }
}

function comparison(found: ReadonlyMap<string, number>, topic: WordNetTopic, pages: number): string[] {
  const rows = [...found].map(([strategy, n]) => [
    strategy,
    count(n),
    percent(n / pages),
    percent(n / topic.members.length),
  ]);
  const best = found.get(focused)!;
  const plain = Math.max(1, found.get('breadth-first')!);
  return [
    `Labelled pages of the topic found within ${count(pages)} pages`,
    ...columns([['strategy', 'found', 'harvest', 'recall'], ...rows], [1, 2, 3]).map((line) => `  ${line}`),
    `The focused crawl found ${(best / plain).toFixed(1)} times as many as breadth-first.`,
  ];
}
