import type { Command } from 'commander';
import { addOptions, flagsOf } from '../../config/flags.js';
import { exampleOptionKeys } from '../../crawl/examples/example-options.js';
import type { Finish } from './finish.js';

/** `osprey terms`. */
export function addTerms(osprey: Command, finish: Finish): void {
  addOptions(
    osprey
      .command('terms')
      .option('--genre <url-or-file...>', 'pages of the genre, whatever they are about')
      .option('--relevant <url-or-file...>', 'pages of the genre that are about the subject')
      .option('-g, --genre-count <n>', 'number of genre terms', '40')
      .option('-c, --content-count <n>', 'number of content terms', '40')
      .option('--out <file>', 'write to a file instead of standard output')
      .option('--json', 'as JSON, with how often each term occurs'),
    exampleOptionKeys,
  )
    .description('Find the terms of a genre and of a subject in example pages, as fields of a config file.')
    .addHelpText('after', () => termsExamples)
    .action(async (flags: import('../commands/terms/run.js').TermsFlags) => {
      const { termsCommand } = await import('../commands/terms/run.js');
      finish(await termsCommand(flags));
    });
}

/** `osprey train`. */
export function addTrain(osprey: Command, finish: Finish): void {
  addOptions(
    osprey
      .command('train')
      .description(
        'Learn from pages with labels what a strategy has to know; tells how well it does on pages it has not seen.',
      )
      .requiredOption('--for <strategy>', 'the strategy that will use the model')
      .option('--relevant <url-or-file...>', 'pages that are wanted: URLs, files or folders of files')
      .option('--other <url-or-file...>', 'pages that are not wanted')
      .option('--labels <file>', 'a list of URLs with labels (TSV, CSV, JSON lines); pages come from --web or --crawl')
      .option('--visits <file>', 'a recorded sequence of visits (url, label, order); pages come from --web or --crawl')
      .option('--taxonomy <dir>', 'a folder with a folder of HTML or text files for each class')
      .option('--crawl <dir>', 'a finished crawl: its judgements, or the pages for --labels and --visits')
      .option('--target <labels>', 'the labels or classes that are wanted, separated by commas (default: relevant)')
      .option('--folds <n>', 'parts of the cross-validation', '5')
      .option('--out <file>', 'where the model goes (default: STRATEGY.model.json)')
      .option('--json', 'as JSON')
      .option('--quiet', 'say nothing'),
    [...exampleOptionKeys, 'set', 'workers', 'randomSeed'],
  )
    .addHelpText('after', () => trainExamples)
    .action(async (flags: Omit<import('../commands/train/run.js').TrainFlags, 'options'>, command: Command) => {
      const { trainCommand } = await import('../commands/train/run.js');
      finish(await trainCommand({ ...flags, options: flagsOf(command) }));
    });
}

/** `osprey strategies`. */
export function addStrategies(osprey: Command, finish: Finish): void {
  osprey
    .command('strategies')
    .description('List all strategies, or show one with its parameters.')
    .argument('[name]', "a strategy's name, or the file of your own")
    .option('--json', 'as JSON')
    .action(async (name: string | undefined, flags: { json?: boolean }) => {
      const { strategiesCommand } = await import('../commands/strategies/run.js');
      finish(await strategiesCommand(name, flags));
    });
}

const termsExamples = `
Examples:
  osprey terms --genre syllabus1.html syllabus2.html --relevant https://example.edu/databases/syllabus.html > crawl.yaml
  osprey crawl --config crawl.yaml --strategy genre --seed https://example.edu/`;

const trainExamples = `
Examples:
  osprey train --for svm --relevant good/ --other bad/
  osprey train --for naive-bayes --taxonomy subjects/ --target music
  osprey train --for hmm --crawl crawls/jaguar-car
  osprey train --for multi-level --labels labels.tsv --web archive.warc.gz --target Science.Biology
  osprey crawl --strategy svm --model svm.model.json --seed https://example.org/`;
