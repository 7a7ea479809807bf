import { type ParametersOf, parameter } from '../config/parameters.js';
import { choice, ratio } from '../config/scalar-kinds.js';
import { readModel } from '../learning/model-file.js';
import { SupportVectors } from '../learning/support-vectors.js';
import { svmTrainer } from '../learning/svm-trainer.js';
import type { Strategy } from './strategy.js';
import { defineStrategy } from './strategy-entry.js';

const parameters = {
  queueing: parameter(
    choice('traditional', 'sibling', 'both'),
    'traditional',
    "Which queued URLs take over a page's score: its links (traditional), the other links of the page that led to it (sibling), or both.",
  ),
  'change-threshold': parameter(
    ratio(),
    0.2,
    'A page must score more than this to change scores of others (sibling, both).',
  ),
  'sibling-merge': parameter(
    choice('overwrite', 'max'),
    'overwrite',
    'Whether siblings take over a lower score too, as in the paper, or only a higher one.',
  ),
};

/**
 * Paper 002, section 4.1.2, the baseline: a crawler guided by a support vector machine with RBF kernel. Raw is the machine's
 * decision value, so that its own border between wanted and unwanted is at 0; relevance is the probability by Platt scaling, and the
 * score for the queue. Queueing is by the paper's policies: traditional is PS, sibling is FS-2 (steps 11 and 12 of FCrawl), both is
 * PFS-2. They change the order of visits, not what is found relevant.
 */
export const svm = defineStrategy({
  name: 'svm',
  summary: 'Follows links of pages that a support vector machine, trained on examples, takes for wanted ones.',
  source: 'paper 002, section 4.1.2 (baseline)',
  needs: ['--model'],
  model: svmTrainer.kind,
  parameters,
  parts: {
    decision: 'decision value of the support vector machine: above 0 on the side of the wanted pages',
    page: 'how probable it is that the page with the link is wanted; 0 where only a good sibling can raise it',
  },
  prepare({ settings, parameters: chosen }) {
    const model = readModel(settings, svmTrainer, 'svm');
    return { make: () => strategyOf(new SupportVectors(model), chosen) };
  },
});

function strategyOf(machine: SupportVectors, chosen: ParametersOf<typeof parameters>): Strategy {
  const { queueing, 'change-threshold': threshold } = chosen;
  const scoreOfLinks = (relevance: number) => {
    if (queueing === 'both') return relevance > threshold ? relevance : 0;
    return queueing === 'traditional' ? relevance : 0;
  };
  const merge = chosen['sibling-merge'] === 'max' ? 'max' : 'set';
  return {
    name: 'svm',
    merge: 'max',
    judge({ terms }) {
      const decision = machine.decide(terms);
      return { raw: decision, relevance: machine.probability(decision), parts: { decision } };
    },
    rank(_page, { relevance }, links) {
      const page = scoreOfLinks(relevance);
      const score = { value: page, parts: { page } };
      return links.map(() => score);
    },
    learn({ url, judgement: { relevance }, reached: { depth } }) {
      if (queueing === 'traditional' || depth === 0 || relevance <= threshold) return undefined;
      return [{ siblingsOf: url, score: relevance, merge }];
    },
  };
}
