import type { Command } from 'commander';
import { crawlArgument } from '../../crawl-argument.js';
import type { Finish } from '../../finish.js';

/** `osprey label`. */
export function defineLabel(osprey: Command, finish: Finish): void {
  osprey
    .command('label')
    .description('Mark pages as relevant or not; the crawl learns from it, even while it runs.')
    .argument('<dir>', crawlArgument)
    .argument('[words...]', 'URLs of visited pages, each group followed by yes or no.')
    .option('--from <file>', 'Read labels from a file (URL, tab, yes or no); - is standard input.')
    .option('--json', 'Print JSON.')
    .addHelpText('after', () => examples)
    .action(async (dir: string, words: string[], flags: import('./run.js').LabelFlags) => {
      const { labelCommand } = await import('./run.js');
      finish(await labelCommand(dir, words, flags));
    });
}

const examples = `
Labels are stored in labels.tsv in the crawl folder, together with those of "osprey lab label". The last label of a page
counts. A running crawl reads new labels every 25 pages, a stopped one when it is resumed; "osprey rejudge" applies them
to all pages. "osprey export --relevant" follows the labels whatever the strategy.

Examples:
  osprey label crawls/jaguar-car https://example.org/e-type yes
  osprey label crawls/jaguar-car https://example.org/zoo https://example.org/cats no https://example.org/xk120 yes
  osprey label crawls/jaguar-car --from judged.tsv
  osprey export crawls/jaguar-car --format urls | grep /zoo/ | sed 's/$/\\tno/' | osprey label crawls/jaguar-car --from -`;
