import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../src/cli/main.js', import.meta.url));

/** A worker of a crawl, as a process of its own. */
export interface WorkerProcess {
  readonly process: ChildProcess;
  readonly ended: Promise<number | null>;
  stderr(): string;
}

export interface WorkerEnvironment {
  readonly cwd: string;
  /** Of the lease (ms). */
  readonly lease: number;
  /** Its clock is this far off (ms). */
  readonly clockOff?: number;
  /** It can write no file larger than so many KiB. */
  readonly disk?: number;
}

/** Starts the real program. */
export function startWorker(args: readonly string[], environment: WorkerEnvironment): WorkerProcess {
  const { cwd, lease, clockOff = 0, disk } = environment;
  const shifted = `const now = Date.now; Date.now = () => now() + ${clockOff};`;
  const flags = clockOff === 0 ? [] : ['--import', `data:text/javascript,${encodeURIComponent(shifted)}`];
  const command = [process.execPath, ...flags, program, ...args];
  const limited = disk === undefined ? command : ['bash', '-c', `ulimit -f ${disk}; exec "$0" "$@"`, ...command];
  const child = spawn(limited[0]!, limited.slice(1), {
    cwd,
    env: { ...process.env, OSPREY_CACHE: `${cwd}/.cache`, OSPREY_LEASE: String(lease) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-20_000);
  });
  return {
    process: child,
    ended: once(child, 'close').then(([code]) => code as number | null),
    stderr: () => said,
  };
}
