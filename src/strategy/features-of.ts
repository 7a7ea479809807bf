import type { CrawlRecords } from '../model/crawl-store.js';
import { decodeFeatures, encodeFeatures, type Features } from '../model/features.js';
import type { Page } from '../model/page.js';
import type { Strategy } from '../model/strategy.js';

export interface FoundFeatures {
  readonly features?: Features;
  /** They were computed here, and are not kept yet. */
  readonly isNew?: true;
}

/** The features of a visited page: as they were kept with the visit, or computed where this strategy has not seen the page. */
export async function featuresOf(
  strategy: Strategy,
  records: Pick<CrawlRecords, 'features'>,
  seq: number,
  page: Page,
): Promise<FoundFeatures> {
  if (strategy.features === undefined) return {};
  const features = await records.features(seq, strategy.name);
  return features === undefined ? { features: await computeFeatures(strategy, page), isNew: true } : { features };
}

/** As the store would give them back, so that a crawl that is resumed judges by the same. */
export async function computeFeatures(strategy: Strategy, page: Page): Promise<Features> {
  return decodeFeatures(encodeFeatures(await strategy.features!(page)));
}
