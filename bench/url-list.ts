import type { LookupAddress, LookupOptions } from 'node:dns';
import { readFileSync } from 'node:fs';
import { UsageError } from '../src/failure.js';

/** Requests under way at once, the same for all programs. */
export const CONCURRENCY = 16;

/** Beside the list: what a program that goes its own way has visited, for a floor of the same pages. */
export const visitedFile = `${process.env.OSPREY_BENCH_URLS}.visited`;

/**
 * The workload of this run, from the file that the runner names in OSPREY_BENCH_URLS; with OSPREY_BENCH_VISITED=read, what the last program
 * with OSPREY_BENCH_VISITED=write has visited.
 */
export function urlList(): string[] {
  const isVisited = process.env.OSPREY_BENCH_VISITED === 'read';
  const file = isVisited ? visitedFile : process.env.OSPREY_BENCH_URLS;
  if (file === undefined) {
    throw new UsageError('no-workload', 'OSPREY_BENCH_URLS is not set: start this program through `npm run bench`.');
  }
  return readFileSync(file, 'utf8').trimEnd().split('\n');
}

type LookupDone = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** A name look-up that finds every host on loopback: the benchmark never touches the network. */
export function lookupLoopback(_host: string, options: LookupOptions, done: LookupDone): void {
  if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }]);
  else done(null, '127.0.0.1', 4);
}
