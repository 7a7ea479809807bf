import type { Command } from 'commander';
import { addOptions, flagsOf } from '../../../config/flags.js';
import type { OptionKey } from '../../../config/options.js';
import { addRunFlags, type RunOptions } from '../../add-run-flags.js';
import type { Finish } from '../../finish.js';

/** What each machine may have of its own. */
const ownKeys: readonly OptionKey[] = [
  'name',
  'requests',
  'workers',
  'metrics',
  'allowPrivate',
  'proxy',
  'header',
  'cookies',
  'browser',
];

/** `osprey worker`. */
export function defineWorker(osprey: Command, finish: Finish): void {
  addRunFlags(
    addOptions(
      osprey.command('worker').argument('<address>', 'postgres://user@host/database, with #name or --name.'),
      ownKeys,
    ),
  )
    .description('Work on a crawl in a database, together with other workers.')
    .addHelpText(
      'after',
      '\nStart the crawl with "osprey crawl --store". Ctrl-C or SIGTERM leaves it to the other workers, or to the next one.',
    )
    .action(async (address: string, flags: RunOptions, command: Command) => {
      const { workerCommand } = await import('./run.js');
      finish(await workerCommand(address, flagsOf(command), flags));
    });
}
