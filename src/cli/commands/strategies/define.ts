import type { Command } from 'commander';
import type { Finish } from '../../finish.js';

/** `osprey strategies`. */
export function defineStrategies(osprey: Command, finish: Finish): void {
  osprey
    .command('strategies')
    .description('List the strategies, or show one with its parameters.')
    .argument('[name]', 'Name of a strategy, or the file of your own.')
    .option('--json', 'Print JSON.')
    .action(async (name: string | undefined, flags: { json?: boolean }) => {
      const { strategiesCommand } = await import('./run.js');
      finish(await strategiesCommand(name, flags));
    });
}
