import { existsSync, statSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { nearest } from '../../../config/nearest.js';
import { integer, ratio } from '../../../config/scalar-kinds.js';
import type { ChunkSize } from '../../../export/chunk-markdown.js';
import { type ExportFormat, exportFormatNames, formatTable } from '../../../export/formats.js';
import { type PageFieldName, pageFieldNames } from '../../../export/page-fields.js';
import { UsageError } from '../../../failure.js';
import { exportPages } from '../../../library/export-pages.js';
import { makeFolders } from '../../../store/crawl-folder.js';
import { exitCodes } from '../../exit-codes.js';
import { flagValue } from '../../flag-value.js';
import { counted } from '../../terminal/format.js';
import { writingTo } from '../../terminal/output-file.js';
import { leftOut, reservedOut } from '../crawl/left-out.js';

export interface ExportFlags {
  readonly format: string;
  readonly relevant?: boolean;
  readonly minRelevance?: string;
  readonly ranked?: boolean;
  readonly limit?: string;
  readonly all?: boolean;
  readonly fields?: string;
  readonly text?: boolean;
  readonly markdown?: boolean;
  readonly links?: boolean;
  readonly images?: boolean;
  readonly chunks?: string;
  readonly overlap?: string;
  readonly exportNoindex?: boolean;
  readonly respectReservations?: boolean;
  readonly out?: string;
}

/** `osprey export`: the visited pages in a format, to a file, a folder or standard output. */
export async function exportCommand(folder: string, flags: ExportFlags): Promise<number> {
  const { minRelevance, limit, fields } = flags;
  const format = formatOf(flags.format);
  checkFlags(format, flags);
  const chunks = chunkSize(flags);
  let [exported, cut] = [0, 0];
  const hidden = { noindex: 0, reserved: 0 };
  const pieces = exportPages(folder, {
    ...flags,
    format,
    chunks,
    fields: fields === undefined ? undefined : fieldNames(fields),
    limit: limit === undefined ? undefined : flagValue(integer({ min: 1 }), limit, '--limit'),
    minRelevance: minRelevance === undefined ? undefined : flagValue(ratio(), minRelevance, '--min-relevance'),
    onPage: () => exported++,
    onChunks: (count) => {
      cut += count;
    },
    onHidden: (why) => hidden[why]++,
  });
  if (flags.out === undefined) await toStandardOutput(pieces);
  else {
    const { out } = flags;
    // NAME and NAME/ mean the same: one file with all pages is asked for by its ending.
    const write = format === 'markdown' && !/\.(?:md|markdown|txt)$/i.test(out) ? toFolder : toFile;
    await writingTo(out, () => write(pieces, out));
    const written = counted(exported, flags.all ? 'visit' : 'page');
    process.stderr.write(
      `Wrote ${chunks === undefined ? written : `${counted(cut, 'chunk')} of ${written}`} to ${out}\n`,
    );
  }
  if (hidden.noindex > 0) process.stderr.write(`${leftOut(hidden.noindex)}\n`);
  if (hidden.reserved > 0) process.stderr.write(`${reservedOut(hidden.reserved)}\n`);
  return exitCodes.ok;
}

function formatOf(written: string): ExportFormat {
  const name = written === 'md' ? 'markdown' : written;
  if (Object.hasOwn(formatTable, name)) return name as ExportFormat;
  const guess = nearest(name, exportFormatNames);
  throw new UsageError(
    'unknown-format',
    `Unknown format "${name}"${guess ? `; did you mean "${guess}"?` : '.'} Formats: ${exportFormatNames.join(', ')}.`,
    { name },
  );
}

function fieldNames(written: string): readonly PageFieldName[] {
  if (written.trim() === 'all') return pageFieldNames;
  return written.split(',').map((part) => {
    const name = part.trim();
    if ((pageFieldNames as readonly string[]).includes(name)) return name as PageFieldName;
    const guess = nearest(name, pageFieldNames);
    throw new UsageError(
      'unknown-field',
      `Unknown field "${name}"${guess ? `; did you mean "${guess}"?` : '.'} "osprey export --help" lists the fields.`,
      { name },
    );
  });
}

function chunkSize({ chunks, overlap }: ExportFlags): ChunkSize | undefined {
  if (chunks === undefined) return undefined;
  const size = flagValue(integer({ min: 100, max: 1_000_000 }), chunks, '--chunks');
  const most = Math.floor(size / 2);
  return {
    size,
    overlap:
      overlap === undefined ? Math.floor(size / 10) : flagValue(integer({ min: 0, max: most }), overlap, '--overlap'),
  };
}

/** What cannot be meant is refused before anything is read. */
function checkFlags(format: ExportFormat, flags: ExportFlags): void {
  const { fields, text, markdown, links, images, chunks, overlap, out } = flags;
  const { hasFields, hasChunks } = formatTable[format];
  const named = Object.entries({ '--fields': fields, '--text': text, '--markdown': markdown }).find(
    ([, given]) => given,
  );
  if (named !== undefined && !hasFields)
    throw new UsageError('no-fields', `${named[0]} works with ${formatsWith('hasFields')}, not with ${format}.`);
  if (chunks !== undefined && !hasChunks)
    throw new UsageError('no-chunks', `--chunks works with ${formatsWith('hasChunks')}, not with ${format}.`);
  if ((links === false || images) && format !== 'markdown' && !hasFields)
    throw new UsageError('no-markdown', `--no-links and --images are for Markdown, which ${format} does not have.`);
  if (overlap !== undefined && chunks === undefined)
    throw new UsageError('overlap-without-chunks', '--overlap needs --chunks.');
  if (out !== undefined && format !== 'markdown' && isFolder(out))
    throw new UsageError('out-is-folder', `${out} is a folder; name a file in it with --out.`, { out });
}

function formatsWith(ability: 'hasFields' | 'hasChunks'): string {
  return exportFormatNames.filter((name) => formatTable[name][ability]).join(', ');
}

async function toStandardOutput(pieces: Pieces): Promise<void> {
  try {
    await pipeline(Readable.from(pieces), process.stdout, { end: false });
  } catch (thrown) {
    // The reader (head, less) has seen enough.
    if ((thrown as NodeJS.ErrnoException).code !== 'EPIPE') throw thrown;
  }
}

type Pieces = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** Whole or not at all: half a file looks like a whole one, and would be in the way of the next try. */
async function toFile(pieces: Pieces, file: string): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    await pipeline(Readable.from(pieces), handle.createWriteStream());
  } catch (thrown) {
    await rm(file, { force: true });
    throw thrown;
  }
}

function isFolder(name: string): boolean {
  return name.endsWith('/') || name.endsWith(path.sep) || (existsSync(name) && statSync(name).isDirectory());
}

/** One file a page; names are numbers, since names from the web could lead anywhere. */
async function toFolder(pieces: Pieces, folder: string): Promise<void> {
  makeFolders(path.resolve(folder));
  let number = 0;
  for await (const piece of pieces) {
    const file = path.join(folder, `${String(++number).padStart(6, '0')}.md`);
    await toFile([piece], file);
  }
}
