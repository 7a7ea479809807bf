import type { CrawlRecords } from '../model/crawl-store.js';
import type { Page } from '../model/page.js';
import type { Judgement, Strategy } from '../model/strategy.js';
import { featuresOf } from '../strategy/features-of.js';
import { judgementOf } from '../strategy/judgement-of.js';

/** Judges a visited page, known by the number of its visit, once more. Nothing is learnt from it, and nothing kept. */
export type JudgeAgain = (seq: number, page: Page) => Promise<Judgement>;

/** Whether it may think otherwise of a page than it did when it visited it. */
export function mayThinkOtherwise({ learn, queueing, external }: Strategy): boolean {
  return learn !== undefined || queueing?.refill !== undefined || external !== undefined;
}

/** By all that the strategy knows now, the page being reached as it was. What words that are not meant decided is no question of knowledge. */
export function judgeAgain(strategy: Strategy, records: CrawlRecords): JudgeAgain {
  return async (seq, page) => {
    const { outcome, judgement, depth, level, priorityParent } = (await records.visit(seq))!;
    if (outcome === 'ignored') return judgement!;
    const from = strategy.queueing?.inherits ? await records.inheritedState(priorityParent) : undefined;
    const { features } = await featuresOf(strategy, records, seq, page);
    return judgementOf(strategy, page, { depth, level, ...(from && { from }) }, features);
  };
}
