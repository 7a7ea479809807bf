import type { Command } from 'commander';
import { crawlArgument } from '../../crawl-argument.js';
import type { Finish } from '../../finish.js';

/** `osprey report`. */
export function defineReport(osprey: Command, finish: Finish): void {
  osprey
    .command('report')
    .description('Write the report of a crawl, one HTML file: ranked pages, harvest, hosts, what was skipped.')
    .argument('<dir>', crawlArgument)
    .option('--out <file>', 'Write to this file instead of report.html in the crawl folder.')
    .option('--open', 'Open it in the browser.')
    .option('--json', 'Print JSON.')
    .addHelpText('after', () => examples)
    .action(async (dir: string, flags: import('./run.js').ReportFlags) => {
      const { reportCommand } = await import('./run.js');
      finish(await reportCommand(dir, flags));
    });
}

const examples = `
Every crawl ends with a report; --no-report leaves it out. It needs no network and nothing beside the file.

Examples:
  osprey report crawls/jaguar-car --open
  osprey report crawls/jaguar-car --out jaguars.html`;
