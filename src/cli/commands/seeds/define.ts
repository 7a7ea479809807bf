import type { Command } from 'commander';
import { addOptions, flagsOf } from '../../../config/flags.js';
import type { OptionKey } from '../../../config/options.js';
import type { Finish } from '../../finish.js';

/** Options of a crawl that decide where seeds come from and how they are fetched. */
const seedKeys: readonly OptionKey[] = [
  'genre',
  'language',
  'seed',
  'seeds',
  'sources',
  'sourceUrl',
  'sourceKey',
  'seedCount',
  'sitemap',
  'feed',
  'fromCrawl',
  'contact',
  'userAgent',
  'proxy',
  'resolve',
  'allowPrivate',
  'timeout',
  'retries',
];

/** `osprey seeds`. */
export function defineSeeds(osprey: Command, finish: Finish): void {
  addOptions(
    osprey
      .command('seeds')
      .description('Show the seeds a crawl would start from, with their sources and scores.')
      .argument('[query]', 'What the pages should be about; needed only to ask sources.')
      .option('--list', 'List the sources of seeds and what each needs.')
      .option('--count <n>', 'Same as --seed-count.')
      .option('--out <file>', 'Write the seeds to a file that you can edit and pass to --seeds.')
      .option('--json', 'Print JSON.'),
    seedKeys,
  )
    .addHelpText('after', () => examples)
    .action(async (query: string | undefined, flags: import('./run.js').SeedsFlags, command: Command) => {
      const { seedsCommand } = await import('./run.js');
      finish(await seedsCommand(query, flags, flagsOf(command)));
    });
}

const examples = `
Without seeds, Osprey asks every source that needs no key and every source whose key or URL you have given. Pages named by
several sources come first, then those with better ranks. Scores go from 0 to 1; a file of your own may use any.

Examples:
  osprey seeds "jaguar car"
  osprey seeds --list                                        # the sources, and which keys are set
  osprey seeds "jaguar car" --genre web,news,discussions     # also news and discussions
  osprey seeds "jaguar car" --source-url searxng=http://localhost:8888 --allow-private
  OSPREY_BRAVE_KEY=… osprey seeds "jaguar car" --sources brave,wikipedia --count 10
  osprey seeds --sitemap https://example.org/sitemap.xml     # the pages of a sitemap
  osprey seeds "jaguar car" --out seeds.txt                  # edit the file …
  osprey crawl "jaguar car" --seeds seeds.txt                # … and crawl from it`;
