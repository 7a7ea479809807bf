import { fileURLToPath } from 'node:url';
import { findScrapy, installPeers, scrapyCommand } from './peers.js';

/**
 * A program that works through the workload in a fresh process and prints a `BenchResult` as its last line (see
 * `Meter`). Its environment also has
 * - OSPREY_BENCH_URLS: file with the pages to fetch, one URL a line. All hosts are on 127.0.0.1, on the URLs' port.
 * - OSPREY_BENCH_OUT: an empty folder for what it writes; also CRAWLEE_STORAGE_DIR. Removed afterwards.
 */
export interface BenchProgram {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Ratios are taken to this program, where it does not work through the list. */
  readonly baseline?: string;
  /** Makes ready what the program needs, before any is measured; a `missing` reason leaves the program out. */
  prepare?(): { readonly missing?: string };
}

/** Ratios are taken to this program. */
export const BASELINE = 'floor';

export const PROGRAMS: readonly BenchProgram[] = [
  { name: BASELINE, command: nodeProgram('floor') },
  { name: 'fetch-only', command: nodeProgram('fetch-only') },
  { name: 'osprey', command: nodeProgram('osprey') },
  {
    name: 'osprey-default',
    command: nodeProgram('osprey'),
    env: { OSPREY_BENCH_STRATEGY: 'osprey', OSPREY_BENCH_VISITED: 'write' },
    baseline: 'floor-default',
  },
  {
    name: 'floor-default',
    command: nodeProgram('floor'),
    env: { OSPREY_BENCH_VISITED: 'read' },
    baseline: 'floor-default',
  },
  { name: 'osprey-one-thread', command: nodeProgram('osprey'), env: { OSPREY_BENCH_WORKERS: '0' } },
  { name: 'osprey-two-threads', command: nodeProgram('osprey'), env: { OSPREY_BENCH_WORKERS: '2' } },
  { name: 'osprey-archive', command: nodeProgram('osprey'), env: { OSPREY_BENCH_WEB: 'archived' } },
  {
    name: 'osprey-stages',
    command: nodeProgram('osprey'),
    env: { OSPREY_BENCH_WORKERS: '0', OSPREY_BENCH_STAGES: '1' },
  },
  { name: 'crawlee', command: nodeProgram('crawlee'), prepare: installPeers },
  {
    name: 'crawlee-memory',
    command: nodeProgram('crawlee'),
    env: { CRAWLEE_PERSIST_STORAGE: 'false' },
    prepare: installPeers,
  },
  { name: 'node-crawler', command: nodeProgram('node-crawler'), prepare: installPeers },
  { name: 'scrapy', command: scrapyCommand, prepare: findScrapy },
];

/** The command line of a compiled program of this folder. */
export function nodeProgram(name: string): string[] {
  return [process.execPath, fileURLToPath(new URL(`${name}.js`, import.meta.url))];
}
