import type { Command } from 'commander';
import type { Finish } from '../../finish.js';

/** `osprey lab recall`. */
export function defineLabRecall(lab: Command, finish: Finish): void {
  lab
    .command('recall')
    .description('Estimate the recall of a crawl by comparing two crawls, or halves of its seeds.')
    .argument('<dir>', 'A crawl folder.')
    .argument('[other]', 'Another crawl of the same topic, with other seeds or another strategy.')
    .option('--splits <n>', 'Number of random splits of the seeds.', '20')
    .option('--random-seed <n>', 'Random seed of the splits.', '1')
    .option('--json', 'Print JSON.')
    .action(async (dir: string, other: string | undefined, flags: import('./run.js').LabRecallFlags) => {
      const { labRecallCommand } = await import('./run.js');
      finish(await labRecallCommand(dir, other, flags));
    });
}
