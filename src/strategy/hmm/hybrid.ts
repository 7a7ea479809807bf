import type { Settings } from '../../config/options.js';
import type { ParametersOf } from '../../config/parameters.js';
import { weighed } from '../../learning/hmm-model.js';
import { hmmTrainer } from '../../learning/hmm-trainer.js';
import { readModel } from '../../learning/model-file.js';
import { PathBelief } from '../../learning/path-belief.js';
import { type RelevantCentroid, relevantCentroid } from '../../learning/relevant-centroid.js';
import { backgroundIdf } from '../../text/background-idf.js';
import type { Idf } from '../../text/idf.js';
import { cosine, cosineOfIds } from '../../text/vector.js';
import { relevanceOf } from '../../topic/relevance-scale.js';
import type { Strategy, Trail } from '../strategy.js';
import { defineStrategy } from '../strategy-entry.js';
import { hmmJudgementParts, hmmParameters } from './hmm-parameters.js';
import { alphaOf, believe } from './trail-of-belief.js';

const judgementParts = {
  ...hmmJudgementParts,
  page: 'how like the relevant training pages the page is: cosine with their centroid',
  hmm: 'probability that the next page on this path is a relevant one (hidden Markov model, eq 6)',
};

/** What both hybrids share: the HMM of crawler (h) with K-Means, and the centroid c_r of the relevant training pages. */
class HybridModel {
  readonly #belief: PathBelief;
  readonly #centroid: RelevantCentroid;
  readonly #idf: Idf;

  constructor(name: string, settings: Settings, parameters: ParametersOf<typeof hmmParameters>) {
    const model = readModel(settings, hmmTrainer, name);
    this.#belief = new PathBelief(model, 'kMeans', parameters);
    const { vectors } = weighed(model, 'kMeans');
    this.#centroid = relevantCentroid(vectors, (page) => model.documents[page]!.distance === 0, model.terms);
    this.#idf = backgroundIdf(model.stem);
  }

  /** raw is cos(page, c_r); relevance is 0.5 half way between the relevant and the other training pages. */
  readonly judge: Strategy['judge'] = ({ terms }, reached) => {
    const raw = cosine(terms, this.#centroid.vector, this.#idf);
    const { trail, cluster } = believe(this.#belief, terms, reached);
    return { raw, relevance: relevanceOf(raw, this.#centroid.half), parts: { page: raw, ...trail, cluster }, trail };
  };

  /** α(L0,t+1) behind a page with this trail. It is not put in steps of ε: here the cosine tells clusters apart (fig 10). */
  next(trail: Trail): number {
    return this.#belief.after(alphaOf(trail))[0]!;
  }

  anchor(ids: Uint32Array): number {
    return cosineOfIds(ids, this.#centroid.vector, this.#idf);
  }
}

/** Thesis (paper 004), crawler (i). */
export const hybrid = defineStrategy({
  name: 'hybrid',
  summary: 'Follows paths that led to relevant pages in training, on pages that are like those; half each.',
  source: 'thesis (004), crawler (i), eq 11',
  needs: ['--model'],
  model: hmmTrainer.kind,
  parameters: hmmParameters,
  parts: judgementParts,
  prepare({ settings, parameters }) {
    const model = new HybridModel('hybrid', settings, parameters);
    return {
      make: () => ({
        name: 'hybrid',
        merge: 'max',
        inherits: true,
        judge: model.judge,
        // Eq 11: (cos(page, c_r) + hmm) / 2.
        rank(_page, { raw: page, trail }, links) {
          const hmm = model.next(trail!);
          const score = { value: (page + hmm) / 2, parts: { page, hmm } };
          return links.map(() => score);
        },
      }),
    };
  },
});

/** Thesis (paper 004), crawler (j). */
export const hybridAnchor = defineStrategy({
  name: 'hybrid-anchor',
  summary: 'As hybrid, and prefers the links of a page whose anchor text is like the relevant training pages.',
  source: 'thesis (004), crawler (j), eq 12',
  needs: ['--model'],
  model: hmmTrainer.kind,
  parameters: hmmParameters,
  parts: {
    ...judgementParts,
    anchor: 'how like the relevant training pages the anchor text is: cosine with their centroid',
  },
  prepare({ settings, parameters }) {
    const model = new HybridModel('hybrid-anchor', settings, parameters);
    return {
      make: () => ({
        name: 'hybrid-anchor',
        merge: 'max',
        inherits: true,
        judge: model.judge,
        // Eq 12: (hmm + (cos(page, c_r) + cos(a, c_r)) / 2) / 2.
        rank(_page, { raw: page, trail }, links) {
          const hmm = model.next(trail!);
          return links.map(({ anchorTerms }) => {
            const anchor = model.anchor(anchorTerms);
            return { value: (hmm + (page + anchor) / 2) / 2, parts: { hmm, page, anchor } };
          });
        },
      }),
    };
  },
});
