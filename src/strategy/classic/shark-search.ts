import { parameter } from '../../config/parameters.js';
import { ratio } from '../../config/scalar-kinds.js';
import { defineStrategy } from '../strategy-entry.js';
import { potentialDepth, potentialDepthParameters } from './potential-depth.js';
import { queryDriven } from './query-driven.js';

/**
 * Shark-Search (Hersovici, Jacovi, Maarek, Pelleg, Shtalhaim & Ur 1998): Fish-Search with similarities in place of yes and
 * no. For a link of page p, with sim the cosine with the query q,
 *
 *     score         = γ·inherited + (1 − γ)·neighbourhood
 *     inherited     = δ·sim(q, p) if that is above 0, else δ·inherited(p)
 *     neighbourhood = β·anchor + (1 − β)·context
 *     anchor        = sim(q, anchor text)
 *     context       = 1 if anchor is above 0, else sim(q, text around the link)
 *
 * Seeds have inherited nothing. The potential depth is that of Fish-Search; of several ways to a URL, the one with the
 * highest score decides on it.
 */
export const sharkSearch = defineStrategy({
  name: 'shark-search',
  summary: 'Follows links by anchor text, surrounding text and inherited score; drops paths without relevant pages.',
  source: 'Batsakis 2007, §2.3; Hersovici et al. 1998',
  needs: ['query'],
  parameters: {
    delta: parameter(ratio(), 0.5, 'How much of a score is left after one link (δ).'),
    beta: parameter(ratio(), 0.8, 'Weight of the anchor text against the text around it (β).'),
    gamma: parameter(
      ratio(),
      0.5,
      'Weight of the inherited score against the text at the link (γ); 0.1 often does better.',
    ),
    ...potentialDepthParameters,
  },
  parts: {
    inherited: 'what the pages on the way here hand on of their likeness to the query',
    anchor: 'cosine of the anchor text and the query',
    context: 'cosine of the text around the link and the query; 1 if the anchor text matches',
  },
  leavesOut: 'paths of more than "depth" links in a row from pages that are not relevant (Hersovici et al. 1998)',
  reads: ['contextTerms'],
  prepare: ({ parameters }) => ({
    make: (topic) =>
      queryDriven(topic, {
        name: 'shark-search',
        inheritedState: (judgement, reached) => ({
          inherited:
            parameters.delta * (judgement.raw > 0 ? judgement.raw : (reached.from?.inheritedState.inherited ?? 0)),
          depth: potentialDepth(judgement, reached, parameters),
        }),
        rank: (judge) => (_page, judgement, links) => {
          const { beta, gamma } = parameters;
          const inherited = judgement.inheritedState!.inherited!;
          const pruned = judgement.inheritedState!.depth! < 0;
          return links.map(({ anchorTerms, contextTerms }) => {
            const anchor = judge.similarity(anchorTerms);
            const context = anchor > 0 ? 1 : judge.similarity(contextTerms);
            const neighbourhood = beta * anchor + (1 - beta) * context;
            const value = gamma * inherited + (1 - gamma) * neighbourhood;
            return { value, parts: { inherited, anchor, context }, pruned };
          });
        },
      }),
  }),
});
