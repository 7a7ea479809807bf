import type { Features } from '../model/features.js';
import type { Page } from '../model/page.js';
import { computeFeatures } from '../strategy/features-of.js';
import type { Topic } from '../topic/topic.js';
import type { AgentParts, AgentRules } from './agent.js';
import type { FetchResult } from './fetch-claim.js';
import { outcomeOf } from './outcome.js';
import type { WatchedWork } from './watched-work.js';

/** What of an agent's parts it takes to compute features. */
export interface FeatureExtractionParts extends Pick<AgentParts, 'strategy' | 'clock'> {
  readonly topic: Pick<Topic, 'excludedTermsIn'>;
  readonly rules: Pick<AgentRules, 'retries' | 'maxRedirects'>;
}

/** What came of the `features` of a page. */
export type FeatureResult = { readonly features: Features } | { readonly thrown: unknown };

/**
 * Has the features of fetched pages computed as soon as they arrive, all at the same time, so that they are ready when the turn of
 * the page comes. Only pages that the strategy will judge have any.
 */
export class FeatureExtraction {
  constructor(
    private readonly parts: FeatureExtractionParts,
    private readonly work: WatchedWork,
  ) {}

  /** Never fails: what was thrown is thrown again at the turn of the page. */
  async added(fetchResult: FetchResult): Promise<FetchResult> {
    try {
      const page = this.judgedPage(fetchResult);
      if (page === undefined) return fetchResult;
      const features = await this.work.run(page.url, () => computeFeatures(this.parts.strategy, page));
      return { extracted: { features }, ...fetchResult };
    } catch (thrown) {
      return { extracted: { thrown }, ...fetchResult };
    }
  }

  private judgedPage(fetchResult: FetchResult): Page | undefined {
    const { clock, rules, topic } = this.parts;
    const outcome = outcomeOf(fetchResult, { ...rules, now: clock.now() });
    if (outcome.kind !== 'page' || outcome.page.lists === 'sitemaps') return undefined;
    return topic.excludedTermsIn(outcome.page) === undefined ? outcome.page : undefined;
  }
}

/** The features of a page whose turn has come. Throws what kept them from being computed. */
export function featuresIn({ extracted }: FetchResult): { readonly features?: Features } {
  if (extracted === undefined) return {};
  if ('thrown' in extracted) throw extracted.thrown;
  return extracted;
}
