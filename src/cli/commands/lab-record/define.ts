import type { Command } from 'commander';
import type { Finish } from '../../finish.js';

/** `osprey lab record`. */
export function defineLabRecord(lab: Command, finish: Finish): void {
  lab
    .command('record')
    .description('Turn crawls into a recorded web on which strategies can be compared.')
    .argument('<dir...>', 'Crawl folders; use several strategies for a fair comparison.')
    .requiredOption('--out <dir>', 'Folder for the web: archive, links, topics and labels.')
    .option('--json', 'Print JSON.')
    .addHelpText('after', () => examples)
    .action(async (dirs: string[], flags: import('./run.js').LabRecordFlags) => {
      const { labRecordCommand } = await import('./run.js');
      finish(await labRecordCommand(dirs, flags));
    });
}

const examples = `
Examples:
  osprey crawl "jaguar car" --seed https://example.org/cars --strategy breadth-first --out crawls/broad
  osprey lab record crawls/broad crawls/jaguar-car --out webs/jaguar
  osprey lab --web webs/jaguar/web.warc.gz --topics webs/jaguar/topics.yaml --labels webs/jaguar/labels.tsv`;
