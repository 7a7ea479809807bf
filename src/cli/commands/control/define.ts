import type { Command } from 'commander';
import { addOptions, flagsOf } from '../../../config/flags.js';
import { steerableKeys } from '../../../crawl/control/steerable-keys.js';
import { crawlArgument } from '../../crawl-argument.js';
import type { Finish } from '../../finish.js';

/** `osprey control`. */
export function defineControl(osprey: Command, finish: Finish): void {
  addOptions(
    osprey
      .command('control')
      .description(
        'Steer a running crawl: pause, resume, stop, add seeds, block hosts, change budgets, scope and pace.',
      )
      .argument('<dir>', crawlArgument)
      .argument('<action>', 'pause, resume, stop, seed, block, set or log.')
      .argument('[values...]', 'URLs for seed; hosts or URL patterns for block.')
      .option('--by <name>', 'Who gives the command (default: your user name).')
      .option('--no-wait', 'Do not wait until the crawl has applied the command.')
      .option('--json', 'Print JSON.'),
    steerableKeys,
  )
    .addHelpText('after', () => examples)
    .action(
      async (
        dir: string,
        action: string,
        values: string[],
        flags: import('./run.js').ControlFlags,
        command: Command,
      ) => {
        const { controlCommand } = await import('./run.js');
        finish(await controlCommand(dir, action, values, flagsOf(command), flags));
      },
    );
}

const examples = `
A command is kept in the crawl folder and applied within about a second. Seeds, blocked hosts and changed options hold
for later runs too, even if the crawl is killed right after. If the crawl is not running, they are applied when it is
resumed; pause, resume and stop need a running crawl. "set" replaces a list, "block" adds to one. A paused crawl sends no
requests, and its time budget stands still. "osprey resume" continues a crawl that was killed while it was paused.

Examples:
  osprey control crawls/jaguar-car pause
  osprey control crawls/jaguar-car resume
  osprey control crawls/jaguar-car seed https://example.org/e-type https://example.org/xk120
  osprey control crawls/jaguar-car block ads.example.com 'https://example.org/forum/**'
  osprey control crawls/jaguar-car set --max-pages 5000 --delay 2s --max-per-host 500
  osprey control crawls/jaguar-car stop --by "night shift"
  osprey control crawls/jaguar-car log        # who gave which command, and what came of it`;
