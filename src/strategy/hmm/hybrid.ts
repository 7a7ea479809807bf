import type { Settings } from '../../config/options.js';
import { type ParametersOf, parameter } from '../../config/parameters.js';
import { ratio } from '../../config/scalar-kinds.js';
import { weighed } from '../../learning/markov/hmm-model.js';
import { hmmTrainer } from '../../learning/markov/hmm-trainer.js';
import { PathBelief } from '../../learning/markov/path-belief.js';
import { readModel } from '../../learning/model-file.js';
import { type RelevantCentroid, relevantCentroid } from '../../learning/relevant-centroid.js';
import type { Link } from '../../model/page.js';
import type { InheritedState, Strategy } from '../../model/strategy.js';
import { backgroundIdf } from '../../text/background-idf.js';
import type { Idf } from '../../text/idf.js';
import { cosine, cosineOfIds } from '../../text/vector.js';
import { relevanceOf } from '../../topic/relevance-scale.js';
import { defineStrategy, type StrategyEntry } from '../strategy-entry.js';
import { hmmJudgementParts, hmmParameters } from './hmm-parameters.js';
import { beliefBehind, believe } from './trail-of-belief.js';

const hybridParts = {
  ...hmmJudgementParts,
  page: 'cosine of the page and the centroid of the relevant training pages',
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
    const { inheritedState, cluster } = believe(this.#belief, terms, reached);
    return {
      raw,
      relevance: relevanceOf(raw, this.#centroid.half),
      parts: { page: raw, ...inheritedState, cluster },
      inheritedState,
    };
  };

  /** α(L0,t+1) behind a page with this inherited state. It is not put in steps of ε: here the cosine tells clusters apart (fig 10). */
  next(inheritedState: InheritedState | undefined): number {
    return beliefBehind(this.#belief, inheritedState)[0]!;
  }

  anchor(ids: Uint32Array): number {
    return cosineOfIds(ids, this.#centroid.vector, this.#idf);
  }
}

const hybridParameters = {
  ...hmmParameters,
  'hmm-weight': parameter(ratio(), 0.5, 'Share of the hidden Markov model in the score of a link.'),
};

/** What the two crawlers differ in: eq 12 looks at the anchor text, too. */
interface Hybrid<Table extends typeof hybridParameters> {
  readonly name: string;
  readonly summary: string;
  readonly source: string;
  readonly parts?: Readonly<Record<string, string>>;
  readonly parameters: Table;
  /** How like the relevant training pages a link is, from cos(page, c_r). */
  likeness(
    page: number,
    link: Link,
    model: HybridModel,
    parameters: ParametersOf<Table>,
  ): { readonly value: number; readonly parts: Readonly<Record<string, number>> };
}

function hybridCrawler<const Table extends typeof hybridParameters>({
  likeness,
  ...hybrid
}: Hybrid<Table>): StrategyEntry {
  const { name, parts } = hybrid;
  return defineStrategy({
    ...hybrid,
    needs: ['--model'],
    model: hmmTrainer.kind,
    parts: { ...hybridParts, ...parts },
    prepare({ settings, parameters }) {
      const model = new HybridModel(name, settings, parameters);
      const { 'hmm-weight': share } = parameters as ParametersOf<typeof hybridParameters>;
      return {
        make: () => ({
          name,
          queueing: { inherits: true },
          judge: model.judge,
          rank(_page, { raw, inheritedState }, links) {
            const hmm = model.next(inheritedState);
            return links.map((link) => {
              const like = likeness(raw, link, model, parameters);
              return { value: share * hmm + (1 - share) * like.value, parts: { hmm, ...like.parts } };
            });
          },
        }),
      };
    },
  });
}

/** Batsakis 2007, crawler (i), eq 11: (cos(page, c_r) + hmm) / 2. */
export const hybrid = hybridCrawler({
  name: 'hybrid',
  summary: 'Follows paths that led to relevant pages in training, on pages similar to those, half each.',
  source: 'Batsakis 2007, crawler (i), eq 11',
  parameters: hybridParameters,
  likeness: (page) => ({ value: page, parts: { page } }),
});

/** Batsakis 2007, crawler (j), eq 12: (hmm + (cos(page, c_r) + cos(a, c_r)) / 2) / 2. */
export const hybridAnchor = hybridCrawler({
  name: 'hybrid-anchor',
  summary: 'Like hybrid, and prefers links whose anchor text is similar to the relevant training pages.',
  source: 'Batsakis 2007, crawler (j), eq 12',
  parts: { anchor: 'cosine of the anchor text and the centroid of the relevant training pages' },
  parameters: {
    ...hybridParameters,
    'anchor-weight': parameter(
      ratio(),
      0.5,
      'Weight of the anchor text in the similarity of a link to the relevant pages.',
    ),
  },
  likeness(page, { anchorTerms }, model, { 'anchor-weight': share }) {
    const anchor = model.anchor(anchorTerms);
    return { value: (1 - share) * page + share * anchor, parts: { page, anchor } };
  },
});
