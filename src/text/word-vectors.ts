import { readFileSync } from 'node:fs';
import { Failure, messageOf } from '../failure.js';
import { TermIndex } from './shipped/term-index.js';
import { uint32sIn } from './shipped/uint32s-in.js';

/** What `tools/build-word-vectors.ts` makes; data/README.md describes source and method. */
export interface VectorTable {
  readonly dimensions: number;
  /** Ids of the terms, ascending. */
  readonly ids: Uint32Array;
  /** The vector of the n-th term: `dimensions` numbers from n · dimensions on, in units that are the same for all. */
  readonly vectors: Int8Array;
}

/**
 * Meanings of English words: vectors whose cosine is high where words are used alike. They have about the same length, and what
 * all words have in common is taken out of them, so that sums of them can be compared.
 */
export class WordVectors {
  readonly dimensions: number;
  readonly #vectors: Int8Array;
  readonly #index: TermIndex;

  constructor({ dimensions, ids, vectors }: VectorTable) {
    this.dimensions = dimensions;
    this.#vectors = vectors;
    this.#index = new TermIndex(ids);
  }

  has(termId: number): boolean {
    return this.#index.rowOf(termId) >= 0;
  }

  /** Brings Σ weight · vector of the terms that have one into `sum`; returns the weight of these. Four at a time, which takes half as long. */
  sumOf(ids: Uint32Array, weights: Float64Array, sum: Float64Array): number {
    const vectors = this.#vectors;
    const { dimensions } = this;
    const rows = [0, 0, 0, 0];
    const factors = [0, 0, 0, 0];
    let known = 0;
    let waiting = 0;
    sum.fill(0);
    for (let index = 0; index < ids.length; index++) {
      const row = this.#index.rowOf(ids[index]!);
      if (row >= 0) {
        known += weights[index]!;
        rows[waiting] = row * dimensions;
        factors[waiting++] = weights[index]!;
      }
      if (waiting < 4 && (index < ids.length - 1 || waiting === 0)) continue;
      for (; waiting < 4; waiting++) factors[waiting] = 0;
      const [a, b, c, d] = rows as [number, number, number, number];
      const [wa, wb, wc, wd] = factors as [number, number, number, number];
      for (let i = 0; i < dimensions; i++)
        sum[i]! += wa * vectors[a + i]! + wb * vectors[b + i]! + wc * vectors[c + i]! + wd * vectors[d + i]!;
      waiting = 0;
    }
    return known;
  }
}

let loaded: WordVectors | undefined;

/** The shipped vectors, of stems, read on first use. */
export function wordVectors(): WordVectors {
  loaded ??= new WordVectors(readTable(new URL(`../../../data/${vectorFile}`, import.meta.url)));
  return loaded;
}

export const vectorFile = 'word-vectors-en.bin';

const MAGIC = 0x5657534f; // "OSWV"
const HEADER_BYTES = 12;

/**
 * Layout, little-endian: "OSWV", uint32 number of terms, uint32 dimensions, uint32 ids, int8 vectors. Not compressed: that would save a sixth of
 * it, and cost every crawl 30 ms; and the system's allocator, once it has seen large blocks come and go, keeps 25 MB more for the process.
 */
export function encodeVectors({ dimensions, ids, vectors }: VectorTable): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + 4 * ids.length + vectors.length);
  const view = new DataView(bytes.buffer);
  for (const [index, value] of [MAGIC, ids.length, dimensions].entries()) view.setUint32(4 * index, value, true);
  for (const [index, id] of ids.entries()) view.setUint32(HEADER_BYTES + 4 * index, id, true);
  bytes.set(new Uint8Array(vectors.buffer, vectors.byteOffset, vectors.length), HEADER_BYTES + 4 * ids.length);
  return bytes;
}

export function decodeVectors(bytes: Uint8Array): VectorTable {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isTable = bytes.length >= HEADER_BYTES && view.getUint32(0, true) === MAGIC;
  const [count, dimensions] = isTable ? [view.getUint32(4, true), view.getUint32(8, true)] : [0, 0];
  const end = HEADER_BYTES + 4 * count;
  if (!isTable || bytes.length !== end + count * dimensions)
    throw new Error('it is cut off or not a table of word vectors');
  const ids = uint32sIn(bytes, HEADER_BYTES, count);
  return { dimensions, ids, vectors: new Int8Array(bytes.buffer, bytes.byteOffset + end, count * dimensions) };
}

function readTable(file: URL): VectorTable {
  try {
    return decodeVectors(readFileSync(file));
  } catch (error) {
    const message = `Install the package again: its ${file.pathname} cannot be read (${messageOf(error)}).`;
    throw new Failure('word-vectors-unreadable', message, 'fatal', { file: file.pathname }, error);
  }
}
