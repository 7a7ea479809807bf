import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { RawOptions } from '../config/layer.js';
import { UsageError } from '../failure.js';
import { withoutControls } from '../page/one-line.js';
import { configName, holdsCrawl } from '../store/crawl-folder.js';
import { readingCrawl } from '../store/open-reader.js';

const program = fileURLToPath(new URL('../cli/osprey.cjs', import.meta.url));
const looksEvery = 50;
const longestComplaint = 2_000;

/** A crawl in a process of its own. */
export interface LaunchedCrawl {
  readonly folder: string;
  readonly pid: number;
  /** Resolves with its exit code if this process lives to see its end. */
  readonly ended: Promise<number>;
}

/**
 * Starts `osprey crawl` as a process that outlives this one, and resolves once the crawl is in its folder: it can be read and steered from then
 * on. The options go by a file, so nothing in them is taken for a flag. Throws a `UsageError` with what the process said where it does not start.
 */
export async function launchCrawl(options: RawOptions, folder: string): Promise<LaunchedCrawl> {
  // JSON is YAML.
  return launch(`${JSON.stringify(options)}\n`, (config) => ['crawl', '--config', config, '--out', folder], folder);
}

/** The same of `osprey resume`: the crawl in a folder goes on. */
export async function launchResume(folder: string): Promise<LaunchedCrawl> {
  return launch('', () => ['resume', folder], folder);
}

async function launch(config: string, command: (config: string) => string[], folder: string): Promise<LaunchedCrawl> {
  const scratch = mkdtempSync(path.join(tmpdir(), 'osprey-launch-'));
  const [configFile, log] = [path.join(scratch, configName), path.join(scratch, 'output.log')];
  writeFileSync(configFile, config, { mode: 0o600 });
  const output = openSync(log, 'w', 0o600);
  const child = spawn(process.execPath, [program, ...command(configFile), '--quiet'], {
    detached: true,
    stdio: ['ignore', 'ignore', output],
  });
  closeSync(output);
  const ended = once(child, 'exit').then(([code]) => (code as number | null) ?? 1);
  let exitCode: number | undefined;
  void ended.then((code) => {
    exitCode = code;
  });
  try {
    while (exitCode === undefined && !(await isCrawling(folder))) await sleep(looksEvery);
    // One that is over already has had its say in the folder.
    if (exitCode !== undefined && exitCode !== 0) throw refused(readFileSync(log, 'utf8'));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  child.unref();
  return { folder, pid: child.pid!, ended };
}

async function isCrawling(folder: string): Promise<boolean> {
  try {
    return holdsCrawl(folder) && (await readingCrawl(folder, (reader) => reader.isRunning()));
  } catch {
    // Its tables are just being made. If it is damaged for good, the process says so and ends.
    return false;
  }
}

function refused(output: string): UsageError {
  const said = withoutControls(output)
    .replace(/^osprey: /gm, '')
    .trim();
  return new UsageError('not-started', said.slice(0, longestComplaint) || 'The crawl did not start.');
}
