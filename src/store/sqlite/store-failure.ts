import { statfsSync } from 'node:fs';
import path from 'node:path';
import { Failure, messageOf } from '../../failure.js';

/** Primary result codes of SQLite that say something of the machine, not of what was asked. */
const codes = {
  readonly: 8,
  busy: 5,
  locked: 6,
  noMemory: 7,
  io: 10,
  damaged: 11,
  full: 13,
  cannotOpen: 14,
  noDatabase: 26,
} as const;

/** Bytes. With less, SQLite cannot begin to write. */
const leastSpace = 64 * 1024;

/**
 * What an error of SQLite means for the crawl whose database it is: a `Failure` where the machine is at fault, and the
 * crawl can continue once that is fixed. Anything else is returned as it is.
 */
export function storeFailure(thrown: unknown, file: string): unknown {
  const code = resultCode(thrown);
  if (code === undefined) return thrown;
  const fatal = (name: string, message: string) =>
    new Failure(name, message, 'fatal', { file, sqlite: messageOf(thrown) }, thrown);
  switch (code) {
    case codes.busy:
    case codes.locked:
      return fatal('database-locked', `Another program keeps ${file} locked; close it.`);
    case codes.full:
      return fatal('disk-full', `No space left to write ${file}; free some.`);
    case codes.readonly:
    case codes.noMemory:
    case codes.io:
    case codes.cannotOpen:
      if (isFull(file)) return fatal('disk-full', `No space left to write ${file}: free some.`);
      return fatal('database-io', `Cannot read or write ${file}: ${messageOf(thrown)}.`);
    case codes.damaged:
      return damagedDatabase(file, thrown);
    default:
      return thrown;
  }
}

/** SQLite does not always tell: the index of a log that cannot grow is an I/O error to it. */
function isFull(file: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(path.dirname(file));
    return bavail * bsize < leastSpace;
  } catch {
    return false;
  }
}

/** What is in the file is not what was written to it. */
export function damagedDatabase(file: string, thrown: unknown): Failure {
  const message = `${file} is damaged (${messageOf(thrown)}): restore the folder from a copy, or crawl again; "sqlite3 ${file} .recover" may save what is left.`;
  return new Failure('database-damaged', message, 'fatal', { file, sqlite: messageOf(thrown) }, thrown);
}

export function isBusy(thrown: unknown): boolean {
  return resultCode(thrown) === codes.busy;
}

/** The file, or one beside it, could not be opened, or not for writing. */
export function isUnopened(thrown: unknown): boolean {
  const code = resultCode(thrown);
  return code === codes.cannotOpen || code === codes.readonly;
}

/** It could not be opened for writing, or there is no room for it: another place may do. */
export function isUnwritable(thrown: unknown): boolean {
  return isUnopened(thrown) || resultCode(thrown) === codes.full;
}

/** Extended codes carry the primary one in their low byte. */
function resultCode(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error)) return undefined;
  if ('errcode' in thrown && typeof thrown.errcode === 'number') return thrown.errcode & 0xff;
  // Statements of the driver do not tell the code.
  return /^(?:database disk image is malformed|file is not a database)$/.test(thrown.message)
    ? codes.damaged
    : undefined;
}
