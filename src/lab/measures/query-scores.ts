import type { TermCounts } from '../../text/term-counts.js';
import { TextPipeline } from '../../text/text-pipeline.js';
import { parseQuery } from '../../topic/query.js';
import type { NumberedTerms, PageTerms } from '../truth/page-terms.js';
import type { PageSimilarities } from '../truth/similarities.js';

/** How well each page of a web answers a query by the words that it uses, without any crawl. */
export interface QueryScores {
  /** Of vectors tf·idf, idf over the pages of the web. */
  readonly cosine: Float64Array;
  readonly bm25: Float64Array;
}

/** Undefined where the query has no words, or stop words only. A phrase counts as its words. */
export function queryScores(
  similarities: PageSimilarities,
  query: string | undefined,
  reading: { readonly language: string; readonly stem: boolean },
): QueryScores | undefined {
  const terms = new TextPipeline(reading).counts(parseQuery(query ?? '').words);
  if (terms.ids.length === 0) return undefined;
  return { cosine: similarities.withTerms(terms), bm25: bm25(similarities.terms, terms) };
}

/** How soon a term that is repeated counts no more. */
const k1 = 1.2;
/** How much the length of a page is held against it. */
const b = 0.75;

/**
 * Okapi BM25 of every page: Σ f_query · idf · f·(k1 + 1) / (f + k1·(1 − b + b·length / mean length)), with idf = log(1 + (N − n +
 * ½) / (n + ½)), which is never negative.
 */
export function bm25(terms: PageTerms, query: TermCounts): Float64Array {
  const { pages, frequencies } = terms;
  // By the number of a term; 0 for those that are not asked for.
  const weights = new Float64Array(frequencies.length);
  for (const [index, id] of query.ids.entries()) {
    const number = terms.numberOf(id);
    if (number === undefined) continue;
    const n = frequencies[number]!;
    weights[number] = query.counts[index]! * Math.log1p((pages.length - n + 0.5) / (n + 0.5));
  }
  const lengths = pages.map(lengthOf);
  const mean = lengths.reduce((sum, length) => sum + length, 0) / pages.length;
  return Float64Array.from(pages, ({ terms: own, counts }, page) => {
    const allowance = k1 * (1 - b + (b * lengths[page]!) / mean);
    let score = 0;
    for (let i = 0; i < own.length; i++) {
      const weight = weights[own[i]!]!;
      if (weight !== 0) score += (weight * counts[i]! * (k1 + 1)) / (counts[i]! + allowance);
    }
    return score;
  });
}

function lengthOf({ counts }: NumberedTerms): number {
  let length = 0;
  for (let i = 0; i < counts.length; i++) length += counts[i]!;
  return length;
}
