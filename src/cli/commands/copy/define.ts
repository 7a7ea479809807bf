import type { Command } from 'commander';
import type { Finish } from '../../finish.js';

/** `osprey copy`. */
export function defineCopy(osprey: Command, finish: Finish): void {
  osprey
    .command('copy')
    .description('Copy a crawl from a folder into a PostgreSQL database, or back, and verify the copy.')
    .argument('<from>', 'The crawl: a folder, or postgres://user@host/database#name.')
    .argument('<to>', 'The copy: an address with a new name, or a new folder.')
    .option('--archive <location>', 'Keep the WARC files of the copy in this folder or s3://bucket/prefix.')
    .option('--json', 'Print JSON.')
    .addHelpText('after', () => examples)
    .action(async (from: string, to: string, flags: import('./run.js').CopyFlags) => {
      const { copyCommand } = await import('./run.js');
      finish(await copyCommand(from, to, flags));
    });
}

const examples = `
Nothing may crawl in either place meanwhile. Every table is compared by count and checksum before the copy counts; a copy
that is broken off leaves nothing behind. The password of a database is best given in the environment variable PGPASSWORD.

Examples:
  osprey copy crawls/jaguar-car postgres://osprey@db.example.org/crawls#jaguar
  osprey copy postgres://osprey@db.example.org/crawls#jaguar crawls/jaguar-back`;
