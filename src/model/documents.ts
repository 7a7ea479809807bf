import type { VisitOutcome } from './visit.js';

/** Outcomes for which a document was downloaded: these count against budgets. */
export function isDocument(outcome: VisitOutcome): boolean {
  return outcome === 'page' || outcome === 'duplicate' || outcome === 'ignored';
}

/** Outcomes of documents that are copies of nothing before them. */
export function isOriginal(outcome: VisitOutcome): boolean {
  return outcome === 'page' || outcome === 'ignored';
}
