import { failureOf } from '../download/fetch-failures.js';
import { Failure, messageOf } from '../failure.js';

/** What went wrong with reading a page. A process that may open no more files, to load what reads it for one, may again later. */
export function unreadable(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown;
  const { code } = (thrown ?? {}) as NodeJS.ErrnoException;
  // A module is not found where its files cannot be opened; that is no fault of the page.
  if (/^E[MN]FILE$|MODULE_NOT_FOUND$/.test(code ?? '')) return failureOf('no-descriptors', { error: code }, thrown);
  return new Failure('page-unreadable', messageOf(thrown), 'skip');
}
