import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { messageOf, UsageError } from '../failure.js';

const lockName = '.labels.lock';

/**
 * Keeps others from judging the pages of a crawl at the same time; what it returns lets them again. A lock whose process is
 * gone is no lock. Throws `UsageError` where somebody is at work.
 */
export function lockLabels(folder: string): () => void {
  const file = path.join(folder, lockName);
  const own = `${process.pid} ${hostname()}`;
  if (isStale(readLock(file))) rmSync(file, { force: true });
  try {
    writeFileSync(file, own, { flag: 'wx' });
  } catch (thrown) {
    throw (thrown as NodeJS.ErrnoException).code === 'EEXIST' ? atWork(file) : unwritable(folder, thrown);
  }
  return () => rmSync(file, { force: true });
}

function readLock(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Only of processes on this machine it can be known that they are gone. */
function isStale(lock: string): boolean {
  const [, pid, host] = /^([1-9]\d*) (.*)$/.exec(lock) ?? [];
  if (pid === undefined || host !== hostname()) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function atWork(file: string): UsageError {
  return new UsageError(
    'labels-locked',
    `Another osprey lab label or osprey label is running on this crawl; wait until it ends, or remove ${file} if none is.`,
    { file },
  );
}

function unwritable(folder: string, thrown: unknown): UsageError {
  return new UsageError('labels-unwritable', `Cannot write to ${folder} (${messageOf(thrown)}).`, {
    folder,
  });
}
