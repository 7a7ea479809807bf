import { createWriteStream, existsSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { nearest } from '../../config/nearest.js';
import { settingsFrom } from '../../config/settings.js';
import { type ExportFormat, exporters } from '../../export/exporter.js';
import { UsageError } from '../../failure.js';
import { readCrawlConfig } from '../../store/crawl-folder.js';
import type { VisitQuery } from '../../store/crawl-store.js';
import { readCrawl } from '../../store/sqlite-store.js';
import type { VisitRow } from '../../store/visit.js';
import { exitCodes } from '../exit-codes.js';
import { counted } from '../format.js';

export interface ExportFlags {
  readonly format: string;
  readonly relevant?: boolean;
  readonly minRelevance?: string;
  readonly ranked?: boolean;
  readonly all?: boolean;
  readonly text?: boolean;
  readonly exportNoindex?: boolean;
  readonly out?: string;
}

/** `osprey export`: the visited pages in a format people use, to a file, a folder (Markdown) or standard output. */
export async function exportCommand(folder: string, flags: ExportFlags): Promise<number> {
  const exporter = exporters[formatOf(flags.format)];
  const settings = settingsFrom({ file: readCrawlConfig(folder) });
  const { records, close } = readCrawl(folder);
  try {
    let exported = 0;
    const counting = async function* (rows: AsyncIterable<VisitRow>) {
      for await (const row of rows) {
        exported++;
        yield row;
      }
    };
    const rows = counting(records.visits(queryOf(flags, settings.exportNoindex)));
    if (needsArchive(flags) && !settings.archive) {
      throw new UsageError(
        'no-archive',
        `${folder} has no archive: it was crawled with --no-archive, which ${flags.format} needs.`,
      );
    }
    const pieces = exporter(rows, { folder, text: flags.text ?? false });
    if (flags.out === undefined) await toStandardOutput(pieces);
    else if (flags.format === 'markdown' && isFolder(flags.out)) await toFolder(pieces, flags.out);
    else await toFile(pieces, flags.out);
    if (flags.out !== undefined) process.stderr.write(`${counted(exported, 'page')} written to ${flags.out}\n`);
    return exitCodes.ok;
  } finally {
    close();
  }
}

function formatOf(name: string): ExportFormat {
  if (Object.hasOwn(exporters, name)) return name as ExportFormat;
  const names = Object.keys(exporters);
  const guess = nearest(name, names);
  throw new UsageError(
    'unknown-format',
    `There is no format "${name}"${guess ? `; did you mean "${guess}"?` : ''} Known are ${names.join(', ')}.`,
    { name },
  );
}

function needsArchive({ format, text }: ExportFlags): boolean {
  return format === 'warc' || format === 'markdown' || text === true;
}

function queryOf(flags: ExportFlags, noindexInConfig: boolean): VisitQuery {
  const min = flags.minRelevance === undefined ? undefined : Number(flags.minRelevance);
  if (min !== undefined && !(min >= 0 && min <= 1)) {
    throw new UsageError('bad-relevance', `--min-relevance must be a number from 0 to 1, not "${flags.minRelevance}".`);
  }
  return {
    ...(!flags.all && { outcomes: ['page', 'duplicate', 'ignored'] as const }),
    ...(flags.relevant && { relevant: true }),
    ...(min !== undefined && { minRelevance: min }),
    ...(!(flags.exportNoindex ?? noindexInConfig) && { noindex: false }),
    ...(flags.ranked && { order: 'relevance' as const }),
  };
}

async function toStandardOutput(pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
  try {
    await pipeline(Readable.from(pieces), process.stdout, { end: false });
  } catch (thrown) {
    // The reader (head, less) has seen enough.
    if ((thrown as NodeJS.ErrnoException).code !== 'EPIPE') throw thrown;
  }
}

async function toFile(pieces: AsyncIterable<string | Uint8Array>, file: string): Promise<void> {
  if (existsSync(file))
    throw new UsageError('file-exists', `${file} exists already; remove it or name another file.`, { file });
  await pipeline(Readable.from(pieces), createWriteStream(file, { flags: 'wx' }));
}

function isFolder(name: string): boolean {
  return name.endsWith('/') || name.endsWith(path.sep) || (existsSync(name) && statSync(name).isDirectory());
}

/** One file a page; names are numbers, since names from the web could lead anywhere. */
async function toFolder(pieces: AsyncIterable<string | Uint8Array>, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  let number = 0;
  for await (const piece of pieces) {
    const file = path.join(folder, `${String(++number).padStart(6, '0')}.md`);
    if (existsSync(file))
      throw new UsageError('file-exists', `${file} exists already; name an empty folder.`, { file });
    await writeFile(file, piece, { flag: 'wx' });
  }
}
