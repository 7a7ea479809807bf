import { cell } from '../../export/formats/csv.js';
import { calibrationOf } from '../measures/calibration.js';
import type { JudgementQuality, LabReport, RankingQuality, RunResult } from '../results.js';

type Cell = string | number | null;

const fields: Readonly<Record<string, (run: RunResult) => Cell>> = {
  strategy: (run) => run.strategy,
  topic: (run) => run.topic,
  seeds: (run) => run.seeds,
  draw: (run) => run.draw,
  budget: (run) => run.budget,
  fetched: (run) => run.fetched,
  relevant_found: (run) => run.relevantFound,
  relevant_reachable: (run) => run.relevantReachable,
  reachable: (run) => run.reachable,
  recall: (run) => run.recall,
  harvest: (run) => run.harvest,
  auc: (run) => run.auc,
  hosts: (run) => run.hosts,
  hosts_of_finds: (run) => run.hostsOfFinds,
  cpu_ms_per_page: (run) => run.cpuMsPerPage,
  similarity: (run) => run.similarity,
  pages_to_50: (run) => run.pagesTo50,
  pages_to_90: (run) => run.pagesTo90,
  pages_per_relevant: (run) => run.pagesPerRelevant,
  best_threshold: ({ best }) => best?.threshold ?? null,
  best_precision: ({ best }) => best?.precision ?? null,
  best_recall: ({ best }) => best?.recall ?? null,
  best_f1: ({ best }) => best?.f1 ?? null,
  brier: ({ judgement }) => brierOf(judgement),
  ...rankingFields('', ({ judgement }) => judgement?.ranking),
  final_brier: ({ finalJudgement }) => brierOf(finalJudgement),
  ...rankingFields('final_', ({ finalJudgement }) => finalJudgement?.ranking),
  ...rankingFields('cosine_', ({ cosineRanking }) => cosineRanking),
  ...rankingFields('bm25_', ({ bm25Ranking }) => bm25Ranking),
  reason: (run) => run.reason,
  virtual_seconds: (run) => run.virtualSeconds,
  forecasts: ({ forecasts }) => forecasts?.cases ?? null,
  forecasts_held: ({ forecasts }) => forecasts?.held ?? null,
  time_auc: (run) => run.timeAuc,
};

function rankingFields(
  prefix: string,
  rankingOf: (run: RunResult) => RankingQuality | null | undefined,
): Record<string, (run: RunResult) => Cell> {
  return {
    [`${prefix}ndcg_10`]: (run) => rankingOf(run)?.ndcg10 ?? null,
    [`${prefix}ndcg_50`]: (run) => rankingOf(run)?.ndcg50 ?? null,
    [`${prefix}ndcg`]: (run) => rankingOf(run)?.ndcg ?? null,
    [`${prefix}average_precision`]: (run) => rankingOf(run)?.averagePrecision ?? null,
  };
}

function brierOf(judgement: JudgementQuality | null): number | null {
  return judgement && (calibrationOf(judgement.calibration)?.brier ?? null);
}

/** A row a run (RFC 4180, with a header line); curves, thresholds and calibration by tenth are in the JSON alone. */
export function resultsCsv({ runs }: Pick<LabReport, 'runs'>): string {
  const values = Object.values(fields);
  const rows = runs.map((run) => values.map((value) => cell(value(run))).join(','));
  return [Object.keys(fields).join(','), ...rows].map((line) => `${line}\r\n`).join('');
}
