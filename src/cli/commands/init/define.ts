import type { Command } from 'commander';
import type { Finish } from '../../finish.js';

/** `osprey init`. */
export function defineInit(osprey: Command, finish: Finish): void {
  osprey
    .command('init')
    .description('Ask what to crawl for, check the seeds, and write a commented crawl.yaml.')
    .argument('[file]', 'The file to write.', 'crawl.yaml')
    .option('--no-check', 'Do not fetch the seeds to check them.')
    .option('--allow-private', 'Allow private and loopback addresses, for intranets.')
    .option('--resolve <host=address...>', 'Connect to this address for a host; * is every other host.')
    .action(async (file: string, flags: import('./run.js').InitFlags) => {
      const { initCommand } = await import('./run.js');
      finish(await initCommand(file, flags));
    });
}
