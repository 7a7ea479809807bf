import { type ParametersOf, parameter } from '../../config/parameters.js';
import { automatic, integer, limit, number } from '../../config/scalar-kinds.js';
import type { NaiveBayesOptions } from '../../learning/bayes/naive-bayes.js';

/** Parameters of the classifier, for the strategies that judge by Naive Bayes. */
export const bayesParameters = {
  smoothing: parameter(
    automatic(number({ min: 1e-6 })),
    'auto',
    'Added to the count of every term in every class; 1 is Laplace, auto is what training found best.',
  ),
  words: parameter(
    automatic(limit(integer({ min: 1 }))),
    'auto',
    'A longer page counts as if it had this many words, so that probabilities are not all 0 or 1; auto is what training found best.',
  ),
};

/** What is given; the rest is as training found it. */
export function bayesOptions({ smoothing, words }: ParametersOf<typeof bayesParameters>): NaiveBayesOptions {
  return { ...(smoothing !== 'auto' && { smoothing }), ...(words !== 'auto' && { words }) };
}
