import type { Command } from 'commander';
import { addOptions, flagsOf } from '../../config/flags.js';
import type { Finish } from './finish.js';

/** `osprey lab papers`. */
export function addLabPapers(lab: Command, finish: Finish): void {
  addOptions(
    lab
      .command('papers')
      .description('Do the experiments of the five papers again on a recorded web, their figures beside ours.')
      .argument('[experiments...]', 'papers (000 to 004), agents, or single experiments by their ids; all when absent')
      .option('--labels <file>', 'labels by people: lines of a URL and labels (TSV, CSV, JSON lines)')
      .option('--topics <file>', 'what to look for: a YAML list of topics with query, relevant labels, seeds, examples')
      .option('--budget <n>', "pages of a crawl (default: the paper's number, at most a tenth of the web)")
      .option('--repeat <n>', 'sets of seeds a topic and kind (default: enough for nine tasks of each kind)')
      .option('--most-topics <n>', 'use so many of the topics, the first ones', '10')
      .option('--split <share>', 'share of the labelled pages that strategies are trained with', '0.2')
      .option('--out <dir>', 'folder of the report (default: a new one under labs)')
      .option('--json', 'as JSON')
      .option('--quiet', 'say nothing'),
    ['web', 'language', 'stem', 'randomSeed', 'workers'],
  )
    .addHelpText('after', () => papersExamples)
    .action(
      async (names: string[], flags: import('../commands/lab-papers/run.js').LabPapersFlags, command: Command) => {
        const { labPapersCommand } = await import('../commands/lab-papers/run.js');
        finish(await labPapersCommand(names, { ...flags, options: flagsOf(command) }));
      },
    );
}

const papersExamples = `
Examples:
  osprey lab papers --web web.warc.gz --labels labels.tsv --topics topics.yaml
  osprey lab papers 002 --web web.warc.gz --labels labels.tsv --topics topics.yaml --repeat 5`;
