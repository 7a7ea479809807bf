import type { Command } from 'commander';
import { crawlArgument } from '../../crawl-argument.js';
import type { Finish } from '../../finish.js';

/** `osprey search`. */
export function defineSearch(osprey: Command, finish: Finish): void {
  osprey
    .command('search')
    .description('Search the pages of a crawl, even while it runs.')
    .argument('<dir>', crawlArgument)
    .argument('<query>', 'Words; "double quotes" make a phrase, a minus before a word excludes it.')
    .option('--limit <n>', 'Number of results.', '10')
    .option('--relevant', 'Only relevant pages.')
    .option('--min-relevance <x>', 'Only pages with at least this relevance (0–1).')
    .option('--export-noindex', 'Include pages that ask not to be indexed.')
    .option('--json', 'Print JSON lines.')
    .option('--no-log', 'Do not log the query in queries.jsonl, which the strategy query-log reads.')
    .addHelpText('after', () => examples)
    .action(async (dir: string, query: string, flags: import('./run.js').SearchFlags) => {
      const { searchCommand } = await import('./run.js');
      finish(await searchCommand(dir, query, flags));
    });
}

const examples = `
Examples:
  osprey search crawls/jaguar-car '"e-type" engine -toy'
  osprey search crawls/jaguar-car -- '-toy car'        # a query that begins with a minus
  osprey search crawls/jaguar-car engine --relevant --json`;
