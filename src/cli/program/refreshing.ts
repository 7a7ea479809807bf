import type { Command } from 'commander';
import type { Finish } from './finish.js';

/** `osprey refresh`. */
export function addRefresh(osprey: Command, finish: Finish): void {
  osprey
    .command('refresh')
    .description('Visit pages of a crawl again and tell what is new, changed and gone.')
    .argument('<dir>', "the crawl's folder")
    .option(
      '--max-pages <n>',
      'pages to visit again at most: those that are relevant and likely to have changed',
      'none',
    )
    .option('--older-than <time>', 'only pages that were last looked at so long ago', '1d')
    .option('--min-relevance <x>', 'only pages of this relevance, 0 to 1', '0')
    .option('--new-pages <n>', 'new pages to visit after that, 0 for none', '100')
    .option('--max-time <time>', 'stop after this time', 'none')
    .option(
      '--strategy <file>',
      "the file of the crawl's strategy, if it is your own: it is code, so it has to be named again",
    )
    .option('--dry-run', 'show which pages would be visited again, and change nothing')
    .option('--json', 'events as JSON lines on standard output, for scripts')
    .option('--quiet', 'say nothing')
    .addHelpText('after', () => refreshExamples)
    .action(async (dir: string, flags: import('../commands/refresh/run.js').RefreshFlags, command: Command) => {
      const { refreshCommand } = await import('../commands/refresh/run.js');
      const given = command.options.filter((option) => command.getOptionValueSource(option.attributeName()) === 'cli');
      const chosenBy = given.flatMap(({ long }) => (long && choosing.has(long) ? [long] : []));
      finish(await refreshCommand(dir, flags, chosenBy));
    });
}

/** Options that say which pages are visited again. */
const choosing: ReadonlySet<string> = new Set(['--max-pages', '--older-than', '--min-relevance']);

const refreshExamples = `
Servers are asked for what has changed since (ETag, Last-Modified), so that a page which has not costs next to nothing. All versions
stay in the archive; exports, search and the ranked list have the last one. A refresh that was stopped goes on when it is run again.

Examples:
  osprey refresh crawls/jaguar-car --dry-run
  osprey refresh crawls/jaguar-car --max-pages 500 --older-than 7d
  osprey refresh crawls/jaguar-car --min-relevance 0.5 --new-pages 0`;
