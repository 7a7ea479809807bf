import { readFile } from 'node:fs/promises';
import { getSystemErrorMap } from 'node:util';
import { isHttpUrl } from '../config/network-kinds.js';
import { Failure, messageOf, UsageError } from '../failure.js';
import type { UnreadList } from './seed-report.js';
import type { FoundSeed } from './seed-source.js';
import type { SeedWeb } from './seed-web.js';

/** A file or a URL that lists pages. */
export interface ListedPlace {
  readonly bytes: Uint8Array;
  /** What relative URLs in it refer to: where it was found, after redirects; undefined for files. */
  readonly base: string | undefined;
  /** Undefined for files, and where the server did not say. */
  readonly contentType: string | undefined;
}

/** Throws `UsageError` for a file that cannot be read, and what `SeedWeb` throws; the place is for the caller to name. */
export async function readListedPlace(place: string, web: SeedWeb): Promise<ListedPlace> {
  if (isHttpUrl(place)) {
    const { bytes, url, contentType } = await web.document(place);
    return { bytes, base: url, contentType };
  }
  try {
    return { bytes: await readFile(place), base: undefined, contentType: undefined };
  } catch (thrown) {
    throw new UsageError('no-list', `it cannot be read: ${reasonOf(thrown)}; check its name`, { file: place });
  }
}

/** What the system says of a file, without the name of the file. */
function reasonOf(thrown: unknown): string {
  const { errno = 0 } = thrown as NodeJS.ErrnoException;
  return getSystemErrorMap().get(errno)?.[1] ?? messageOf(thrown);
}

/** As it may be shown: URLs may hold keys in their query. */
export function shownPlace(place: string): string {
  if (!isHttpUrl(place)) return place;
  const { origin, pathname, search } = new URL(place);
  return `${origin}${pathname}${search === '' ? '' : '?…'}`;
}

/** What a list names. */
export interface ListedPages {
  readonly found: readonly FoundSeed[];
  /** Lists that it names and that could not be read. */
  readonly unread: readonly UnreadList[];
}

export function unreadList(place: string, { message }: Failure): UnreadList {
  return { place: shownPlace(place), why: message };
}

/** For a list of lists, none of which can be read. */
export function noneRead(what: string, first: Failure): Failure {
  const { code, message, policy, evidence } = first;
  return new Failure(code, `none of its ${what} can be read; of the first, ${message}`, policy, evidence, first);
}
