import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { truncate } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { scanWarc } from '../warc-reader.js';

const lockName = '.lock';
const isWarc = (name: string) => name.endsWith('.warc.gz');

/**
 * Where files wait until they are in remote storage: a folder with one folder for each run that writes. A run holds a lock of the operating
 * system on its folder, so that what a dead one left behind can be told from what is being written.
 */
export class Spool {
  constructor(readonly folder: string) {}

  /** Where the file of an owner is while it waits. */
  path(file: string): string | undefined {
    const owner = /^pages-(.+)-\d{5,}\.warc\.gz$/.exec(path.basename(file))?.[1];
    return owner === undefined ? undefined : path.join(this.folder, owner, path.basename(file));
  }

  /** Makes the folder of a run. `release` gives it up, and removes it where nothing waits in it. */
  begin(owner: string): { readonly folder: string; release(): void } {
    const folder = path.join(this.folder, owner);
    mkdirSync(folder, { recursive: true });
    const unlock = locked(folder);
    if (unlock === undefined) throw new Error(`${folder} belongs to another process`);
    return { folder, release: () => leave(folder, unlock) };
  }

  /** Sends what dead runs left behind. A record that was cut off by the death of its writer is cut off the file. */
  async clear(send: (file: string) => Promise<void>): Promise<void> {
    for (const owner of foldersIn(this.folder)) {
      const folder = path.join(this.folder, owner);
      const unlock = locked(folder);
      if (unlock === undefined) continue;
      try {
        for (const name of readdirSync(folder).filter(isWarc)) {
          const file = path.join(folder, name);
          const end = await wholeBytes(file);
          if (end > 0) {
            await truncate(file, end);
            await send(file);
          }
          rmSync(file);
        }
      } finally {
        leave(folder, unlock);
      }
    }
  }
}

/** For crawls without a folder of their own: OSPREY_SPOOL, else `osprey/spool` in the user's folder for state. */
export function spoolFolder(env: Readonly<Record<string, string | undefined>> = process.env): string {
  if (env.OSPREY_SPOOL) return path.resolve(env.OSPREY_SPOOL);
  const base = env.XDG_STATE_HOME && path.isAbsolute(env.XDG_STATE_HOME) ? env.XDG_STATE_HOME : undefined;
  return path.join(base ?? path.join(homedir(), '.local', 'state'), 'osprey', 'spool');
}

/** An exclusive transaction on a database of its own ends with the process, however that ends. Undefined where another has it. */
function locked(folder: string): (() => void) | undefined {
  let lock: InstanceType<typeof DatabaseSync> | undefined;
  try {
    lock = new DatabaseSync(path.join(folder, lockName), { timeout: 0 });
    lock.exec('BEGIN EXCLUSIVE');
    const held = lock;
    return () => held.close();
  } catch {
    lock?.close();
    return undefined;
  }
}

function leave(folder: string, unlock: () => void): void {
  const isDone = readdirSync(folder).every((name) => name.startsWith(lockName));
  unlock();
  if (isDone) rmSync(folder, { recursive: true, force: true });
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw thrown;
  }
}

/** Up to the end of the last record that is whole; 0 where there is none but the file's own head. */
async function wholeBytes(file: string): Promise<number> {
  let [end, records] = [0, 0];
  let isDamaged = false;
  try {
    for await (const { offset, length } of scanWarc(file, { onDamage: () => (isDamaged = true) })) {
      if (isDamaged) break;
      end = offset + length;
      records++;
    }
  } catch {
    // Not even its head was written.
  }
  return records > 1 ? end : 0;
}
