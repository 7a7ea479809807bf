import { parentPort } from 'node:worker_threads';
import type { TrainingSet } from '../../learning/training.js';
import { trainModels } from './topic-models.js';

export interface TrainingOrder {
  readonly kinds: readonly string[];
  /** Of the topic. */
  readonly id: string;
  readonly set: TrainingSet;
  readonly folder: string;
  readonly randomSeed: number;
}

/** A thread that trains: orders in, models (or why there are none) out. It never crawls. */
parentPort!.on('message', ({ kinds, id, set, folder, randomSeed }: TrainingOrder) => {
  parentPort!.postMessage(trainModels(kinds, { id }, set, folder, randomSeed));
});
