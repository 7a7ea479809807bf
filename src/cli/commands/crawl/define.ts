import type { Command } from 'commander';
import { addOptions, flagsOf } from '../../../config/flags.js';
import { optionKeys } from '../../../config/options.js';
import { addRunFlags, type RunOptions } from '../../add-run-flags.js';
import type { Finish } from '../../finish.js';

/** `osprey crawl`. */
export function defineCrawl(osprey: Command, finish: Finish): void {
  addRunFlags(
    addOptions(
      osprey.command('crawl').argument('[query]', 'What the pages should be about; "double quotes" make a phrase.'),
      optionKeys.filter((key) => key !== 'query'),
    ),
  )
    .description('Crawl for pages about a topic.')
    .option('--config <file>', 'Read options from a YAML file; flags override it.')
    .option('--serve', 'Show the crawl in the dashboard from its first page on; Ctrl-C ends that.')
    .addHelpText('after', () => examples)
    .action(
      async (query: string | undefined, flags: RunOptions & { config?: string; serve?: boolean }, command: Command) => {
        const { crawlCommand } = await import('./run.js');
        finish(await crawlCommand({ ...flagsOf(command), ...(query !== undefined && { query }) }, flags.config, flags));
      },
    );
}

const examples = `
Without seeds, Osprey asks search engines and other sources for them: see "osprey seeds --help".
docs/options.md describes every option in detail.

Examples:
  osprey crawl "jaguar car" --genre web,news,discussions,blogs     # one agent for each kind of seed
  osprey crawl "sourdough bread" --seed https://example.org/baking --max-pages 1000
  osprey crawl '"machine translation" evaluation' --seeds seeds.txt --domains example.edu --max-relevant 200
  osprey crawl "chemical elements" --seed http://some.host/page.html --web archive.warc.gz
  osprey crawl "databases" --genre course-syllabus --strategy genre --seed https://example.edu/
  osprey crawl --config crawl.yaml --max-time 10m`;
