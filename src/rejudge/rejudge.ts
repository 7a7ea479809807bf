import { givenFeatures, ignoredFor, isRelevant, lessonOf, nothingLearnt } from '../agent/page-processor.js';
import { optionKeys, optionTable, type Settings } from '../config/options.js';
import { frontierRules } from '../crawl/crawl-rules.js';
import { exampleTerms } from '../crawl/examples/examples.js';
import { withLabels } from '../crawl/label-watcher.js';
import { learnerOf, mainAgent } from '../crawl/learner.js';
import { withOwnModel } from '../crawl/own-model.js';
import { saveConfig } from '../crawl/save-config.js';
import type { CrawlStore, JudgementChange } from '../model/crawl-store.js';
import { documentCount, documentOutcomes } from '../model/documents.js';
import type { Page } from '../model/page.js';
import type { InheritedState, Judgement, LearntVisit, Strategy } from '../model/strategy.js';
import type { VisitRow } from '../model/visit.js';
import { inOrder } from '../reading/in-order.js';
import { pageReader } from '../reading/page-pool.js';
import { readAgain } from '../reading/read-again.js';
import { crawlBodies } from '../store/crawl-bodies.js';
import { openStore } from '../store/open-store.js';
import { type FoundFeatures, featuresOf } from '../strategy/features-of.js';
import { judgementOf } from '../strategy/judgement-of.js';
import { prepareStrategy } from '../strategy/prepare-strategy.js';
import { Topic } from '../topic/topic.js';

export interface RejudgeResult {
  readonly pages: number;
  readonly relevant: number;
  readonly relevantBefore: number;
  /** Pages that are not in the archive: they keep the judgement they had. */
  readonly unread: number;
}

/**
 * Judges every page of the crawl in `settings.out` again, in the order of visits, under these settings and without
 * fetching anything. The new judgements become the current ones.
 */
export async function rejudge(
  settings: Settings,
  onProgress: (done: number, total: number) => void,
): Promise<RejudgeResult> {
  const folder = settings.out!;
  const { entry, readOptions, make } = await prepareStrategy(settings);
  const store = await openStore(folder, frontierRules(settings));
  const reader = pageReader(settings.workers, readOptions);
  const bodies = crawlBodies(settings.archive, folder);
  try {
    const { outcomes, relevant: relevantBefore } = await store.records.totals();
    const total = documentCount(outcomes);
    const topic = Topic.from(settings, await exampleTerms(store, settings, bodies));
    const strategy = await withLabels(make(topic), { settings, store, reader, bodies });
    const starts = await startVisits(store);
    const judge = new Rejudge(strategy, topic, settings, starts);
    let [pages, relevant, unread] = [0, 0, 0];
    const changes = async function* (): AsyncGenerator<JudgementChange> {
      const { maxPageBytes } = settings;
      const read = async (row: VisitRow) => {
        const page = await readAgain(row, { bodies, reader, maxPageBytes });
        return page && { page, ...(await judge.features(row, page, store)) };
      };
      // Earlier versions of pages too: the crawl has learnt from them, and they are what changed pages are compared with.
      const all = store.records.visits({ outcomes: documentOutcomes, versions: 'all' });
      for await (const [row, found] of inOrder(all, read)) {
        const change = found && (await judge.of(row, found));
        if (!row.superseded) {
          onProgress(++pages, total);
          if (found === undefined) unread++;
          if ((change ?? row.judgement)?.relevant) relevant++;
        }
        if (change !== undefined) yield change;
      }
    };
    const agents = (await store.directory.agents()).map(({ id }) => id);
    await store.rejudge(topicDefinition(settings), changes(), agents.length > 0 ? agents : [mainAgent], () => ({
      knowledge: strategy.knowledge?.snapshot(),
      learner: learnerOf(settings, entry.name),
    }));
    // Still under the lock: a crawl that is resumed from here on is the new one in all respects.
    saveConfig(folder, withOwnModel(folder, settings));
    return { pages: pages - unread, relevant, relevantBefore, unread };
  } finally {
    await reader.close();
    await bodies.close();
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
  private readonly inheritedStates = new Map<
    number,
    { readonly url: string; readonly inheritedState: InheritedState }
  >();
  private seedsOver = false;
  private pages = 0;

  constructor(
    private readonly strategy: Strategy,
    private readonly topic: Topic,
    private readonly settings: Settings,
    /** Visits whose links are what the crawl started with. */
    private readonly starts: ReadonlySet<number>,
  ) {}

  /** As they were kept, or computed where they were not; several pages at the same time. */
  async features(row: VisitRow, page: Page, { records }: CrawlStore): Promise<FoundFeatures> {
    return this.topic.excludedTermsIn(page) === undefined ? featuresOf(this.strategy, records, row.seq, page) : {};
  }

  async of(row: VisitRow, { page, features, isNew }: FoundFeatures & { page: Page }): Promise<JudgementChange> {
    const { strategy, topic, settings } = this;
    const { seq, url, depth, level } = row;
    const excludedTerms = topic.excludedTermsIn(page);
    if (excludedTerms !== undefined) {
      const now = row.outcome === 'page' ? { now: ignoredFor(excludedTerms) } : {};
      this.learnWaste(row, { relevance: 0, raw: 0, parts: excludedTerms }, {});
      return { seq, relevance: 0, raw: 0, relevant: false, parts: excludedTerms, ...now };
    }
    this.passSeeds(row);
    await strategy.external?.poll(this.pages++);
    const now = row.outcome === 'ignored' ? { now: { outcome: 'page', reason: '' } as const } : {};
    const from = this.inheritedStates.get(row.priorityParent);
    const reached = { depth, level, ...(from && { from }) };
    const judgement = await judgementOf(strategy, page, reached, features);
    const given = givenFeatures({ features });
    if (strategy.queueing?.inherits && judgement.inheritedState !== undefined)
      this.inheritedStates.set(seq, { url, inheritedState: judgement.inheritedState });
    const relevant = row.outcome !== 'duplicate' && isRelevant(judgement, settings);
    if (row.outcome === 'duplicate') this.learnWaste(row, judgement, given);
    else strategy.learn?.({ url, judgement, relevant, reached, ...lessonOf(strategy, page), ...given });
    const kept = isNew ? { features: { strategy: strategy.name, value: features! } } : {};
    return { seq, relevant, ...judgement, ...now, ...kept };
  }

  private learnWaste(
    { url, depth, level }: VisitRow,
    judgement: Judgement,
    given: Pick<LearntVisit, 'features'>,
  ): void {
    const { strategy } = this;
    if (strategy.lessons?.waste)
      strategy.learn?.({ url, judgement, relevant: false, reached: { depth, level }, ...nothingLearnt, ...given });
  }

  /** Strategies that learn from all seeds before they go on refill their queue when these are over. */
  private passSeeds({ priorityParent }: VisitRow): void {
    if (this.seedsOver || this.starts.has(priorityParent)) return;
    this.seedsOver = true;
    this.strategy.queueing?.refill?.();
  }
}

/** What the crawl started with is found by nobody, or by the examples. */
async function startVisits({ records }: CrawlStore): Promise<ReadonlySet<number>> {
  const starts = new Set([0]);
  for await (const { seq } of records.visits({ outcomes: ['example'] })) starts.add(seq);
  return starts;
}
