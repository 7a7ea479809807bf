import type { Command } from 'commander';
import { crawlArgument } from '../../crawl-argument.js';
import type { Finish } from '../../finish.js';

/** `osprey refresh`. */
export function defineRefresh(osprey: Command, finish: Finish): void {
  osprey
    .command('refresh')
    .description('Revisit pages of a crawl and report what is new, changed and gone.')
    .argument('<dir>', crawlArgument)
    .option('--max-pages <n>', 'Most pages to revisit; relevant pages that change often come first.', 'none')
    .option('--older-than <time>', 'Only pages last checked at least this long ago.', '1d')
    .option('--min-relevance <x>', 'Only pages with at least this relevance (0–1).', '0')
    .option('--new-pages <n>', 'Most new pages to visit afterwards.', '100')
    .option('--max-time <time>', 'Stop after this time.', 'none')
    .option('--strategy <file>', 'The file of your own strategy, if the crawl uses one.')
    .option('--cookies <cookies.txt>', 'Cookies to send, as for the crawl.')
    .option('--browser <path>', 'Chromium to render pages with, if the crawl does.')
    .option('--dry-run', 'List the pages that would be revisited, and change nothing.')
    .option('--no-report', 'Do not write report.html when the refresh ends.')
    .option('--json', 'Print events as JSON lines on standard output.')
    .option('--quiet', 'Print nothing but errors.')
    .option('--notify <url>', 'Webhook to send new and changed relevant pages to when the refresh ends.')
    .addHelpText('after', () => examples)
    .action(async (dir: string, flags: import('./run.js').RefreshFlags, command: Command) => {
      const { refreshCommand } = await import('./run.js');
      const given = command.options.filter((option) => command.getOptionValueSource(option.attributeName()) === 'cli');
      const chosenBy = given.flatMap(({ long }) => (long && choosing.has(long) ? [long] : []));
      finish(await refreshCommand(dir, flags, chosenBy));
    });
}

/** Options that decide which pages are revisited. */
const choosing: ReadonlySet<string> = new Set(['--max-pages', '--older-than', '--min-relevance']);

const examples = `
Requests are conditional (ETag, Last-Modified), so an unchanged page costs next to nothing. The archive keeps all
versions; exports, search and the ranked list show the latest. To continue an interrupted refresh, run it again.

Examples:
  osprey refresh crawls/jaguar-car --dry-run
  osprey refresh crawls/jaguar-car --max-pages 500 --older-than 7d
  osprey refresh crawls/jaguar-car --min-relevance 0.5 --new-pages 0`;
