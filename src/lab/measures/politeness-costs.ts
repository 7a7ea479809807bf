import { grouped } from '../grouped.js';
import type { PolitenessCost, RunResult } from '../results.js';
import { meanOfMeans } from './bootstrap.js';
import { taskKey, valuesByTopic } from './contender-runs.js';
import { sixDecimals } from './recall-curve.js';

/** What politeness cost each contender, on the tasks that it ran both ways; means weigh topics equally. */
export function politenessCosts(runs: readonly RunResult[], besides: readonly RunResult[]): PolitenessCost[] {
  const all = [...runs, ...besides];
  const isPolite = ({ virtualSeconds }: RunResult) => virtualSeconds !== null;
  const polite = grouped(all.filter(isPolite), ({ strategy }) => strategy);
  const free = new Map(all.filter((run) => !isPolite(run)).map((run) => [pairKey(run), run]));
  return [...polite].flatMap(([strategy, own]) => {
    const paired = own.filter((run) => free.has(pairKey(run)));
    return paired.length === 0 ? [] : [costOf(strategy, paired, (run) => free.get(pairKey(run))!)];
  });
}

function costOf(strategy: string, polite: readonly RunResult[], freeOf: (run: RunResult) => RunResult): PolitenessCost {
  const mean = (value: (run: RunResult) => number) => sixDecimals(meanOfMeans(valuesByTopic(polite, value)));
  const points = polite[0]!.timeCurve.length;
  return {
    strategy,
    runs: polite.length,
    freeAuc: mean((run) => freeOf(run).auc),
    politeAuc: mean(({ auc }) => auc),
    freeHarvest: mean((run) => freeOf(run).harvest),
    politeHarvest: mean(({ harvest }) => harvest),
    seconds: mean(({ virtualSeconds }) => virtualSeconds ?? 0),
    timeAuc: mean(({ timeAuc }) => timeAuc ?? 0),
    timeCurve: Array.from({ length: points }, (_, point) => mean(({ timeCurve }) => timeCurve[point] ?? 0)),
  };
}

function pairKey(run: RunResult): string {
  return `${run.strategy} ${taskKey(run)}`;
}
