import path from 'node:path';
import { archivePlace } from '../../../config/archive-place.js';
import { UsageError } from '../../../failure.js';
import { copy } from '../../../library/copy.js';
import type { CopyResult } from '../../../store/copy/copy-crawl.js';
import { exitCodes } from '../../exit-codes.js';
import { flagValue } from '../../flag-value.js';
import { counted } from '../../terminal/format.js';
import { StatusLine } from '../../terminal/status-line.js';

export interface CopyFlags {
  readonly archive?: string;
  readonly json?: boolean;
}

/** `osprey copy`: a crawl from a folder into a database, or back. */
export async function copyCommand(from: string, to: string, flags: CopyFlags): Promise<number> {
  const archive = flags.archive === undefined ? undefined : flagValue(archivePlace(), flags.archive, '--archive');
  if (typeof archive === 'boolean')
    throw new UsageError('bad-archive', '--archive must be a folder name or s3://bucket/prefix.');
  const place = archive === undefined || archive.startsWith('s3://') ? archive : path.resolve(archive);
  const line = new StatusLine();
  const result = await copy(from, to, {
    ...(place !== undefined && { archive: place }),
    onStep: (step) => line.show(() => `Copying ${step}`),
  }).finally(() => line.end());
  process.stdout.write(flags.json ? `${JSON.stringify(result, null, 2)}\n` : `${inWords(result)}\n`);
  return exitCodes.ok;
}

function inWords({ tables, files, from, to, archive }: CopyResult): string {
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  const pages =
    archive === undefined
      ? ''
      : files === 0
        ? ` Its pages stay in ${archive}.`
        : ` Its pages are in ${archive} (${counted(files, 'file')}).`;
  return `Copied ${from} to ${to}: ${counted(tables.visit ?? 0, 'visit')}, ${counted(tables.url ?? 0, 'URL')}, ${counted(rows, 'row')} in all, compared.${pages}`;
}
