import { readModel } from '../../learning/model-file.js';
import { SupportVectors } from '../../learning/svm/support-vectors.js';
import { svmTrainer } from '../../learning/svm/svm-trainer.js';
import type { Strategy } from '../../model/strategy.js';
import { type QueueingPolicy, queueingParameters, queueingPolicy } from '../genre/queueing-policy.js';
import { defineStrategy } from '../strategy-entry.js';

/**
 * De Assis et al. 2009, section 4.1.2, the baseline: a crawler guided by a support vector machine with RBF kernel. Raw is the machine's
 * decision value, so that its own border between wanted and unwanted is at 0; relevance is the probability by Platt scaling, and the
 * score for the queue. Queueing is traditional (ps) or by another policy of the paper, which changes the order of visits, not what is
 * found relevant.
 */
export const svm = defineStrategy({
  name: 'svm',
  summary: 'Follows links of pages that a support vector machine classifies as relevant.',
  source: 'de Assis et al. 2009, section 4.1.2 (baseline)',
  needs: ['--model'],
  model: svmTrainer.kind,
  parameters: queueingParameters('ps'),
  parts: {
    decision: 'decision value of the support vector machine; above 0 is relevant',
    page: 'probability that the linking page is relevant; 0 where only a good sibling can raise it',
  },
  priority: 'links start with what the policy gives them; with fs and pfs, the siblings of a page get its score.',
  prepare({ settings, parameters }) {
    const model = readModel(settings, svmTrainer, 'svm');
    return { make: () => strategyOf(new SupportVectors(model), queueingPolicy(parameters, settings.randomSeed)) };
  },
});

function strategyOf(machine: SupportVectors, policy: QueueingPolicy): Strategy {
  return {
    name: 'svm',
    judge({ terms }) {
      const decision = machine.decide(terms);
      return { raw: decision, relevance: machine.probability(decision), parts: { decision } };
    },
    rank(_page, { relevance }, links) {
      const page = policy.scoreOfLinks(relevance);
      return links.map(({ url }) => ({ value: policy.placeOf(url, page), parts: { page } }));
    },
    learn: ({ url, judgement: { relevance }, reached, foreign }) =>
      foreign ? undefined : policy.rescores(url, relevance, reached),
  };
}
