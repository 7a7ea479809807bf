import { grouped } from '../grouped.js';
import type { RunResult } from '../results.js';
import { type SeedKind, seedKinds } from '../topics/lab-topic.js';

/** Runs of one contender, of all tasks or those of one kind of seeds. */
export interface ContenderRuns {
  readonly strategy: string;
  readonly seeds: SeedKind | 'all';
  readonly runs: readonly RunResult[];
}

/** Contenders in the order of their first runs; of each all runs first, then those of each kind of seeds that it has. */
export function contenderRuns(results: readonly RunResult[]): ContenderRuns[] {
  return [...grouped(results, ({ strategy }) => strategy)].flatMap(([strategy, runs]) => [
    { strategy, seeds: 'all' as const, runs },
    ...seedKinds
      .map((seeds) => ({ strategy, seeds, runs: runs.filter((run) => run.seeds === seeds) }))
      .filter(({ runs }) => runs.length > 0),
  ]);
}

/** The same for runs on the same task. */
export function taskKey({ topic, seeds, draw }: RunResult): string {
  return `${seeds} ${draw} ${topic}`;
}

/** Values of the runs, a group a topic; null is no value, and a topic without any has no group. */
export function valuesByTopic(
  runs: readonly RunResult[],
  valueFor: (run: RunResult) => number | null | undefined,
): number[][] {
  return [...grouped(runs, ({ topic }) => topic).values()]
    .map((group) => group.map(valueFor).filter((value) => typeof value === 'number'))
    .filter((values) => values.length > 0);
}
