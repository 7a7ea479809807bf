import { type ChildProcess, execFileSync, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { databaseName } from '../src/store/sqlite/sqlite-store.js';
import type { SmallDisk } from '../test/faults/small-disk.js';

/** What a fault can get at: the process that crawls, its folder and disk, and the servers of the web. */
export interface Stage {
  readonly child: ChildProcess;
  readonly folder: string;
  readonly disk: SmallDisk | undefined;
  /** Servers that are away, or answer with errors, until they are told otherwise. */
  servers(state: 'well' | 'away' | 'failing'): Promise<void>;
}

/** Something that goes wrong. When it returns, all is mended but what became of the process. */
export interface Fault {
  readonly name: string;
  /** Where it cannot be brought about, as a reason. */
  readonly missing?: string | false;
  strike(stage: Stage, random: () => number): Promise<void>;
}

const lockHolder = fileURLToPath(new URL('../test/faults/hold-lock.js', import.meta.url));
const noLimits = spawnSync('prlimit', ['--version']).status !== 0 && 'no prlimit';

const signal = (name: string, sent: NodeJS.Signals): Fault => ({
  name,
  async strike({ child }) {
    child.kill(sent);
  },
});

const badServers = (name: string, state: 'away' | 'failing'): Fault => ({
  name,
  async strike({ servers }, random) {
    await servers(state);
    await sleep(random() * 5_000);
    await servers('well');
  },
});

const locked = (name: string, ms: number): Fault => ({
  name,
  async strike({ child, folder }, random) {
    const held = Math.ceil(random() * ms);
    const holder = fork(lockHolder, [path.join(folder, databaseName), String(held)], { stdio: 'ignore' });
    await once(holder, 'exit');
    // One that has waited in vain ends soon.
    if (held > 10_000) await endWithin(child, 15_000);
  },
});

export const faults: readonly Fault[] = [
  signal('killed', 'SIGKILL'),
  signal('interrupted', 'SIGINT'),
  {
    name: 'stopped and continued',
    async strike({ child }, random) {
      child.kill('SIGSTOP');
      await sleep(random() * 5_000);
      child.kill('SIGCONT');
    },
  },
  badServers('servers away', 'away'),
  badServers('servers failing', 'failing'),
  locked('database locked for a moment', 5_000),
  locked('database locked for long', 25_000),
  {
    name: 'disk full',
    async strike({ child, disk }, random) {
      disk?.fill(random() * 200_000);
      await endWithin(child, 20_000);
      disk?.empty();
    },
  },
  {
    name: 'no descriptors',
    missing: noLimits,
    async strike({ child }, random) {
      const limit = (soft: string) => spawnSync('prlimit', ['--pid', String(child.pid), `--nofile=${soft}:`]);
      const before = execFileSync('prlimit', [
        '--pid',
        String(child.pid),
        '--nofile',
        '--raw',
        '--noheadings',
        '-o',
        'SOFT',
      ]);
      limit('20');
      await sleep(random() * 5_000);
      limit(before.toString().trim());
    },
  },
];

/** Waits for the end of the process, but for no longer than this. */
export async function endWithin(child: ChildProcess, ms: number): Promise<boolean> {
  if (child.exitCode === null && child.signalCode === null) {
    const timer = new AbortController();
    const signal = timer.signal;
    await Promise.race([once(child, 'exit', { signal }), sleep(ms, undefined, { signal })]).catch(() => undefined);
    timer.abort();
  }
  return child.exitCode !== null || child.signalCode !== null;
}
