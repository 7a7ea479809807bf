import { parameter } from '../../config/parameters.js';
import { boolean, integer, number } from '../../config/scalar-kinds.js';
import { usualBelief } from '../../learning/markov/path-belief.js';

/** Parameters of the hidden Markov model, for the strategies that use it. */
export const hmmParameters = {
  states: parameter(
    integer({ min: 2, max: 16 }),
    usualBelief.states,
    'Hidden states: 0, 1, 2 … links to a relevant page; the last one also stands for more.',
  ),
  neighbours: parameter(
    integer({ min: 1 }),
    usualBelief.neighbours,
    'Most similar training pages that decide on the cluster of a page.',
  ),
  smoothing: parameter(
    number({ min: 0 }),
    usualBelief.smoothing,
    'Added to every count of training, so that what was never seen is unlikely, not impossible; 0 is Batsakis 2007 to the letter.',
  ),
  normalise: parameter(
    boolean(),
    usualBelief.normalise,
    'Make the belief at each page sum to 1; else it shrinks with every link of the path.',
  ),
};

export const hmmJudgementParts = {
  'L*': 'belief that the page is this many links away from a relevant one; the last state also stands for more (eq 5)',
  cluster: 'number of the cluster of training pages that it is most like, 0 when it is like none',
};
