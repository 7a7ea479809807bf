import type { Command } from 'commander';
import { addOptions } from '../../../config/flags.js';
import { exampleOptionKeys } from '../../../crawl/examples/example-options.js';
import type { Finish } from '../../finish.js';

/** `osprey terms`. */
export function defineTerms(osprey: Command, finish: Finish): void {
  addOptions(
    osprey
      .command('terms')
      .option('--genre <url-or-file...>', 'Pages of the genre, on any subject.')
      .option('--relevant <url-or-file...>', 'Pages of the genre on the subject.')
      .option('--from-crawl <dir>', 'Suggest terms to add, to drop and to exclude (--not) from the pages of a crawl.')
      .option('-g, --genre-count <n>', 'Number of genre terms.', '40')
      .option('-c, --content-count <n>', 'Number of content terms.', '40')
      .option('--out <file>', 'Write to a file instead of standard output.')
      .option('--json', 'Print JSON, with the frequency of each term.'),
    exampleOptionKeys,
  )
    .description('Extract the terms of a genre and of a subject from example pages, as config fields.')
    .addHelpText('after', () => examples)
    .action(async (flags: import('./run.js').TermsFlags) => {
      const { termsCommand } = await import('./run.js');
      finish(await termsCommand(flags));
    });
}

const examples = `
Examples:
  osprey terms --genre syllabus1.html syllabus2.html --relevant https://example.edu/databases/syllabus.html > crawl.yaml
  osprey crawl --config crawl.yaml --strategy genre --seed https://example.edu/
  osprey terms --from-crawl crawls/jaguar`;
