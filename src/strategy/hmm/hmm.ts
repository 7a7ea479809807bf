import { parameter } from '../../config/parameters.js';
import { number } from '../../config/scalar-kinds.js';
import type { ClusteringKind } from '../../learning/markov/hmm-model.js';
import { hmmTrainer } from '../../learning/markov/hmm-trainer.js';
import { normalised, PathBelief } from '../../learning/markov/path-belief.js';
import { readModel } from '../../learning/model-file.js';
import { defineStrategy, type StrategyEntry } from '../strategy-entry.js';
import { hmmJudgementParts, hmmParameters } from './hmm-parameters.js';
import { beliefBehind, believe } from './trail-of-belief.js';

/** Below it the two-step value must stay, so that it never lifts a link into the next step of ε. */
const ALMOST_ONE = 1 - 2 ** -20;

/**
 * One number that orders links by α(L0,t+1), and those within one step of ε by α(L0,t+2) (Batsakis 2007, §3.4, III). Steps are fixed, so
 * that it is an order: "nearly the same" alone is not one, since a ≈ b and b ≈ c do not make a ≈ c.
 */
export function inSteps(next: number, afterNext: number, epsilon: number): number {
  if (epsilon === 0) return next;
  return (Math.floor(next / epsilon) + Math.min(afterNext, 1) * ALMOST_ONE) * epsilon;
}

/**
 * Batsakis 2007, crawler (h), fig 9: the cluster of a page and the path to it tell how far a relevant page may be; all
 * links of the page get the probability that the next page is one. Relevance of a page is α(L0,t), normalised: the probability
 * that it is a relevant page itself.
 */
function hmmCrawler(name: string, kind: ClusteringKind, clustering: string, variant: string): StrategyEntry {
  return defineStrategy({
    name,
    summary: `Follows paths that a hidden Markov model (${clustering}) has learnt to lead to relevant pages.`,
    source: `Batsakis 2007, crawler (h), §3.4.1 ${variant}, eq 5 and 6`,
    needs: ['--model'],
    model: hmmTrainer.kind,
    parameters: {
      ...hmmParameters,
      epsilon: parameter(
        number({ min: 0, max: 1 }),
        0.01,
        'Between links whose probabilities are in one step of this size, two steps ahead decide; 0 for never.',
      ),
    },
    parts: {
      ...hmmJudgementParts,
      next: 'probability that the next page on this path is a relevant one (eq 6)',
      'after next': 'the same for the page after it, which decides between links that are nearly equal',
    },
    priority: 'the probability of the next page in steps of epsilon; within a step, that of the page after it.',
    prepare({ settings, parameters }) {
      const belief = new PathBelief(readModel(settings, hmmTrainer, name), kind, parameters);
      return {
        make: () => ({
          name,
          queueing: { inherits: true },
          judge({ terms }, reached) {
            const { inheritedState, alpha, cluster } = believe(belief, terms, reached);
            return {
              raw: alpha[0]!,
              relevance: normalised(alpha)[0]!,
              parts: { ...inheritedState, cluster },
              inheritedState,
            };
          },
          rank(_page, { inheritedState }, links) {
            const next = beliefBehind(belief, inheritedState);
            const afterNext = belief.after(next)[0]!;
            const value = inSteps(next[0]!, afterNext, parameters.epsilon);
            const score = { value, parts: { next: next[0]!, 'after next': afterNext } };
            return links.map(() => score);
          },
        }),
      };
    },
  });
}

export const hmm = hmmCrawler('hmm', 'kMeans', 'K-Means', '(a)');
export const hmmXMeans = hmmCrawler('hmm-xmeans', 'xMeans', 'X-Means', '(b)');
