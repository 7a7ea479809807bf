import { UsageError } from '../../failure.js';
import type { RecordedWeb } from '../web/recorded-web.js';
import { examplePages } from './exemplars.js';
import type { PageSimilarities } from './similarities.js';
import type { Truth } from './truth.js';

/** Batsakis's own. */
export const usualSimilarity = 0.75;

/**
 * Batsakis's truth (Batsakis 2007): the topic's examples are the ground truth, and a page is relevant if its highest cosine with
 * any of them reaches the threshold. Batsakis 2007 asks for more than 0.75; a page at exactly 0.75 counts here. The examples are
 * relevant themselves.
 */
export function exampleTruth(web: RecordedWeb, similarities: PageSimilarities, threshold = usualSimilarity): Truth {
  return {
    kind: 'examples',
    threshold,
    labels: [],
    of(topic) {
      const examples = examplePages(web, topic);
      if (examples.length === 0) {
        const fault =
          topic.examples.length === 0 ? 'has no examples' : `has no examples that are in the web ${web.name}`;
        const fix = 'give it some relevant pages of the web, or a list of labels to judge by';
        throw new UsageError('topic-without-examples', `The topic ${topic.id} ${fault}; ${fix}.`, { topic: topic.id });
      }
      const similarity = similarities.highest(examples);
      return {
        relevance: similarity,
        relevant: Uint8Array.from(similarity, (cosine) => Number(cosine >= threshold)),
        similarity,
      };
    },
  };
}
