import path from 'node:path';
import { messageOf, UsageError } from '../../failure.js';
import { writeModel } from '../../learning/model-file.js';
import { trainerOf } from '../../learning/trainers.js';
import type { TrainingSet } from '../../learning/training.js';
import { seededRandom } from '../../random.js';
import type { LabTopic } from '../topics/lab-topic.js';

/** Where the model of a topic lies, or why there is none. */
export type TopicModel = { readonly file: string } | { readonly reason: string };

/** Trains a model of each kind (`StrategyEntry.model`) for a topic, and writes them to the folder, which must be there. */
export function trainModels<Kind extends string>(
  kinds: readonly Kind[],
  { id }: Pick<LabTopic, 'id'>,
  set: TrainingSet,
  folder: string,
  randomSeed: number,
): Record<Kind, TopicModel> {
  const models = kinds.map((kind): [Kind, TopicModel] => {
    const file = path.join(folder, `${id}.${kind}.model.json`);
    return [kind, trained(kind, set, file, randomSeed)];
  });
  return Object.fromEntries(models) as Record<Kind, TopicModel>;
}

/** What a trainer says is missing is no fault of the comparison: some webs and topics have too little to learn from. */
function trained(kind: string, set: TrainingSet, file: string, randomSeed: number): TopicModel {
  const { language, stem, pages } = set;
  try {
    const trainer = trainerOf(kind);
    const model = trainer.train(set, seededRandom(randomSeed));
    const { version } = trainer;
    const trainedAt = new Date().toISOString();
    writeModel(file, { kind, version, language, stem, trainedAt, pages: pages.length, model });
    return { file };
  } catch (thrown) {
    return { reason: thrown instanceof UsageError ? thrown.message : `its training broke: ${messageOf(thrown)}` };
  }
}
