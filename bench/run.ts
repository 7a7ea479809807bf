import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { messageOf, UsageError } from '../src/failure.js';
import { debianSitesFile, debianWebFolder } from './debian-folder.js';
import type { BenchResult } from './meter.js';
import { BASELINE, type BenchProgram, PROGRAMS } from './programs.js';
import { type ProgramRuns, summarize, table } from './report.js';
import { runProgram } from './run-program.js';
import { startDebianServer } from './start-debian-server.js';
import { WORKLOAD_PAGES } from './workload.js';

/**
 * Runs the programs in turn over the same pages from the same server, `--repeat` rounds, and prints one table of
 * medians with ratios to the floor of the same round: a busy machine slows a whole round and leaves its ratios alone.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      pages: { type: 'string', default: String(WORKLOAD_PAGES) },
      repeat: { type: 'string', default: '3' },
      only: { type: 'string' },
    },
  });
  const rounds = positive('repeat', values.repeat);
  const pages = positive('pages', values.pages);
  const programs = chosen(values.only).filter(isReady);
  debianSitesFile();
  debianWebFolder(); // fetched here, if need be, before the server has to be ready

  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-bench-'));
  const urlsFile = path.join(folder, 'urls.txt');
  let server: ChildProcess | undefined;
  try {
    server = await startDebianServer(pages, urlsFile);
    report(await runRounds(programs, rounds, urlsFile), pages, rounds);
  } finally {
    server?.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Programs take turns within a round; one that fails once is left out of the rest. */
async function runRounds(programs: readonly BenchProgram[], rounds: number, urlsFile: string): Promise<ProgramRuns[]> {
  const results = new Map(programs.map((program) => [program, [] as BenchResult[]]));
  for (let round = 1; round <= rounds; round++) {
    for (const [program, runs] of results) {
      const result = await runProgram(program, urlsFile);
      if ('failed' in result) {
        console.error(`${program.name} failed and is left out: ${result.failed}`);
        results.delete(program);
        process.exitCode = 1;
        continue;
      }
      runs.push(result);
      const cpu = ((result.cpuSeconds / result.pages) * 1000).toFixed(2);
      console.error(`round ${round}/${rounds}  ${program.name}: ${cpu} CPU-s per 1,000 pages`);
    }
  }
  return [...results].map(([{ name, baseline }, runs]) => ({ name, runs, ...(baseline && { baseline }) }));
}

function report(runs: readonly ProgramRuns[], pages: number, rounds: number): void {
  const summaries = summarize(runs, BASELINE);
  const machine = { node: process.version, cpu: cpus()[0]?.model, cores: availableParallelism(), load: loadavg()[0] };
  console.log(`${pages} pages, ${rounds} rounds, Node ${machine.node}, ${machine.cores} cores\n`);
  console.log(table(summaries, BASELINE));
  const file = fileURLToPath(new URL('../../bench/results/latest.json', import.meta.url));
  mkdirSync(path.dirname(file), { recursive: true });
  const record = { date: new Date().toISOString(), machine, pages, rounds, summaries, runs };
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`);
}

function chosen(names: string | undefined): readonly BenchProgram[] {
  if (names === undefined) return PROGRAMS;
  return names.split(',').map((name) => {
    const program = PROGRAMS.find((candidate) => candidate.name === name.trim());
    if (program !== undefined) return program;
    const known = PROGRAMS.map((candidate) => candidate.name).join(', ');
    throw new UsageError('unknown-program', `--only ${name}: the programs are ${known}.`);
  });
}

function isReady(program: BenchProgram): boolean {
  const missing = program.prepare?.().missing;
  if (missing !== undefined) console.error(`${program.name} is left out: ${missing}`);
  return missing === undefined;
}

function positive(flag: string, value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number > 0) return number;
  throw new UsageError('bad-flag', `--${flag} ${value}: give a whole number above 0.`);
}

try {
  await main();
} catch (thrown) {
  console.error(messageOf(thrown));
  process.exitCode = 2;
}
