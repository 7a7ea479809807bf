import type { Command } from 'commander';
import { addOptions, flagsOf } from '../../../config/flags.js';
import { exampleOptionKeys } from '../../../crawl/examples/example-options.js';
import type { Finish } from '../../finish.js';

/** `osprey train`. */
export function defineTrain(osprey: Command, finish: Finish): void {
  addOptions(
    osprey
      .command('train')
      .description('Train a model for a strategy on labelled pages, and cross-validate it.')
      .requiredOption('--for <strategy>', 'The strategy that will use the model.')
      .option('--relevant <url-or-file...>', 'Relevant pages: URLs, files or folders of files.')
      .option('--other <url-or-file...>', 'Pages that are not relevant.')
      .option('--labels <file>', 'URLs with labels (TSV, CSV, JSON lines), of pages in --web or --crawl.')
      .option('--visits <file>', 'A recorded sequence of visits (url, label, order), of pages in --web or --crawl.')
      .option('--taxonomy <dir>', 'A folder with one folder of HTML or text files per class.')
      .option('--crawl <dir>', 'A finished crawl: its judgements, or the pages for --labels and --visits.')
      .option('--target <labels>', 'Labels or classes that are relevant, separated by commas. (default: relevant)')
      .option('--folds <n>', 'Folds of the cross-validation.', '5')
      .option('--out <file>', 'File for the model. (default: STRATEGY.model.json)')
      .option('--json', 'Print JSON.')
      .option('--quiet', 'Print nothing but errors.'),
    [...exampleOptionKeys, 'set', 'workers', 'randomSeed'],
  )
    .addHelpText('after', () => examples)
    .action(async (flags: Omit<import('./run.js').TrainFlags, 'options'>, command: Command) => {
      const { trainCommand } = await import('./run.js');
      finish(await trainCommand({ ...flags, options: flagsOf(command) }));
    });
}

const examples = `
Examples:
  osprey train --for svm --relevant good/ --other bad/
  osprey train --for naive-bayes --taxonomy subjects/ --target music
  osprey train --for hmm --crawl crawls/jaguar-car
  osprey train --for multi-level --labels labels.tsv --web archive.warc.gz --target Science.Biology
  osprey crawl --strategy svm --model svm.model.json --seed https://example.org/`;
