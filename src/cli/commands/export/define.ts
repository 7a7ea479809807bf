import type { Command } from 'commander';
import { formatTable } from '../../../export/formats.js';
import { chunkFields, fieldTable } from '../../../export/page-fields.js';
import { crawlArgument } from '../../crawl-argument.js';
import type { Finish } from '../../finish.js';

/** `osprey export`. */
export function defineExport(osprey: Command, finish: Finish): void {
  osprey
    .command('export')
    .description('Export pages as JSONL, CSV, Parquet, Markdown, WARC, WACZ, feeds and more.')
    .argument('<dir>', crawlArgument)
    .requiredOption('--format <name>', 'Output format, see below.')
    .option('--relevant', 'Only relevant pages; your labels override the judgement of the crawl.')
    .option('--min-relevance <x>', 'Only pages with at least this relevance (0–1).')
    .option('--ranked', 'Sort by relevance instead of by visit.')
    .option('--limit <n>', 'At most this many pages.')
    .option('--all', 'Include visits that are not pages: redirects, refusals, failures.')
    .option('--fields <names>', 'Fields of each page, separated by commas; "all" for every one (see below).')
    .option('--text', 'Include the main text of each page: the field text.')
    .option('--markdown', 'Include the main content as Markdown: the field markdown.')
    .option('--no-links', 'Leave out where links lead, in Markdown.')
    .option('--images', 'Include images with their descriptions, in Markdown.')
    .option('--chunks <n>', 'Cut pages into chunks of at most this many characters, one record each.')
    .option('--overlap <n>', 'Characters that a chunk repeats of the one before. (default: a tenth of --chunks)')
    .option('--export-noindex', 'Include pages that ask not to be indexed.')
    .option('--respect-reservations', 'Leave out pages that are reserved against text and data mining.')
    .option('--no-respect-reservations', 'Include them, whatever the crawl was asked for.')
    .option('--out <file>', 'Write to a file, or for markdown to a folder with one file per page.')
    .addHelpText('after', formatsAndFields)
    .action(async (dir: string, flags: import('./run.js').ExportFlags) => {
      const { exportCommand } = await import('./run.js');
      finish(await exportCommand(dir, flags));
    });
}

function formatsAndFields(): string {
  const row = ([name, help]: readonly [string, string]) => `  ${name.padEnd(13)}${help}`;
  const formats = Object.entries(formatTable).map(([name, { help }]) => row([name, help]));
  const fields = Object.entries(fieldTable).map(([name, { help, needsArchive }]) =>
    row([name, needsArchive ? `${help} *` : help]),
  );
  const chunks = Object.entries(chunkFields).map(row);
  return `
Formats:
${formats.join('\n')}

Fields of jsonl, csv, parquet and opensearch (* only if named by --fields, --text or --markdown):
${fields.join('\n')}

With --chunks each record also has:
${chunks.join('\n')}

Examples:
  osprey export crawls/jaguar-car --format csv --relevant --ranked --out jaguars.csv
  osprey export crawls/jaguar-car --format jsonl --relevant --fields url,title,markdown > pages.jsonl
  osprey export crawls/jaguar-car --format jsonl --relevant --chunks 1500 > chunks.jsonl
  osprey export crawls/jaguar-car --format parquet --text --out pages.parquet
  osprey export crawls/jaguar-car --format md --out pages/
  osprey export crawls/jaguar-car --format wacz --out jaguars.wacz`;
}
