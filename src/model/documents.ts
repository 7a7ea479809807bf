import type { VisitOutcome } from './visit.js';

/** Outcomes for which a document was downloaded: these count against budgets. */
export const documentOutcomes = ['page', 'duplicate', 'ignored'] as const satisfies readonly VisitOutcome[];

const documents: ReadonlySet<VisitOutcome> = new Set(documentOutcomes);

export function isDocument(outcome: VisitOutcome): boolean {
  return documents.has(outcome);
}

/** How many documents there are among these visits. */
export function documentCount(outcomes: Readonly<Partial<Record<VisitOutcome, number>>>): number {
  return documentOutcomes.reduce((sum, outcome) => sum + (outcomes[outcome] ?? 0), 0);
}

/** Outcomes of documents that are copies of nothing before them. */
export function isOriginal(outcome: VisitOutcome): boolean {
  return outcome === 'page' || outcome === 'ignored';
}
