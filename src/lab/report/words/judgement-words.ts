import type { LabReport } from '../../results.js';
import { type Competitor, judgementsIn, type SeedView } from '../report-view.js';

/** How far a strategy's own judgement of pages can be trusted, as it stands when the crawl has ended. */
export function judgementSentence(report: LabReport, { name }: Competitor, view: SeedView): string[] {
  const judged = judgementsIn(report, view).findLast(({ one }) => one.name === name)?.judged;
  if (judged === undefined) return [];
  const { calibration, ranking, cosine, bm25 } = judged;
  const off = `The relevance that it gives pages is ${calibration.error.toFixed(2)} off the share of them that is relevant`;
  if (ranking === null) return [`${off}.`];
  const others = cosine && bm25 && ` (plain cosine ${cosine.ndcg.mean.toFixed(2)}, BM25 ${bm25.ndcg.mean.toFixed(2)})`;
  return [`${off}, and puts relevant ones first with an nDCG of ${ranking.ndcg.mean.toFixed(2)}${others ?? ''}.`];
}
