import { parameter } from '../../config/parameters.js';
import { integer, ratio } from '../../config/scalar-kinds.js';
import { contextGraphTrainer, layerClassifier } from '../../learning/context-graph-trainer.js';
import { readModel } from '../../learning/model-file.js';
import { MOST_LAYERS } from '../../learning/most-layers.js';
import type { Judgement, LinkScore } from '../../model/strategy.js';
import { defineStrategy } from '../strategy-entry.js';
import { bayesOptions, bayesParameters } from './bayes-parameters.js';

/** The layer that a page is most like, of those that lead to a target; null if it is like none of them for sure. */
interface Placed {
  readonly layer: number | null;
  readonly confidence: number;
}

/**
 * Context graphs (Diligenti et al. 2000; Batsakis 2007, §2.5, fig 3). A Naive Bayes classifier tells how many links a page is away from
 * a wanted one; links of a page of layer j enter queue j + 1, and the nearest queue is served first, the surest pages' links
 * before others. What is like no layer for sure, or most like the training pages without a way to a wanted one, goes last.
 */
export const contextGraph = defineStrategy({
  name: 'context-graph',
  summary: 'Follows links of pages that a classifier places closest to relevant pages.',
  source: 'Diligenti et al. 2000; Batsakis 2007, §2.5',
  needs: ['--model'],
  model: contextGraphTrainer.kind,
  parameters: {
    layers: parameter(integer({ min: 1, max: MOST_LAYERS }), 4, 'Number of layers around the relevant pages.'),
    confidence: parameter(ratio(), 0.5, 'How probable a layer must be for the page to be put into it.'),
    ...bayesParameters,
  },
  parts: {
    'layer *': 'probability that the page is this many links away from a relevant one (Naive Bayes)',
    other: 'probability that no relevant page is within reach',
    layer: 'predicted number of links from the linking page to a relevant one; -1 if unsure',
    confidence: 'how probable the likeliest layer of the page with the link is',
  },
  ownLevels: true,
  priority: 'the nearest layer first, one level of the queue each; in a layer, the surest.',
  prepare({ settings, parameters: { layers, confidence: least, ...bayes } }) {
    const model = readModel(settings, contextGraphTrainer, 'context-graph');
    const classifier = layerClassifier(model, layers, bayesOptions(bayes));
    const names = Array.from({ length: layers + 1 }, (_, layer) => `layer ${layer}`);
    const place = ({ parts }: Judgement): Placed => {
      let likeliest = 0;
      for (let layer = 1; layer <= layers; layer++) {
        if (parts[names[layer]!]! > parts[names[likeliest]!]!) likeliest = layer;
      }
      const confidence = parts[names[likeliest]!]!;
      return { layer: confidence >= least && confidence > parts.other! ? likeliest : null, confidence };
    };
    return {
      make: () => ({
        name: 'context-graph',
        judge({ terms }) {
          const { probabilities } = classifier.posterior(terms);
          const parts: Record<string, number> = {};
          for (let layer = 0; layer <= layers; layer++) parts[names[layer]!] = probabilities[layer]!;
          parts.other = probabilities[layers + 1]!;
          return { raw: probabilities[0]!, relevance: probabilities[0]!, parts };
        },
        rank(_page, judgement, links) {
          const { layer, confidence } = place(judgement);
          const queue = layer ?? layers + 1;
          // Nearer layers have higher values, so that of two ways to a URL the nearer one counts, not the surer one.
          const value = layers + 1 - queue + confidence;
          const score: LinkScore = { value, level: queue + 1, parts: { layer: layer ?? -1, confidence } };
          return links.map(() => score);
        },
      }),
    };
  },
});
