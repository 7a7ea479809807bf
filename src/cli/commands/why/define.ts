import type { Command } from 'commander';
import { crawlArgument } from '../../crawl-argument.js';
import type { Finish } from '../../finish.js';

/** `osprey why`. */
export function defineWhy(osprey: Command, finish: Finish): void {
  osprey
    .command('why')
    .description('Explain a URL: the path to it, its scores and their parts, or the rule that excluded it.')
    .argument('<dir>', crawlArgument)
    .argument('<url>', 'A URL, visited or not.')
    .option('--strategy <file>', 'The file of your own strategy, needed to explain its scores.')
    .option('--json', 'Print JSON.')
    .action(async (dir: string, url: string, flags: { json?: boolean; strategy?: string }) => {
      const { whyCommand } = await import('./run.js');
      finish(await whyCommand(dir, url, flags));
    });
}
