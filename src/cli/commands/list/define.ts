import type { Command } from 'commander';
import type { Finish } from '../../finish.js';

/** `osprey list`. */
export function defineList(osprey: Command, finish: Finish): void {
  osprey
    .command('list')
    .description('List the crawls in a folder: topic, state, pages, size.')
    .argument('[dir]', 'The folder that holds crawl folders.', 'crawls')
    .option('--json', 'Print JSON, one crawl per line.')
    .action(async (dir: string, flags: { json?: boolean }, command: Command) => {
      const { listCommand } = await import('./run.js');
      finish(await listCommand(dir, command.args.length > 0, flags));
    });
}
