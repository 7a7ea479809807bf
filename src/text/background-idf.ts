import { readFileSync } from 'node:fs';
import { Failure, messageOf } from '../failure.js';
import type { Idf } from './idf.js';
import { TermIndex } from './shipped/term-index.js';
import { uint32sIn } from './shipped/uint32s-in.js';

/** What `tools/build-background-idf.ts` finds out; data/README.md describes source and method. */
export interface BackgroundStatistics {
  /** Ids of the terms, ascending. */
  readonly ids: Uint32Array;
  /** Their idf as steps from `lowest` (0) to `highest` (255). */
  readonly steps: Uint8Array;
  readonly lowest: number;
  /** Also the idf of all terms that are not listed. */
  readonly highest: number;
  /** Σ idf²·p² and Σ idf²·p over all terms, p being the share of the content tokens that are this term. */
  readonly squares: number;
  readonly variances: number;
}

/** Idf of general English text: log(1 + 1 / share of the documents that have the term). */
export class BackgroundIdf implements Idf {
  readonly #statistics: BackgroundStatistics;
  readonly #index: TermIndex;
  readonly #idfs: Float64Array;

  constructor(statistics: BackgroundStatistics) {
    const { ids, lowest, highest } = statistics;
    this.#statistics = statistics;
    this.#index = new TermIndex(ids);
    this.#idfs = Float64Array.from({ length: 256 }, (_, step) => lowest + (step / 255) * (highest - lowest));
  }

  of(termId: number): number {
    const { steps, highest } = this.#statistics;
    const row = this.#index.rowOf(termId);
    return row < 0 ? highest : this.#idfs[steps[row]!]!;
  }

  /**
   * The norm to expect of the vector f·idf of a page with this many content tokens drawn from general English. With
   * Poisson counts of mean L·p, E[f²] = (L·p)² + L·p, so norm² = Σ idf²·((L·p)² + L·p).
   */
  expectedNorm(length: number): number {
    return Math.sqrt(length * length * this.#statistics.squares + length * this.#statistics.variances);
  }
}

const loaded = new Map<boolean, BackgroundIdf>();

/** The shipped statistics, read on first use; for terms that are stemmed, or words as they are. */
export function backgroundIdf(stem = true): BackgroundIdf {
  let idf = loaded.get(stem);
  if (idf === undefined) {
    idf = new BackgroundIdf(readStatistics(new URL(`../../../data/${backgroundFile(stem)}`, import.meta.url)));
    loaded.set(stem, idf);
  }
  return idf;
}

export function backgroundFile(stem: boolean): string {
  return stem ? 'background-idf-en.bin' : 'background-idf-en-unstemmed.bin';
}

const MAGIC = 0x4644494f; // "OIDF"
const HEADER_BYTES = 40;

/**
 * Layout, little-endian: "OIDF", uint32 count, float64 lowest, highest, squares, variances, uint32 ids, uint8 steps.
 */
export function encodeStatistics(statistics: BackgroundStatistics): Uint8Array {
  const { ids, steps, lowest, highest, squares, variances } = statistics;
  const bytes = new Uint8Array(HEADER_BYTES + 5 * ids.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, ids.length, true);
  [lowest, highest, squares, variances].forEach((value, i) => {
    view.setFloat64(8 + 8 * i, value, true);
  });
  ids.forEach((id, i) => {
    view.setUint32(HEADER_BYTES + 4 * i, id, true);
  });
  bytes.set(steps, HEADER_BYTES + 4 * ids.length);
  return bytes;
}

export function decodeStatistics(bytes: Uint8Array): BackgroundStatistics {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.length < HEADER_BYTES || view.getUint32(0, true) !== MAGIC ? -1 : view.getUint32(4, true);
  if (bytes.length !== HEADER_BYTES + 5 * count) throw new Error('truncated, or not an idf table');
  return {
    ids: uint32sIn(bytes, HEADER_BYTES, count),
    steps: bytes.slice(HEADER_BYTES + 4 * count),
    lowest: view.getFloat64(8, true),
    highest: view.getFloat64(16, true),
    squares: view.getFloat64(24, true),
    variances: view.getFloat64(32, true),
  };
}

function readStatistics(file: URL): BackgroundStatistics {
  try {
    return decodeStatistics(readFileSync(file));
  } catch (error) {
    if (/^E[MN]FILE$/.test((error as NodeJS.ErrnoException).code ?? '')) throw noDescriptors(file, error);
    const message = `Install the package again: its ${file.pathname} cannot be read (${messageOf(error)}).`;
    throw new Failure('background-idf-unreadable', message, 'fatal', { file: file.pathname }, error);
  }
}

function noDescriptors(file: URL, cause: unknown): Failure {
  const message = `${file.pathname} cannot be opened: too many files are open. Raise the limit (ulimit -n).`;
  return new Failure('local-resources', message, 'fatal', { file: file.pathname }, cause);
}
