import { backgroundIdf } from '../text/background-idf.js';
import type { IdfKind } from '../text/idf.js';
import { median } from '../text/median.js';

/**
 * One scale for all judges. Raw cosines mean different things: that of a bare query with a page that is all about it is
 * near 0.1, that of two pages on one subject near 0.4. So every raw score r becomes
 *
 *     relevance = r / (r + r½)
 *
 * which is 0 at 0, grows with r, never reaches 1, and is 0.5 at r½, "as good as the reference". What r½ is:
 *
 * - **For a query**: the cosine of a *reference page*, `typicalLength` content words of ordinary English that mention the
 *   words of the query `mentions` times in all, evenly. So 0.5 says: as much about the query as such a page.
 * - **For examples**: a third of the median cosine of an example with the topic made of the *others*. So a page as
 *   close to the topic as the middle example gets 0.75.
 * - **For a set of given terms** (de Assis et al. 2009): see `halfOfTerms`.
 */
export function relevanceOf(raw: number, half: number): number {
  return raw <= 0 ? 0 : raw / (raw + half);
}

const typicalLength = 300;
const mentions = 3;
/** Words come in bursts: a real page's vector is about this many times as long as that of words drawn at random. */
const burstiness = 3;

/** Σp² over the content words of general English: the chance that two of them are the same. For idf = 1. */
const chanceOfSameWord = 0.00085;

/**
 * r½ of a query of `words` terms whose vector has this norm. The reference page mentions each term m = mentions / words
 * times; its other words have norm N. Its product with q is m·|q|², since the query's weights are the idf of its words,
 * and its norm² is N² + m²·|q|²: cos = m·|q| / √(N² + m²·|q|²).
 */
export function halfOfQuery(queryNorm: number, words: number, idf: IdfKind, stem: boolean): number {
  const drawn =
    idf === 'one'
      ? Math.sqrt(typicalLength + typicalLength ** 2 * chanceOfSameWord)
      : backgroundIdf(stem).expectedNorm(typicalLength);
  const topical = (mentions / words) * queryNorm;
  return topical / Math.hypot(burstiness * drawn, topical);
}

/** r½ of a topic whose examples have these cosines with the topic made of the others. */
export function halfOfExamples(cosines: readonly number[]): number {
  return Math.max(median(cosines) / 3, Number.EPSILON);
}

/**
 * r½ of a set of n given terms, of which only those count in pages, too. A page that uses m of them equally often has the cosine
 * √(m/n) with the set; wanted pages use more of a long list, but not in proportion: about 0.7·√n. So r½ = √(0.7/√n), 0.39 for 20
 * terms and 0.54 for 6. That is where F1 is best on the kinds of pages of universities, and a little below the thresholds of de Assis
 * et al. 2009 (0.37 to 0.54 for 40 terms, 0.53 to 0.79 for 10), whose pages were chosen for being full of the terms.
 */
export function halfOfTerms(n: number): number {
  return Math.sqrt(0.7 / Math.sqrt(n));
}
