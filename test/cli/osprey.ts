import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { warmOsprey } from './warm-osprey.js';

const program = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));

export interface Ended {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningOsprey {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves once standard error has said it. */
  said(pattern: RegExp): Promise<void>;
}

/** A folder for one test file: the working folder of its commands, gone when the tests are over. */
export function temporaryFolder(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-cli-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Indexes of archives are cached in the working folder. */
function environment(cwd: string): NodeJS.ProcessEnv {
  return { ...process.env, OSPREY_CACHE: path.join(cwd, '.cache') };
}

/** Starts the real program, as a user's shell would. */
export function startOsprey(
  args: readonly string[],
  cwd: string,
  input: 'ignore' | 'pipe' = 'ignore',
  env: NodeJS.ProcessEnv = {},
): RunningOsprey {
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env: { ...environment(cwd), ...env },
    stdio: [input, 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }));
  const said = (pattern: RegExp) =>
    new Promise<void>((resolve) => {
      const look = () => pattern.test(stderr) && resolve();
      child.stderr!.on('data', look);
      look();
    });
  return { process: child, ended, said };
}

/** Runs a command to its end, one at a time; all but the loading of the program is as with `startOsprey`. */
export function osprey(args: readonly string[], cwd: string): Promise<Ended> {
  return warmOsprey({ args, cwd, env: environment(cwd) });
}

/** Flags that make a loopback server the whole web. One thread: starting more costs longer than these small crawls. */
export function webFlags(site: { readonly resolve: string }): string[] {
  return ['--resolve', site.resolve, '--allow-private', '--delay', '0s', '--workers', '0'];
}

/** What a crawl wrote, line by line, as objects. */
export function jsonLines(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
