import type { Command } from 'commander';
import { addOptions, flagsOf } from '../../../config/flags.js';
import { optionKeys } from '../../../config/options.js';
import { settledKeys } from '../../../crawl/settled-keys.js';
import { addRunFlags, type RunOptions } from '../../add-run-flags.js';
import { crawlArgument } from '../../crawl-argument.js';
import type { Finish } from '../../finish.js';

/** `osprey resume`. */
export function defineResume(osprey: Command, finish: Finish): void {
  const resume = addOptions(
    osprey.command('resume').argument('<dir>', crawlArgument),
    optionKeys.filter((key) => key !== 'query' && !settledKeys.includes(key)),
  );
  // Settled options are accepted but hidden: "cannot be changed" is a better error than "unknown option", and the file
  // of a strategy has to be named again.
  addRunFlags(addOptions(resume, settledKeys, { hidden: true }))
    .description('Continue a crawl, with its old settings or new budgets, seeds and scope.')
    .option('--keep-paused', 'Leave a paused crawl paused, until "osprey control DIR resume".')
    .addHelpText('after', '\nPage budgets count from the start of the crawl; --max-time counts from now.')
    .action(async (dir: string, flags: RunOptions & { keepPaused?: boolean }, command: Command) => {
      const { resumeCommand } = await import('./run.js');
      finish(await resumeCommand(dir, flagsOf(command), flags));
    });
}
