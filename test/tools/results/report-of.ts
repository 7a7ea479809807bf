import { bounds } from '../../../src/lab/bound-names.js';
import type { Supervision } from '../../../src/lab/contender.js';
import { standingsOf } from '../../../src/lab/measures/standings.js';
import type { LabReport, RunResult } from '../../../src/lab/results.js';
import type { SeedKind } from '../../../src/lab/topics/lab-topic.js';
import { runResult } from '../../lab/measures/run-result.js';
import { madeReport } from '../../lab/report/made-report.js';

/** Runs on one topic, a draw an AUC. */
export function runsOf(
  strategy: string,
  aucs: readonly number[],
  { topic = 'birds', seeds = 'near' }: { topic?: string; seeds?: SeedKind } = {},
): RunResult[] {
  return aucs.map((auc, draw) => runResult({ strategy, topic, seeds, draw, auc, cpuMsPerPage: 1 }));
}

/** A report on a web of these runs; `told` has the strategies that are told more than words. */
export function reportOf(
  name: string,
  runs: readonly RunResult[],
  told: Readonly<Record<string, Supervision>> = {},
): LabReport {
  const names = [...new Set(runs.map(({ strategy }) => strategy))];
  const isBound = (one: string) => bounds.some((bound) => bound.name === one);
  const strategies = names.filter((one) => !isBound(one));
  return {
    ...madeReport({ strategies: 0, topics: ['birds'], draws: 1, budget: 2 }),
    web: { name, pages: 10, links: 20, hosts: 1 },
    budget: 2,
    contenders: [
      ...bounds,
      ...strategies.map((one) => ({
        name: one,
        summary: '',
        role: one === 'breadth-first' ? ('floor' as const) : ('strategy' as const),
        supervision: told[one] ?? ('none' as const),
      })),
    ],
    runs,
    standings: standingsOf(runs, 1),
    judgements: [],
    comparisons: [],
  };
}
