import { Failure } from '../failure.js';
import type { Features } from '../model/features.js';
import type { Page } from '../model/page.js';
import type { Judgement, Reached, Strategy } from '../model/strategy.js';

/** What the strategy makes of the page. Throws a `Failure` where it is not a number: no store could keep it. */
export async function judgementOf(
  strategy: Strategy,
  page: Page,
  reached: Reached,
  features?: Features,
): Promise<Judgement> {
  const judgement = await strategy.judge(page, reached, features);
  if (!Number.isNaN(judgement.relevance) && !Number.isNaN(judgement.raw)) return judgement;
  const message = `The strategy ${strategy.name} gave ${page.url} a relevance or raw score that is not a number.`;
  throw new Failure('bad-judgement', message, 'fatal', { url: page.url });
}
