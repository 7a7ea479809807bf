import { parameter } from '../../config/parameters.js';
import { ratio } from '../../config/scalar-kinds.js';
import { ehrigMeasure } from '../../semantics/measures.js';
import { queryDriven } from '../classic/query-driven.js';
import { defineStrategy } from '../strategy-entry.js';
import { AnchorNearness, anchorNearnessParts } from './anchor-nearness.js';
import { lexiconParameters, openLexicon, termFrequencies } from './lexicon.js';

/**
 * Batsakis 2007, crawler (e), after Ehrig and Maedche 2003, with WordNet as the ontology. A link is worth (eq 8)
 *
 *     Σ_k Σ_l sim_E(k, l)·w_a(k)·w_q(l)        sim_E(k, l) = 0.5^sp(k, l)  (eq 3)
 *
 * over the terms k of its anchor text and l of the query, with tf weights, not normalised by length. The page with the link does
 * not count.
 */
export const ehrig = defineStrategy({
  name: 'ehrig',
  summary: 'Follows links whose anchor text is semantically close to the query, by path length in WordNet.',
  source: 'Batsakis 2007, crawler (e), eq 3 and 8',
  needs: ['query'],
  takes: ['ontology'],
  parameters: {
    base: parameter(ratio(), 0.5, 'How like two words are that are one step apart; the power of it for more steps.'),
    ...lexiconParameters,
  },
  parts: anchorNearnessParts,
  prepare({ settings, parameters }) {
    const lexicon = openLexicon('ehrig', settings, parameters);
    return {
      make: (topic) =>
        queryDriven(topic, {
          name: 'ehrig',
          rank() {
            const nearness = new AnchorNearness(lexicon, ehrigMeasure(parameters.base), termFrequencies);
            return (_page, _judgement, links) => links.map(({ anchor }) => nearness.of(anchor, false));
          },
        }),
    };
  },
});
