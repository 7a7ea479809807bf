import type { Command } from 'commander';
import type { Finish } from '../../finish.js';

/** `osprey export`. */
export function defineExport(osprey: Command, finish: Finish): void {
  osprey
    .command('export')
    .description('Export pages as JSONL, CSV, WARC, URLs or Markdown.')
    .argument('<dir>', 'The crawl folder.')
    .requiredOption('--format <name>', 'Output format: jsonl, csv, warc, urls or markdown.')
    .option('--relevant', 'Only relevant pages; your labels override the judgement of the crawl.')
    .option('--min-relevance <x>', 'Only pages with at least this relevance (0–1).')
    .option('--ranked', 'Sort by relevance instead of by visit.')
    .option('--all', 'Include visits that are not pages: redirects, refusals, failures.')
    .option('--text', 'Include the main text of each page (jsonl).')
    .option('--no-links', 'Leave out where links lead (markdown).')
    .option('--images', 'Include images with their descriptions (markdown).')
    .option('--export-noindex', 'Include pages that ask not to be indexed.')
    .option('--out <file>', 'Write to a file, or for markdown to a folder with one file per page.')
    .action(async (dir: string, flags: import('./run.js').ExportFlags) => {
      const { exportCommand } = await import('./run.js');
      finish(await exportCommand(dir, flags));
    });
}
