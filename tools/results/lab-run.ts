import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PapersReport } from '../../src/lab/papers/report/papers-report.js';
import type { LabReport, RunResult } from '../../src/lab/results.js';

/** Files of a web that strategies can be compared on. */
export const webFiles = ['web.warc.gz', 'labels.tsv', 'topics.yaml'] as const;

/** That of the build that this is part of. */
const program = fileURLToPath(new URL('../../src/cli/osprey.cjs', import.meta.url));

/** Standard output of a command of Osprey's. */
export function osprey(args: readonly string[]): string {
  process.stderr.write(`osprey ${args.join(' ')}\n`);
  const { status, stdout } = spawnSync(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`osprey ${args[0]} ended with ${status}`);
  return stdout;
}

/** Arguments that name the web of a folder, and where to write to. */
export function onWeb(folder: string, out: string): string[] {
  const [web, labels, topics] = webFiles.map((file) => path.join(folder, file)) as [string, string, string];
  return ['--web', web, '--labels', labels, '--topics', topics, '--out', out];
}

/** A comparison with all its crawls. Curves are taken from the folder: megabytes that one command makes again. */
export function labRun(args: readonly string[]): LabReport {
  const { out, ...report } = JSON.parse(osprey(['lab', ...args, '--json'])) as Omit<LabReport, 'runs'> & {
    out: string;
  };
  const file = path.join(out, 'results.json');
  const runs = JSON.parse(readFileSync(file, 'utf8')) as RunResult[];
  rmSync(file);
  return { ...report, runs };
}

/** Experiments of the papers, or of ours, on the web of a folder, with what the command writes. `more` are further arguments. */
export function papersRun(
  folder: string,
  out: string,
  experiments: readonly string[],
  ...more: string[]
): PapersReport {
  const args = ['lab', 'papers', ...experiments, ...onWeb(folder, out), ...more, '--json'];
  const { out: _, ...report } = JSON.parse(osprey(args)) as PapersReport & { out: string };
  return report;
}
