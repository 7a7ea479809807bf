import { TermTable } from '../../text/term-table.js';
import type { ClassCounts } from './naive-bayes.js';

/**
 * For each class the terms that tell it best from all others: the largest parts of the Kullback-Leibler divergence
 * Σ_t P(t|c)·log(P(t|c) / P(t|not c)). Equal ones in order of id.
 */
export function tellingTerms({ terms }: ClassCounts, most: number): number[][] {
  const all = new TermTable();
  for (const { ids, counts } of terms) for (let i = 0; i < ids.length; i++) all.add(ids[i]!, counts[i]!);
  const total = all.values.reduce((sum, count) => sum + count, 0);
  return terms.map(({ ids, counts }) => {
    const own = counts.reduce((sum, count) => sum + count, 0);
    const parts = ids.map((id, i): [id: number, part: number] => {
      const here = (counts[i]! + 1) / (own + all.size);
      const elsewhere = (all.get(id) - counts[i]! + 1) / (total - own + all.size);
      return [id, here * Math.log(here / elsewhere)];
    });
    return parts
      .filter(([, part]) => part > 0)
      .sort(([idA, a], [idB, b]) => b - a || idA - idB)
      .slice(0, most)
      .map(([id]) => id);
  });
}
