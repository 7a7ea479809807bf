import { parameter } from '../../config/parameters.js';
import { boolean } from '../../config/scalar-kinds.js';
import { readModel } from '../../learning/model-file.js';
import { taxonomyTrainer } from '../../learning/taxonomy-trainer.js';
import { defineStrategy } from '../strategy-entry.js';
import { bayesParameters } from './bayes-parameters.js';
import { TaxonomyJudge, taxonomyParts } from './taxonomy-judge.js';

/**
 * The focused crawler of Chakrabarti, van den Berg & Dom (1999), which Jeyapal & Palanisamy build on and compare with. Soft focus:
 * R(p) = Σ P(c | p) over the wanted classes c, and all links of p get R(p). Hard focus: links are followed only if the
 * likeliest class of p is a wanted one. The taxonomy is flat here: each label is a class of its own.
 */
export const naiveBayes = defineStrategy({
  name: 'naive-bayes',
  summary: 'Follows links of pages that a Naive Bayes classifier assigns to a relevant class.',
  source: 'Chakrabarti et al. 1999, soft focus; classifier of Jeyapal & Palanisamy',
  needs: ['--model'],
  model: taxonomyTrainer.kind,
  parameters: {
    ...bayesParameters,
    'hard-focus': parameter(boolean(), false, 'Follow no links of pages whose likeliest class is not relevant.'),
  },
  parts: {
    ...taxonomyParts,
    wanted: 'probability that the linking page belongs to a relevant class, summed over these classes',
  },
  prepare({ settings, parameters }) {
    const model = readModel(settings, taxonomyTrainer, 'naive-bayes');
    return {
      make() {
        const judge = new TaxonomyJudge(model, parameters);
        return {
          name: 'naive-bayes',
          judge: ({ terms }) => judge.judge(terms),
          rank({ terms }, { raw: wanted }, links) {
            const score = { value: wanted, parts: { wanted } };
            const pruned = parameters['hard-focus'] && !model.targets.includes(judge.classify(terms).label);
            return links.map(() => (pruned ? { ...score, pruned } : score));
          },
        };
      },
    };
  },
});
