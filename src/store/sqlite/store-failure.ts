import { Failure, messageOf } from '../../failure.js';

/** Primary result codes of SQLite that say something of the machine, not of what was asked. */
const codes = { readonly: 8, busy: 5, locked: 6, noMemory: 7, io: 10, full: 13, cannotOpen: 14 } as const;

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
      return fatal('database-io', `Cannot read or write ${file}: ${messageOf(thrown)}.`);
    default:
      return thrown;
  }
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
  if (!(thrown instanceof Error) || !('errcode' in thrown) || typeof thrown.errcode !== 'number') return undefined;
  return thrown.errcode & 0xff;
}
