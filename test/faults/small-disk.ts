import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A file system of its own that is as full as a test wants it to be. */
export interface SmallDisk {
  readonly folder: string;
  /** Leaves so many bytes free, in a file that fills the rest. */
  fill(free: number): void;
  empty(): void;
}

const filler = 'filler';

/** Undefined where this user may mount nothing. */
export function smallDisk(t: { after(work: () => void): void }, bytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-disk-'));
  t.after(() => {
    if (isMounted) mount('umount', '-l', folder);
    rmSync(folder, { recursive: true, force: true });
  });
  const isMounted = mount('mount', '-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder);
  if (!isMounted) return undefined;
  const empty = () => {
    for (const name of readdirSync(folder)) if (name === filler) rmSync(path.join(folder, name));
  };
  return {
    folder,
    empty,
    fill(free) {
      empty();
      const { bavail, bsize } = statfsSync(folder);
      try {
        writeFileSync(path.join(folder, filler), new Uint8Array(Math.max(0, bavail * bsize - free)));
      } catch (thrown) {
        // Somebody else wrote meanwhile: then the disk is as full as it can be.
        if ((thrown as NodeJS.ErrnoException).code !== 'ENOSPC') throw thrown;
      }
    },
  };
}

function mount(command: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
