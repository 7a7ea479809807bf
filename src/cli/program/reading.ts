import type { Command } from 'commander';
import type { Finish } from './finish.js';

/** `osprey status`. */
export function addStatus(osprey: Command, finish: Finish): void {
  osprey
    .command('status')
    .description('Show where a crawl stands, also while it runs.')
    .argument('<dir>', "the crawl's folder")
    .option('--json', 'as JSON')
    .action(async (dir: string, flags: { json?: boolean }) => {
      const { statusCommand } = await import('../commands/status/run.js');
      finish(await statusCommand(dir, flags));
    });
}

/** `osprey why`. */
export function addWhy(osprey: Command, finish: Finish): void {
  osprey
    .command('why')
    .description('Explain a URL: the path to it, each score with its parts, or the rule that kept it out.')
    .argument('<dir>', "the crawl's folder")
    .argument('<url>', 'a URL, visited or not')
    .option(
      '--strategy <file>',
      "your own strategy's file, which is code: without it, the parts of its scores are not explained",
    )
    .option('--json', 'as JSON')
    .action(async (dir: string, url: string, flags: { json?: boolean; strategy?: string }) => {
      const { whyCommand } = await import('../commands/why/run.js');
      finish(await whyCommand(dir, url, flags));
    });
}

/** `osprey export`. */
export function addExport(osprey: Command, finish: Finish): void {
  osprey
    .command('export')
    .description('Write the visited pages in a format people use.')
    .argument('<dir>', "the crawl's folder")
    .requiredOption('--format <name>', 'jsonl, csv, warc, urls or markdown')
    .option('--relevant', 'only relevant pages; where a person has judged a page, what they said counts')
    .option('--min-relevance <x>', 'only pages with at least this relevance, from 0 to 1')
    .option('--ranked', 'the most relevant first, instead of in order of visit')
    .option('--all', 'also visits that are not pages: redirects, refusals, failures')
    .option('--text', 'with the main text of each page (jsonl)')
    .option('--export-noindex', 'also pages that ask not to be indexed')
    .option('--out <file>', 'write to a file instead of standard output; for markdown also a folder, one file a page')
    .action(async (dir: string, flags: import('../commands/export/run.js').ExportFlags) => {
      const { exportCommand } = await import('../commands/export/run.js');
      finish(await exportCommand(dir, flags));
    });
}

/** `osprey search`. */
export function addSearch(osprey: Command, finish: Finish): void {
  osprey
    .command('search')
    .description('Search the pages of a crawl, also while it runs.')
    .argument('<dir>', "the crawl's folder")
    .argument('<query>', 'words; "double quotes" keep words together, a minus before a word leaves its pages out')
    .option('--limit <n>', 'how many pages to show', '10')
    .option('--relevant', 'only relevant pages')
    .option('--min-relevance <x>', 'only pages with at least this relevance, from 0 to 1')
    .option('--export-noindex', 'also pages that ask not to be indexed')
    .option('--json', 'as JSON lines')
    .option('--no-log', 'do not note the query in queries.jsonl, which the strategy query-log reads')
    .addHelpText('after', () => searchExamples)
    .action(async (dir: string, query: string, flags: import('../commands/search/run.js').SearchFlags) => {
      const { searchCommand } = await import('../commands/search/run.js');
      finish(await searchCommand(dir, query, flags));
    });
}

const searchExamples = `
Examples:
  osprey search crawls/jaguar-car '"e-type" engine -toy'
  osprey search crawls/jaguar-car -- '-toy car'        # a query that begins with a minus
  osprey search crawls/jaguar-car engine --relevant --json`;
