import type { Command } from 'commander';
import { crawlArgument } from '../../crawl-argument.js';
import type { Finish } from '../../finish.js';

/** `osprey status`. */
export function defineStatus(osprey: Command, finish: Finish): void {
  osprey
    .command('status')
    .description('Show the state of a crawl, even while it runs.')
    .argument('<dir>', crawlArgument)
    .option('--json', 'Print JSON.')
    .action(async (dir: string, flags: { json?: boolean }) => {
      const { statusCommand } = await import('./run.js');
      finish(await statusCommand(dir, flags));
    });
}
