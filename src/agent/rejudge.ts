import { archivedResponse } from '../archive/archived-page.js';
import { optionKeys, optionTable, type Settings } from '../config/options.js';
import type { Page } from '../page/page.js';
import { type PageReader, pageReader } from '../page/page-pool.js';
import type { JudgementChange } from '../store/crawl-store.js';
import { SqliteStore } from '../store/sqlite-store.js';
import type { VisitRow } from '../store/visit.js';
import { prepareStrategy } from '../strategy/strategies.js';
import type { Strategy, Trail } from '../strategy/strategy.js';
import { Topic } from '../topic/topic.js';
import { frontierRules } from './crawl-rules.js';
import { exampleTerms } from './examples.js';
import { ignoredFor, isRelevant } from './page-verdict.js';

export interface RejudgeResult {
  readonly pages: number;
  readonly relevant: number;
  readonly relevantBefore: number;
}

/** Pages read ahead of the judging, so that all threads have work. */
const readAhead = 16;
const documents = ['page', 'duplicate', 'ignored'] as const;

/**
 * Judges every page of the crawl in `settings.out` again, in the order of visits, under these settings and without
 * fetching anything. The new judgements become the current ones.
 */
export async function rejudge(
  settings: Settings,
  onProgress: (done: number, total: number) => void,
): Promise<RejudgeResult> {
  const folder = settings.out!;
  const { readOptions, make } = await prepareStrategy(settings);
  const store = SqliteStore.open(folder, frontierRules(settings));
  const reader = pageReader(settings.workers, readOptions);
  try {
    const { outcomes, relevant: relevantBefore } = await store.records.totals();
    const total = documents.reduce((sum, outcome) => sum + (outcomes[outcome] ?? 0), 0);
    const topic = Topic.from(settings, await exampleTerms(store, settings));
    const judge = new Rejudge(make(topic), topic, settings);
    let [pages, relevant] = [0, 0];
    const changes = async function* (): AsyncGenerator<JudgementChange> {
      for await (const [row, page] of pagesOf(
        store.records.visits({ outcomes: documents }),
        folder,
        reader,
        settings,
      )) {
        const change = await judge.of(row, page);
        if (change.relevant) relevant++;
        onProgress(++pages, total);
        yield change;
      }
    };
    await store.rejudge(topicDefinition(settings), changes());
    return { pages, relevant, relevantBefore };
  } finally {
    await reader.close();
    await store.close();
  }
}

/** All that makes this judge the one it is, as it would stand in a config file. */
function topicDefinition(settings: Settings): string {
  const keys = optionKeys.filter((key) => optionTable[key].group === 'Topic' && settings[key] !== undefined);
  return JSON.stringify(Object.fromEntries(keys.map((key) => [key, optionTable[key].kind.format(settings[key])])));
}

/** Takes a strategy through the visits once more, in their order. */
class Rejudge {
  /** What the pages judged so far hand on, by visit. */
  private readonly trails = new Map<number, { readonly url: string; readonly trail: Trail }>();
  private seedsOver = false;

  constructor(
    private readonly strategy: Strategy,
    private readonly topic: Topic,
    private readonly settings: Settings,
  ) {}

  async of(row: VisitRow, page: Page): Promise<JudgementChange> {
    const { strategy, topic, settings } = this;
    const { seq, url, depth, level } = row;
    const unmeant = topic.unmeantWords(page);
    if (unmeant !== undefined) {
      const now = row.outcome === 'page' ? { now: ignoredFor(unmeant) } : {};
      return { seq, relevance: 0, raw: 0, relevant: false, parts: unmeant, ...now };
    }
    this.passSeeds(depth);
    const now = row.outcome === 'ignored' ? { now: { outcome: 'page', reason: '' } as const } : {};
    const from = this.trails.get(row.via);
    const reached = { depth, level, ...(from && { from }) };
    const judgement = await strategy.judge(page, reached);
    if (judgement.trail !== undefined) this.trails.set(seq, { url, trail: judgement.trail });
    const relevant = row.outcome !== 'duplicate' && isRelevant(judgement, settings);
    const { terms, links } = page;
    if (row.outcome !== 'duplicate') strategy.learn?.({ url, terms, links, judgement, relevant, reached });
    return { seq, relevant, ...judgement, ...now };
  }

  /** Strategies that learn from all seeds before they go on are told that these are over. */
  private passSeeds(depth: number): void {
    if (this.seedsOver || depth === 0) return;
    this.seedsOver = true;
    this.strategy.refill?.();
  }
}

/** Reads the pages on all threads, and gives them in order. */
async function* pagesOf(
  rows: AsyncIterable<VisitRow>,
  folder: string,
  reader: PageReader,
  settings: Settings,
): AsyncGenerator<[VisitRow, Page]> {
  const ahead: Promise<[VisitRow, Page]>[] = [];
  for await (const row of rows) {
    ahead.push(readAgain(row, folder, reader, settings).then((page) => [row, page]));
    if (ahead.length >= readAhead) yield await ahead.shift()!;
  }
  for (const page of ahead) yield await page;
}

async function readAgain(row: VisitRow, folder: string, reader: PageReader, settings: Settings): Promise<Page> {
  const exchange = {
    url: row.url,
    request: { method: 'GET', headers: [] },
    response: archivedResponse(folder, row),
    fetchedAt: row.fetchedAt,
  };
  const { page } = await reader.run({ exchange, archive: false, read: true, maxPageBytes: settings.maxPageBytes });
  return page!;
}
