import { givenFeatures, ignoredFor, isRelevant, lessonOf, nothingLearnt } from '../agent/page-processor.js';
import type { Settings } from '../config/options.js';
import type { CrawlRecords, JudgementChange } from '../model/crawl-store.js';
import type { Page } from '../model/page.js';
import type { InheritedState, Judgement, LearntVisit, Strategy } from '../model/strategy.js';
import type { VisitRow } from '../model/visit.js';
import { type FoundFeatures, featuresOf } from '../strategy/features-of.js';
import { judgementOf } from '../strategy/judgement-of.js';
import type { Topic } from '../topic/topic.js';

/** Takes a strategy through the visits once more, in their order. */
export class SecondJudge {
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
  async features(row: VisitRow, page: Page, records: CrawlRecords): Promise<FoundFeatures> {
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
export async function startVisits(records: CrawlRecords): Promise<ReadonlySet<number>> {
  const starts = new Set([0]);
  for await (const { seq } of records.visits({ outcomes: ['example'] })) starts.add(seq);
  return starts;
}
