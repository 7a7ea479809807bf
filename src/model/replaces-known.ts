import type { Claim } from './frontier.js';
import type { Visit } from './visit.js';

/** The server says that there is no such page, or none any more. */
export function isGone(status: number): boolean {
  return status === 404 || status === 410;
}

/**
 * Whether a visit tells what its URL is from now on. All do, but for those of pages that are visited again to find them unchanged, or
 * to fail without a word on the page itself: then what was known of the page still holds, and the visit only counts as a look at it.
 */
export function replacesKnown({ kind }: Pick<Claim, 'kind'>, { outcome, status }: Visit): boolean {
  if (kind !== 'revisit') return true;
  return outcome === 'failed' ? isGone(status) : outcome !== 'unchanged';
}

/** Whether a visit brought once more what was known: the page itself came, and not only word that it is what it was. */
export function bringsKnown({ outcome, status }: Pick<Visit, 'outcome' | 'status'>): boolean {
  return outcome === 'unchanged' && status !== 304;
}
