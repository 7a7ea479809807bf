import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { messageOf } from '../../failure.js';
import { textHash } from '../../url/hash64.js';
import type { Laboratory } from '../laboratory.js';
import type { LabTopic } from '../topics/lab-topic.js';
import { examplePages } from '../truth/exemplars.js';
import type { TopicModel } from './topic-models.js';
import { trainingSetFor } from './training-set.js';
import type { TrainingOrder } from './training-thread.js';

export interface TrainingOptions {
  /** Kinds of models that are wanted of every topic. */
  readonly kinds: readonly string[];
  readonly labels: readonly (readonly string[])[];
  /** 1 for pages that are given for training; undefined where nobody labelled any. */
  readonly split: Uint8Array | undefined;
  readonly randomSeed: number;
}

type Models = Readonly<Record<string, TopicModel>>;

/**
 * Trains the models of topics, one topic after the other, on a thread of its own: crawls go on meanwhile, in processes that
 * never hear of labels.
 */
export class Training {
  readonly #models = new Map<LabTopic, Promise<Models>>();
  #last: Promise<unknown> = Promise.resolve();
  #thread: Worker | undefined;

  constructor(
    private readonly lab: Laboratory,
    private readonly options: TrainingOptions,
  ) {}

  /** All kinds are trained when the first is asked for. */
  async modelOf(kind: string, topic: LabTopic): Promise<TopicModel> {
    if (this.options.split === undefined)
      return { reason: 'it has to be trained, and no labels are the truth; give --labels and judge by them' };
    let models = this.#models.get(topic);
    if (models === undefined) {
      models = this.#last.then(() => this.#train(topic, this.options.split!)).catch((thrown) => this.#broken(thrown));
      this.#models.set(topic, models);
      this.#last = models;
    }
    return (await models)[kind]!;
  }

  async close(): Promise<void> {
    await this.#thread?.terminate();
  }

  async #train(topic: LabTopic, split: Uint8Array): Promise<Models> {
    const { web } = this.lab;
    const { kinds, labels, randomSeed } = this.options;
    const { language, stem } = web.readOptions;
    const set = trainingSetFor(topic, { web, labels, split, examples: examplePages(web, topic), language, stem });
    // Another split makes another model, and a journal knows crawls by the names of their files.
    const folder = path.join(this.lab.folder, `models-${textHash(Buffer.from(split).toString('base64'))}`);
    mkdirSync(folder, { recursive: true });
    this.#thread ??= new Worker(new URL('./training-thread.js', import.meta.url));
    // An error in the thread rejects too.
    const answer = once(this.#thread, 'message') as Promise<[Models]>;
    this.#thread.postMessage({ kinds, id: topic.id, set, folder, randomSeed } satisfies TrainingOrder);
    return (await answer)[0];
  }

  /** What breaks the thread, such as a model too large for its memory, costs the topic its models, not the comparison its end. */
  async #broken(thrown: unknown): Promise<Models> {
    await this.#thread?.terminate();
    this.#thread = undefined;
    const reason = `its training broke: ${messageOf(thrown)}`;
    return Object.fromEntries(this.options.kinds.map((kind) => [kind, { reason }]));
  }
}
