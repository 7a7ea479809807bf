import { parameter } from '../../config/parameters.js';
import { choice, number } from '../../config/scalar-kinds.js';
import { liMeasure } from '../../semantics/measures.js';
import type { Idf } from '../../text/idf.js';
import { queryDriven } from '../classic/query-driven.js';
import { defineStrategy } from '../strategy-entry.js';
import { AnchorNearness, anchorNearnessParts, type Weighing } from './anchor-nearness.js';
import { heaviest, lexiconParameters, openLexicon, termFrequencies } from './lexicon.js';

/**
 * Batsakis 2007, crawler (f), the Semantic Similarity Retrieval Model (Varelas et al. 2005). A link is worth (eq 9)
 *
 *     Σ_k Σ_l sim_Li(k, l)·w_q(k)·w_a(l) / (√Σ w_q² · √Σ w_a²)        sim_Li = e^(−αL)·tanh(βH)  (eq 4)
 *
 * over the terms k of the query and l of its anchor text, with tf·idf weights (eq 1). The page with the link does not count. The
 * similarity of Mihalcea, Corley & Strapparava 2006, which the thesis names beside it, can be had instead.
 */
export const ssrm = defineStrategy({
  name: 'ssrm',
  summary: 'Follows links whose anchor text is semantically close to the query, by path and depth in WordNet.',
  source: 'Batsakis 2007, crawler (f), eq 4 and 9',
  needs: ['query'],
  takes: ['ontology'],
  parameters: {
    alpha: parameter(number({ min: 0 }), 0.2, 'How fast likeness falls with the steps between two words (α).'),
    beta: parameter(number({ min: 0 }), 0.6, 'How fast likeness grows with the depth of what both are kinds of (β).'),
    similarity: parameter(
      choice('ssrm', 'mihalcea'),
      'ssrm',
      'How the likeness of two texts is made of that of their words: eq 9, or the mean of what each has in the other (Mihalcea et al. 2006).',
    ),
    ...lexiconParameters,
  },
  parts: anchorNearnessParts,
  prepare({ settings, parameters }) {
    const lexicon = openLexicon('ssrm', settings, parameters);
    const measure = liMeasure(parameters.alpha, parameters.beta);
    return {
      make: (topic) =>
        queryDriven(topic, {
          name: 'ssrm',
          rank({ idf }) {
            const nearness = new AnchorNearness(lexicon, measure, tfIdf(idf));
            const score =
              parameters.similarity === 'ssrm'
                ? (anchor: string) => nearness.of(anchor, true)
                : (anchor: string) => nearness.bestMatches(anchor, (term) => heaviest(term, (id) => idf.of(id)));
            return (_page, _judgement, links) => links.map(({ anchor }) => score(anchor));
          },
        }),
    };
  },
});

/** w = tf·idf (Batsakis 2007, eq 1). */
function tfIdf(idf: Idf): Weighing {
  return (terms) => termFrequencies(terms).map((tf, index) => tf * heaviest(terms[index]!.term, (id) => idf.of(id)));
}
