import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { RawOptions } from '../../../config/layer.js';
import type { Settings } from '../../../config/options.js';
import { readParameters } from '../../../config/parameters.js';
import { integer } from '../../../config/scalar-kinds.js';
import { settingsFrom } from '../../../config/settings.js';
import { type ParameterValue, parametersOf } from '../../../config/strategy-parameters.js';
import { UsageError } from '../../../failure.js';
import { crossValidate } from '../../../learning/cross-validation.js';
import { writeModel } from '../../../learning/model-file.js';
import { trainerOf } from '../../../learning/trainers.js';
import type { Trainer } from '../../../learning/training.js';
import { seededRandom } from '../../../random.js';
import { entryOf } from '../../../strategy/entry-of.js';
import { strategies } from '../../../strategy/strategies.js';
import type { StrategyEntry } from '../../../strategy/strategy-entry.js';
import { type GivenSource, languageOfCrawl, openSource } from '../../../training/open-source.js';
import { type ReadSet, readTrainingSet } from '../../../training/read-training-set.js';
import type { TrainingSource } from '../../../training/training-source.js';
import { exitCodes } from '../../exit-codes.js';
import { flagValue } from '../../flag-value.js';
import { bytes, count, counted, percent, printable, shellWord } from '../../terminal/format.js';
import { indexingProgress } from '../../terminal/indexing-progress.js';
import { checkFree, writingTo } from '../../terminal/output-file.js';
import { StatusLine } from '../../terminal/status-line.js';
import { headed, trainingLines, trainingRecord } from './training-report.js';

export interface TrainFlags extends GivenSource {
  /** Name of the strategy that the model is for. */
  readonly for: string;
  readonly folds?: string;
  readonly out?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  /** Options of the options table, as they were given: how pages are read and fetched, the random seed. */
  readonly options: RawOptions;
}

/** `osprey train`: a model for a learning strategy, from pages with labels, and how good it is on pages it has not seen. */
export async function trainCommand(flags: TrainFlags): Promise<number> {
  const entry = await learningStrategy(flags.for);
  const trainer = trainerOf(entry.model!);
  const out = flags.out ?? `${path.parse(entry.name).name}.model.json`;
  checkFree(out);
  const folds = flagValue(integer({ min: 2, max: 1000 }), flags.folds ?? '5', '--folds');
  const settings = await settingsOf(flags);
  const parameters = parametersFor(trainer, settings);
  const line = new StatusLine();
  const say = (text: () => string) => !flags.json && !flags.quiet && line.show(text);

  const source = await openSource(flags, settings, flags.options, indexingProgress(flags));
  const read = await pagesOf(source, settings, say);
  const { set } = read;
  const model = trainer.train(set, seededRandom(settings.randomSeed), parameters);
  const { language, stem } = set;
  const { kind, version } = trainer;
  const trainedAt = new Date().toISOString();
  await writingTo(out, () =>
    writeModel(out, {
      kind,
      version,
      language,
      stem,
      trainedAt,
      pages: set.pages.length,
      model,
    }),
  );
  checkUse(entry, out, settings);
  const validation = crossValidate(trainer, set, {
    folds,
    randomSeed: settings.randomSeed,
    parameters,
    onFold: (fold, all) => say(() => `Cross-validation, fold ${fold} of ${all}`),
  });
  line.end();
  const found = trainer.describe(model, (id) => read.names.nameOf(id));
  const report = { read, notes: source.notes ?? [], validation, found };
  const use = useOf(entry, out, settings);
  if (flags.json) {
    process.stdout.write(
      `${JSON.stringify({ strategy: entry.name, kind, model: out, ...trainingRecord(report), use })}\n`,
    );
  } else if (!flags.quiet) {
    const ending = [...headed('Written', [`${out} (${bytes(statSync(out).size)})`]), ...headed('Use it', [use])];
    process.stdout.write(`${[...trainingLines(report), ...ending].join('\n')}\n`);
  }
  return exitCodes.ok;
}

/** The strategy that a model is wanted for; it must be one that learns from pages with labels. */
async function learningStrategy(name: string): Promise<StrategyEntry> {
  const entry = await entryOf(name);
  if (entry.model !== undefined) return entry;
  const names = strategies.filter(({ model }) => model !== undefined).map((candidate) => candidate.name);
  throw new UsageError(
    'no-training',
    `The strategy ${entry.name} uses no model. Strategies with a model: ${names.join(', ')}.`,
    { name },
  );
}

/** A model that its strategy would refuse is not left behind. */
function checkUse(entry: StrategyEntry, model: string, settings: Settings): void {
  try {
    entry.prepare({
      settings: { ...settings, model },
      parameters: readParameters(entry.name, entry.parameters, new Map()),
    });
  } catch (thrown) {
    rmSync(model);
    throw thrown;
  }
}

/** What was set for this kind of model; checked before anything is read. */
function parametersFor({ kind, parameters }: Trainer, { set }: Settings): ReadonlyMap<string, ParameterValue> {
  const own = parametersOf(set, kind);
  if (own.size < set.size) {
    const names = Object.keys(parameters).map((name) => `${kind}.${name}`);
    const has = names.length === 0 ? 'has no parameters' : `has the parameters ${names.join(', ')}`;
    throw new UsageError('unknown-parameter', `--set: a model of kind ${kind} ${has}.`);
  }
  readParameters(kind, parameters, own);
  return own;
}

/** Neither query nor seeds are needed: the pages are given. A crawl's pages are read as the crawl read them. */
async function settingsOf({ crawl, options: { out: _, ...options } }: TrainFlags): Promise<Settings> {
  const given = { query: 'pages', seed: 'http://pages.invalid/', ...(crawl && (await languageOfCrawl(crawl))) };
  return settingsFrom({ options: given, flags: options });
}

async function pagesOf(
  source: TrainingSource,
  settings: Settings,
  say: (text: () => string) => unknown,
): Promise<ReadSet> {
  try {
    const read = await readTrainingSet(source, settings, (done, total) =>
      say(() => `${count(done)} of ${counted(total, 'page')} read (${percent(done / total)})`),
    );
    if (read.set.pages.length > 0) return read;
    const [first] = read.missing;
    const why = first === undefined ? '' : `; the first is ${printable(first.name)}: ${printable(first.reason)}`;
    throw new UsageError('no-pages', `No page of ${count(source.total)} could be read${why}.`);
  } finally {
    source.close?.();
  }
}

function useOf({ name }: StrategyEntry, out: string, { language, stem }: Settings): string {
  const flags = [...(language === 'en' ? [] : ['--language', language]), ...(stem ? [] : ['--no-stem'])];
  return ['osprey crawl …', '--strategy', shellWord(name), '--model', shellWord(out), ...flags].join(' ');
}
