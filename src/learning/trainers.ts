import { UsageError } from '../failure.js';
import { contextGraphTrainer } from './context-graph-trainer.js';
import { hmmTrainer } from './markov/hmm-trainer.js';
import { svmTrainer } from './svm/svm-trainer.js';
import { taxonomyTrainer } from './taxonomy-trainer.js';
import type { Trainer } from './training.js';

/** Every kind of model that strategies of ours use. */
export const trainers: readonly Trainer[] = [taxonomyTrainer, svmTrainer, hmmTrainer, contextGraphTrainer];

/** The trainer of a kind of model (`StrategyEntry.model`). Throws when there is none, as for a user's own kind. */
export function trainerOf(kind: string): Trainer {
  const trainer = trainers.find((candidate) => candidate.kind === kind);
  if (trainer !== undefined) return trainer;
  const kinds = trainers.map((candidate) => candidate.kind).join(', ');
  throw new UsageError('unknown-model', `No trainer makes models of kind ${kind}; there are trainers for ${kinds}.`, {
    kind,
  });
}
