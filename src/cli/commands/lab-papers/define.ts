import type { Command } from 'commander';
import { addOptions, flagsOf } from '../../../config/flags.js';
import type { Finish } from '../../finish.js';

/** `osprey lab papers`. */
export function defineLabPapers(lab: Command, finish: Finish): void {
  addOptions(
    lab
      .command('papers')
      .description('Repeat the experiments of five papers on a recorded web, with their figures beside ours.')
      .argument('[experiments...]', 'Papers (such as pappas-2012), "agents" or experiment ids; all by default.')
      .option('--labels <file>', 'Labels given by people: URL and labels per line (TSV, CSV, JSON lines).')
      .option('--topics <file>', 'Topics: a YAML list with query, relevant labels, seeds and examples.')
      .option('--budget <n>', "Pages per crawl. (default: the paper's number, at most a tenth of the web)")
      .option('--repeat <n>', 'Sets of seeds per topic and kind. (default: enough for nine tasks of each kind)')
      .option('--most-topics <n>', 'Use only the first n topics.', '10')
      .option('--split <share>', 'Share of the labelled pages used for training.', '0.2')
      .option('--runs <file>', 'Keep every crawl in this file, and repeat none that it has, whatever build made it.')
      .option('--out <dir>', 'Folder for the report. (default: a new one under labs)')
      .option('--json', 'Print JSON.')
      .option('--quiet', 'Print nothing but errors.'),
    ['web', 'language', 'stem', 'randomSeed', 'workers'],
  )
    .addHelpText('after', () => examples)
    .action(async (names: string[], flags: import('./run.js').LabPapersFlags, command: Command) => {
      const { labPapersCommand } = await import('./run.js');
      finish(await labPapersCommand(names, { ...flags, options: flagsOf(command) }));
    });
}

const examples = `
Examples:
  osprey lab papers --web web.warc.gz --labels labels.tsv --topics topics.yaml
  osprey lab papers de-assis-2009 --web web.warc.gz --labels labels.tsv --topics topics.yaml --repeat 5`;
