import type { Command } from 'commander';
import type { Finish } from '../../finish.js';

/** `osprey lab label`. */
export function defineLabLabel(lab: Command, finish: Finish): void {
  lab
    .command('label')
    .description("Judge a random sample of a crawl's pages and compare the crawl's harvest with yours.")
    .argument('<dir>', 'The crawl folder.')
    .option('--sample <n>', 'Number of pages to judge.', '50')
    .option('--from <kind>', 'Pages to sample: relevant (as the crawl judges), other or all.', 'relevant')
    .option('--random-seed <n>', 'Random seed of the sample, when it is first drawn. (default: 1)')
    .option('--report', 'Only show the figures.')
    .option('--json', 'Print the figures as JSON.')
    .addHelpText('after', () => examples)
    .action(async (dir: string, flags: import('./run.js').LabLabelFlags) => {
      const { labLabelCommand } = await import('./run.js');
      finish(await labLabelCommand(dir, flags));
    });
}

const examples = `
Keys: y relevant, n not relevant, ? not sure, o more text, b back, q quit. The next session continues where you quit.
Keys can also be piped in, one per line.

Examples:
  osprey lab label crawls/jaguar-car --from all --sample 100
  osprey lab label crawls/jaguar-car --report --json
  osprey train --for naive-bayes --labels crawls/jaguar-car/labels.tsv --crawl crawls/jaguar-car`;
