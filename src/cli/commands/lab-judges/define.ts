import type { Command } from 'commander';
import { addOptions, flagsOf } from '../../../config/flags.js';
import type { Finish } from '../../finish.js';

/** `osprey lab judges`. */
export function defineLabJudges(lab: Command, finish: Finish): void {
  addOptions(
    lab
      .command('judges')
      .description('Rank every page of a recorded web for every topic by every judge, without crawling.')
      .option('--labels <file>', 'Labels given by people: URL and labels per line (TSV, CSV, JSON lines).')
      .option('--topics <file>', 'Topics: a YAML list. (default: every label with enough pages)')
      .option('--topic <id...>', 'Only these topics.')
      .option(
        '--judges <list>',
        'cosine, bm25, strategies, combinations (bm25&osprey).',
        'cosine,bm25,osprey,best-first',
      )
      .option('--baseline <name>', 'The judge that others are compared with.', 'bm25')
      .option('--examples <n>', 'Pages of each topic that are given as examples and not counted.', '0')
      .option('--out <dir>', 'Folder for the report. (default: a new one under labs)')
      .option('--json', 'Print JSON.')
      .option('--quiet', 'Print nothing but errors.'),
    ['web', 'language', 'stem', 'idf', 'followNofollow', 'randomSeed', 'workers'],
  )
    .addHelpText('after', () => examples)
    .action(async (flags: import('./run.js').LabJudgesFlags, command: Command) => {
      const { labJudgesCommand } = await import('./run.js');
      finish(await labJudgesCommand({ ...flags, options: flagsOf(command) }));
    });
}

const examples = `
Strategies take parameters, as in osprey+without=meaning. Half of the topics, chosen by a hash of their labels, are for
tuning; the report shows both halves separately.

Examples:
  osprey lab judges --web web.warc.gz --labels labels.tsv
  osprey lab judges --web web.warc.gz --labels labels.tsv --topics topics.yaml --judges bm25,osprey --examples 3`;
