import type { Command } from 'commander';
import { addOptions, flagsOf } from '../../../config/flags.js';
import type { OptionKey } from '../../../config/options.js';
import { topicKeys } from '../../../crawl/settled-keys.js';
import type { RunOptions } from '../../add-run-flags.js';
import { crawlArgument } from '../../crawl-argument.js';
import type { Finish } from '../../finish.js';

const judging: readonly OptionKey[] = [...topicKeys, 'queryLog', 'threshold', 'rawThreshold', 'workers', 'report'];

/** `osprey rejudge`. */
export function defineRejudge(osprey: Command, finish: Finish): void {
  addOptions(osprey.command('rejudge').argument('<dir>', crawlArgument).argument('[query]', 'A new query.'), judging)
    .description('Score the pages of a crawl again, with another query, threshold or examples, without fetching.')
    .option('--json', 'Print JSON.')
    .option('--quiet', 'Print nothing but errors.')
    .action(async (dir: string, query: string | undefined, flags: RunOptions, command: Command) => {
      const { rejudgeCommand } = await import('./run.js');
      finish(await rejudgeCommand(dir, { ...flagsOf(command), ...(query !== undefined && { query }) }, flags));
    });
}
