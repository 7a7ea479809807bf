import type { Overlap } from '../results.js';

/** The relevant pages that a contender found on a task. */
export interface Found {
  readonly strategy: string;
  /** Any name that is the same for the same task. */
  readonly task: string;
  readonly pages: ReadonlySet<number>;
}

/**
 * How much every two contenders find the same, over the tasks that both ran. Where neither found anything there is nothing to share: such
 * tasks are left out, and so are pairs without any other.
 */
export function overlapsOf(found: readonly Found[]): Overlap[] {
  const byStrategy = new Map<string, Map<string, ReadonlySet<number>>>();
  for (const { strategy, task, pages } of found) {
    const tasks = byStrategy.get(strategy) ?? new Map<string, ReadonlySet<number>>();
    byStrategy.set(strategy, tasks.set(task, pages));
  }
  const contenders = [...byStrategy];
  return contenders.flatMap(([a, ofA], index) =>
    contenders.slice(index + 1).flatMap(([b, ofB]) => {
      const values = [...ofA].flatMap(([task, pages]) => jaccard(pages, ofB.get(task)) ?? []);
      if (values.length === 0) return [];
      return [{ a, b, jaccard: values.reduce((sum, value) => sum + value, 0) / values.length }];
    }),
  );
}

function jaccard(a: ReadonlySet<number>, b: ReadonlySet<number> | undefined): number | undefined {
  if (b === undefined || a.size + b.size === 0) return undefined;
  let both = 0;
  for (const page of a) if (b.has(page)) both++;
  return both / (a.size + b.size - both);
}
