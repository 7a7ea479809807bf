import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { messageOf } from '../src/failure.js';
import { cacheFolder } from './debian-folder.js';
import type { BenchResult } from './meter.js';
import type { BenchProgram } from './programs.js';

/** Runs a program once, in a fresh process with a fresh output folder; a failure comes back as a sentence. */
export async function runProgram(program: BenchProgram, urlsFile: string): Promise<BenchResult | { failed: string }> {
  // Beside the web and not in a temporary folder, which is memory on many machines.
  mkdirSync(cacheFolder(), { recursive: true });
  const out = mkdtempSync(path.join(cacheFolder(), 'bench-'));
  const [file = '', ...args] = program.command;
  const env = {
    ...process.env,
    OSPREY_BENCH_URLS: urlsFile,
    OSPREY_BENCH_OUT: out,
    CRAWLEE_STORAGE_DIR: out,
    ...program.env,
  };
  try {
    const { stdout } = await promisify(execFile)(file, args, { env, cwd: out, maxBuffer: 64 * 1024 * 1024 });
    return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as BenchResult;
  } catch (thrown) {
    return { failed: messageOf(thrown).slice(0, 2000) };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
