import type { TextPipeline } from '../../text/text-pipeline.js';

/** Weights by term: the Topic Specific Weight Table (TSWT) of Meenu et al. 2014. */
export type QueryWeights = ReadonlyMap<string, number>;

export interface WeightRules {
  /** 0 < α ≤ 0.5: the share of the old weight in the new one. */
  readonly alpha: number;
  /** Terms that weigh less are no keywords. */
  readonly threshold: number;
}

/**
 * Meenu et al. 2014, steps 7 and 8, eq 3: W(new) = (1 − α)·qf + α·W(old), and the terms that reach the threshold. W(old) of a term
 * that is not in the old table is 0, so it is for every term of the first table; a term that fell out of the table
 * starts at 0 when it comes back. Terms of the table that nobody asked for (qf = 0) decay. `kept` terms need not reach
 * the threshold. In alphabetical order (step 5), so that a table does not depend on the order of its queries.
 */
export function rebuiltWeights(
  old: QueryWeights,
  frequencies: ReadonlyMap<string, number>,
  { alpha, threshold }: WeightRules,
  kept: ReadonlySet<string> = new Set(),
): QueryWeights {
  const terms = [...new Set([...old.keys(), ...frequencies.keys()])].sort();
  const table = new Map<string, number>();
  for (const term of terms) {
    const weight = (1 - alpha) * (frequencies.get(term) ?? 0) + alpha * (old.get(term) ?? 0);
    if (weight >= threshold || kept.has(term)) table.set(term, weight);
  }
  return table;
}

/**
 * Meenu et al. 2014, steps 2 to 4 and 6: the terms of a query, each once. A known phrase stands for its words: of "lok sabha polls"
 * the terms are `lok sabha` and `poll`.
 */
export function queryTerms(query: string, pipeline: TextPipeline): Set<string> {
  const found = pipeline.terms(query);
  const terms = new Set<string>();
  // A phrase comes right behind its first word, shorter ones first; the longest is taken, and its words are passed over.
  for (let at = 0; at < found.length; ) {
    let term = found[at++]!;
    while (at < found.length && isPhrase(found[at]!)) term = found[at++]!;
    terms.add(term);
    for (let passed = wordsIn(term) - 1; passed > 0 && at < found.length; at++) if (!isPhrase(found[at]!)) passed--;
    while (at < found.length && isPhrase(found[at]!)) at++;
  }
  return terms;
}

function isPhrase(term: string): boolean {
  return term.includes(' ');
}

function wordsIn(term: string): number {
  return term.split(' ').length;
}
