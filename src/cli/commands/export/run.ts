import { existsSync, statSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { nearest } from '../../../config/nearest.js';
import { ratio } from '../../../config/scalar-kinds.js';
import { type ExportFormat, exporters } from '../../../export/exporter.js';
import { UsageError } from '../../../failure.js';
import { exportPages } from '../../../library/export-pages.js';
import { makeFolders } from '../../../store/crawl-folder.js';
import { exitCodes } from '../../exit-codes.js';
import { flagValue } from '../../flag-value.js';
import { counted } from '../../terminal/format.js';
import { writingTo } from '../../terminal/output-file.js';
import { leftOut } from '../crawl/left-out.js';

export interface ExportFlags {
  readonly format: string;
  readonly relevant?: boolean;
  readonly minRelevance?: string;
  readonly ranked?: boolean;
  readonly all?: boolean;
  readonly text?: boolean;
  readonly links?: boolean;
  readonly images?: boolean;
  readonly exportNoindex?: boolean;
  readonly out?: string;
}

/** `osprey export`: the visited pages as JSONL, CSV, WARC, URLs or Markdown, to a file, a folder or standard output. */
export async function exportCommand(folder: string, flags: ExportFlags): Promise<number> {
  const { minRelevance } = flags;
  const format = formatOf(flags.format);
  checkTarget(flags);
  let [exported, hidden] = [0, 0];
  const pieces = exportPages(folder, {
    ...flags,
    format,
    minRelevance: minRelevance === undefined ? undefined : flagValue(ratio(), minRelevance, '--min-relevance'),
    onPage: () => exported++,
    onHidden: () => hidden++,
  });
  if (flags.out === undefined) await toStandardOutput(pieces);
  else {
    const { out } = flags;
    const write = format === 'markdown' && isFolder(out) ? toFolder : toFile;
    await writingTo(out, () => write(pieces, out));
    process.stderr.write(`Wrote ${counted(exported, flags.all ? 'visit' : 'page')} to ${out}\n`);
  }
  if (hidden > 0) process.stderr.write(`${leftOut(hidden)}\n`);
  return exitCodes.ok;
}

function formatOf(name: string): ExportFormat {
  if (Object.hasOwn(exporters, name)) return name as ExportFormat;
  const names = Object.keys(exporters);
  const guess = nearest(name, names);
  throw new UsageError(
    'unknown-format',
    `Unknown format "${name}"${guess ? `; did you mean "${guess}"?` : '.'} Formats: ${names.join(', ')}.`,
    { name },
  );
}

/** What cannot be meant is refused before anything is read. */
function checkTarget({ format, text, links, images, out }: ExportFlags): void {
  if ((links === false || images) && format !== 'markdown')
    throw new UsageError(
      'flag-needs-markdown',
      `--no-links and --images work only with --format markdown, not ${format}.`,
    );
  if (text && format !== 'jsonl')
    throw new UsageError('text-needs-jsonl', `--text works only with --format jsonl, not ${format}.`);
  if (out !== undefined && format !== 'markdown' && isFolder(out))
    throw new UsageError('out-is-folder', `${out} is a folder; name a file in it with --out.`, { out });
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
