import type { Command } from 'commander';
import type { Finish } from './finish.js';

/** `osprey lab record`. */
export function addLabRecord(lab: Command, finish: Finish): void {
  lab
    .command('record')
    .description('Turn crawls into a recorded web that strategies can be compared on.')
    .argument('<dir...>', 'folders of crawls, of different strategies where it is to be fair to all')
    .requiredOption('--out <dir>', 'folder for the web: its archive, links, topics and labels')
    .option('--json', 'as JSON')
    .addHelpText('after', () => recordExamples)
    .action(async (dirs: string[], flags: import('../commands/lab-record/run.js').LabRecordFlags) => {
      const { labRecordCommand } = await import('../commands/lab-record/run.js');
      finish(await labRecordCommand(dirs, flags));
    });
}

/** `osprey lab label`. */
export function addLabLabel(lab: Command, finish: Finish): void {
  lab
    .command('label')
    .description(
      "Judge a random sample of a crawl's pages; tells the harvest by your judgement beside the crawl's own.",
    )
    .argument('<dir>', "the crawl's folder")
    .option('--sample <n>', 'how many pages to judge', '50')
    .option('--from <kind>', 'which pages: relevant (as the crawl judges), other, or all', 'relevant')
    .option('--random-seed <n>', 'start of the random order, for the first sample (default: 1)')
    .option('--report', 'show the figures only')
    .option('--json', 'figures as JSON')
    .addHelpText('after', () => labelExamples)
    .action(async (dir: string, flags: import('../commands/lab-label/run.js').LabLabelFlags) => {
      const { labLabelCommand } = await import('../commands/lab-label/run.js');
      finish(await labLabelCommand(dir, flags));
    });
}

/** `osprey lab recall`. */
export function addLabRecall(lab: Command, finish: Finish): void {
  lab
    .command('recall')
    .description(
      'Estimate how many relevant pages there are, and the share found, from two crawls or halves of the seeds.',
    )
    .argument('<dir>', "a crawl's folder")
    .argument('[other]', 'another crawl of the same topic, from other seeds or by another strategy')
    .option('--splits <n>', 'ways to halve the seeds of a single crawl', '20')
    .option('--random-seed <n>', 'start of the random numbers that halve them', '1')
    .option('--json', 'as JSON')
    .action(
      async (dir: string, other: string | undefined, flags: import('../commands/lab-recall/run.js').LabRecallFlags) => {
        const { labRecallCommand } = await import('../commands/lab-recall/run.js');
        finish(await labRecallCommand(dir, other, flags));
      },
    );
}

const recordExamples = `
Examples:
  osprey crawl "jaguar car" --seed https://example.org/cars --strategy breadth-first --out crawls/broad
  osprey lab record crawls/broad crawls/jaguar-car --out webs/jaguar
  osprey lab --web webs/jaguar/web.warc.gz --topics webs/jaguar/topics.yaml --labels webs/jaguar/labels.tsv`;

const labelExamples = `
Keys: y relevant, n not, ? not sure, o more text, b back, q quit (the next time goes on from there).
Where keys are piped in, each is a line of its own.

Examples:
  osprey lab label crawls/jaguar-car --from all --sample 100
  osprey lab label crawls/jaguar-car --report --json
  osprey train --for naive-bayes --labels crawls/jaguar-car/labels.tsv --crawl crawls/jaguar-car`;
