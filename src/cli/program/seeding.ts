import type { Command } from 'commander';
import { addOptions, flagsOf } from '../../config/flags.js';
import type { OptionKey } from '../../config/options.js';
import type { Finish } from './finish.js';

/** Options of a crawl that say where seeds come from and how to get there. */
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
export function addSeeds(osprey: Command, finish: Finish): void {
  addOptions(
    osprey
      .command('seeds')
      .description('Show which pages a crawl would start from, who named them and with which score.')
      .argument('[query]', 'what the pages should be about; not needed where no source is asked')
      .option('--list', 'list the sources of seeds, with what each of them needs')
      .option('--count <n>', 'short for --seed-count')
      .option('--out <file>', 'write the seeds to a file to be edited, which --seeds reads')
      .option('--json', 'as JSON'),
    seedKeys,
  )
    .addHelpText('after', () => seedsExamples)
    .action(
      async (query: string | undefined, flags: import('../commands/seeds/run.js').SeedsFlags, command: Command) => {
        const { seedsCommand } = await import('../commands/seeds/run.js');
        finish(await seedsCommand(query, flags, flagsOf(command)));
      },
    );
}

const seedsExamples = `
Where no seeds are given, all sources are asked that need no key, and those whose key or URL you have given. Pages that more
sources agree on come first, then those with better places. Scores go from 0 to 1; in a file you may give any.

Examples:
  osprey seeds "jaguar car"
  osprey seeds --list                                        # who can be asked, and which keys are set
  osprey seeds "jaguar car" --genre web,news,discussions     # also news and discussions
  osprey seeds "jaguar car" --source-url searxng=http://localhost:8888 --allow-private
  OSPREY_BRAVE_KEY=… osprey seeds "jaguar car" --sources brave,wikipedia --count 10
  osprey seeds --sitemap https://example.org/sitemap.xml     # the pages of a list
  osprey seeds "jaguar car" --out seeds.txt                  # then edit scores, lines, genres …
  osprey crawl "jaguar car" --seeds seeds.txt                # … and start from what is left`;
