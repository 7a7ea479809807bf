import type { Settings } from '../config/options.js';
import { readParameters } from '../config/parameters.js';
import { parametersOf } from '../config/strategy-parameters.js';
import { Failure, messageOf, UsageError } from '../failure.js';
import type { Strategy } from '../model/strategy.js';
import type { ReadOptions } from '../reading/read-page.js';
import { Topic } from '../topic/topic.js';
import { entryOf } from './entry-of.js';
import { loweredByNot } from './lowered-by-not.js';
import { judgedByServer } from './model-server/judged-by-server.js';
import { ServerClient } from './model-server/server-client.js';
import type { StrategyEntry } from './strategy-entry.js';
import { checkInputs } from './strategy-inputs.js';

/** A strategy with its inputs read and checked, to be made once the topic is complete. */
export interface PreparedStrategy {
  readonly entry: StrategyEntry;
  /** How pages have to be read for it. */
  readonly readOptions: ReadOptions;
  make(topic: Topic): Strategy;
}

/** Reads all that the strategy needs. Throws `UsageError` when something is wrong or missing, before anything is fetched. */
export async function prepareStrategy(settings: Settings): Promise<PreparedStrategy> {
  const entry = await entryOf(settings.strategy);
  await checkInputs(settings, entry);
  await checkOtherParameters(settings, entry);
  const own = parametersOf(settings.set, entry.name);
  await checkTrainingParameters([...own.keys()], entry);
  const parameters = readParameters(entry.name, entry.parameters, own);
  const { phrases = [], make } = withModel(settings, entry, () => entry.prepare({ settings, parameters }));
  const server = settings.judgeUrl === undefined ? undefined : new ServerClient(settings);
  const options = Topic.readOptions(settings);
  const makeOne = (topic: Topic) => withModel(settings, entry, () => make(topic));
  return {
    entry,
    make: (topic) => loweredByNot(withServer(makeOne, topic, settings, server), topic),
    readOptions: {
      ...options,
      phrases: [...new Set([...(options.phrases ?? []), ...phrases])],
      reads: [...(entry.reads ?? []), ...(server === undefined ? [] : (['mainText'] as const))],
    },
  };
}

/** A model that does not hold what it should is the user's, whatever the strategy stumbles over. */
function withModel<T>({ model }: Settings, entry: StrategyEntry, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (entry.model === undefined || model === undefined || thrown instanceof Failure) throw thrown;
    const why = messageOf(thrown);
    throw new UsageError('bad-model', `The model ${model} is no model for ${entry.name} (${why}); train it again.`);
  }
}

/** With a model server's opinion, where one was named. */
function withServer(
  make: (topic: Topic) => Strategy,
  topic: Topic,
  { query, example }: Settings,
  server: ServerClient | undefined,
): Strategy {
  const strategy = make(topic);
  if (server === undefined) return strategy;
  if (strategy.features !== undefined)
    throw new UsageError(
      'judge-url-unused',
      `The strategy ${strategy.name} has slow work of its own; leave --judge-url out.`,
    );
  return judgedByServer(strategy, make(topic), server, query ?? example.join(' '));
}

/** A model is what training made it; its parameters come too late for a crawl. */
async function checkTrainingParameters(
  names: readonly string[],
  { name: strategy, parameters, model }: StrategyEntry,
): Promise<void> {
  if (names.length === 0 || model === undefined) return;
  const { trainers } = await import('../learning/trainers.js');
  const learnt = trainers.find(({ kind }) => kind === model)?.parameters ?? {};
  for (const name of names) {
    if (Object.hasOwn(parameters, name) || !Object.hasOwn(learnt, name)) continue;
    throw new UsageError(
      'training-parameter',
      `${name} is a parameter of training: osprey train --for ${strategy} --set ${model}.${name}=…`,
    );
  }
}

/** A config may hold parameters of several strategies, but a slip must not go unnoticed. */
async function checkOtherParameters({ set }: Settings, chosen: StrategyEntry): Promise<void> {
  const names = new Set([...set.keys()].map((name) => name.slice(0, name.lastIndexOf('.'))));
  names.delete(chosen.name);
  if (names.size === 0) return;
  const { findStrategy } = await import('./strategies.js');
  for (const name of names) readParameters(name, findStrategy(name).parameters, parametersOf(set, name));
}
