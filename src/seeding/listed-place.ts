import { readFile } from 'node:fs/promises';
import { isHttpUrl } from '../config/network-kinds.js';
import { Failure, messageOf, UsageError } from '../failure.js';
import type { SeedWeb } from './seed-web.js';

/** A file or a URL that lists pages. */
export interface ListedPlace {
  readonly bytes: Uint8Array;
  /** What relative URLs in it refer to; undefined for files. */
  readonly base: string | undefined;
}

/** Throws `UsageError` for a file that cannot be read, and what `SeedWeb` throws. */
export async function readListedPlace(place: string, web: SeedWeb): Promise<ListedPlace> {
  if (isHttpUrl(place)) return { bytes: await web.bytes(place), base: place };
  try {
    return { bytes: await readFile(place), base: undefined };
  } catch (thrown) {
    throw new UsageError('no-list', `${place} cannot be read (${messageOf(thrown)}); check its name.`, { file: place });
  }
}

/** For a list of lists, none of which can be read. */
export function noneRead(what: string, first: Failure): Failure {
  const { code, message, policy, evidence } = first;
  return new Failure(code, `none of its ${what} can be read; of the first, ${message}`, policy, evidence, first);
}
