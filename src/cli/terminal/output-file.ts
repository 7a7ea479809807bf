import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { messageOf, UsageError } from '../../failure.js';

/** Errors that another file name would fix. */
const faultsOfPlace = new Set('ENOENT ENOTDIR EISDIR EACCES EPERM EROFS ENAMETOOLONG ENOSPC EDQUOT'.split(' '));

/** Nothing is overwritten. For work that takes its time: this is found out before it is done. */
export function checkFree(out: string): void {
  if (existsSync(out)) throw existsAlready(out, out);
  const folder = path.dirname(out);
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new UsageError('out-unwritable', `The folder ${folder} does not exist; choose another --out.`, { out });
}

/** Runs what writes to `out`. Names that cannot be written are for the user to fix. */
export async function writingTo(out: string, write: () => void | Promise<void>): Promise<void> {
  try {
    await write();
  } catch (thrown) {
    const { code = '', path: place = out } = thrown as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw existsAlready(place, out);
    if (!faultsOfPlace.has(code)) throw thrown;
    throw new UsageError('out-unwritable', `Cannot write ${out} (${messageOf(thrown)}); choose another --out.`, {
      out,
    });
  }
}

function existsAlready(place: string, out: string): UsageError {
  return new UsageError('file-exists', `${place} already exists; remove it or choose another --out.`, { out });
}
