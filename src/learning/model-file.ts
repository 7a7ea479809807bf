import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import type { Settings } from '../config/options.js';
import { messageOf, UsageError } from '../failure.js';
import { anything, count, flag, recordOf, textShape } from './shape.js';
import type { Trainer } from './training.js';

/** A trained model as it lies on disk: JSON with what is needed to refuse it where it does not fit. */
export interface ModelFile<Model = unknown> {
  readonly format: 'osprey-model';
  readonly kind: string;
  readonly version: number;
  /** How the terms were made; a crawl must make them alike. */
  readonly language: string;
  readonly stem: boolean;
  readonly trainedAt: string;
  readonly pages: number;
  /** Of `model`, so that a damaged or edited file is noticed before it misleads a crawl. */
  readonly digest: string;
  readonly model: Model;
}

/** Bytes. A text cannot be longer than half a gigabyte. */
const largestModel = 400_000_000;

export function writeModel(file: string, { model, ...facts }: Omit<ModelFile, 'format' | 'digest'>): void {
  const format = 'osprey-model';
  writeFileSync(file, `${JSON.stringify({ format, ...facts, digest: digestOf(model), model })}\n`);
}

function digestOf(model: unknown): string {
  return createHash('sha1').update(JSON.stringify(model)).digest('hex');
}

/** The model that `--model` names, for a strategy that needs one of this trainer's. Throws one sentence that names the fix. */
export function readModel<Model>(
  { model: file, language, stem }: Pick<Settings, 'model' | 'language' | 'stem'>,
  trainer: Trainer<Model>,
  strategy: string,
): Model {
  const fix = `make one with: osprey train --for ${strategy}`;
  if (file === undefined) {
    throw new UsageError('no-model', `The strategy ${strategy} needs a trained model: give --model FILE, or ${fix}.`);
  }
  const { digest, ...found } = parsed(file);
  if (found.kind !== trainer.kind) {
    throw new UsageError(
      'wrong-model',
      `The model ${file} is of kind ${found.kind}, but ${strategy} needs one of kind ${trainer.kind}; ${fix}.`,
    );
  }
  if (found.version !== trainer.version) {
    throw new UsageError(
      'model-version',
      `The model ${file} is of version ${found.version}, this Osprey reads version ${trainer.version}; train it again, or ${fix}.`,
    );
  }
  if (found.language !== language || found.stem !== stem) {
    const made = `language ${found.language}, ${found.stem ? 'with' : 'without'} stems`;
    throw new UsageError(
      'model-terms',
      `The model ${file} was trained for ${made}; crawl with the same --language and --no-stem, or ${fix}.`,
    );
  }
  const problem = trainer.shape(found.model, 'model');
  if (problem !== undefined) throw malformed(file, problem);
  if (digest !== digestOf(found.model)) {
    throw new UsageError(
      'bad-model',
      `The model ${file} is damaged: it is not what osprey train wrote; train it again.`,
    );
  }
  return found.model as Model;
}

const longestWord = 100;

const fileShape = recordOf({
  ...{ format: anything, kind: textShape(longestWord), version: count, language: textShape(longestWord), stem: flag },
  ...{ trainedAt: textShape(longestWord), pages: count, digest: textShape(longestWord), model: anything },
});

function malformed(file: string, problem: string): UsageError {
  return new UsageError('bad-model', `The model ${file} is malformed: ${problem}; train it again.`, { problem });
}

function parsed(file: string): ModelFile {
  let found: Partial<ModelFile>;
  try {
    const { size } = statSync(file);
    if (size > largestModel)
      throw new UsageError(
        'bad-model',
        `The model ${file} is larger than any that osprey train makes; check the path.`,
      );
    found = JSON.parse(readFileSync(file, 'utf8'));
  } catch (thrown) {
    if (thrown instanceof UsageError) throw thrown;
    // What JSON.parse says quotes the file.
    const why = thrown instanceof SyntaxError ? 'it is not JSON' : messageOf(thrown);
    throw new UsageError('bad-model', `The model ${file} cannot be read (${why}); check the path, or train it again.`);
  }
  if (found?.format !== 'osprey-model' || found.model === undefined) {
    throw new UsageError('bad-model', `${file} is not an osprey train model; check the path.`);
  }
  const problem = fileShape(found, 'it');
  if (problem !== undefined) throw malformed(file, problem);
  return found as ModelFile;
}
