/** What the language detector knows: how much an n-gram of bytes speaks for each language. */
export interface NgramData {
  readonly type: string;
  /** Codes of the languages by their numbers. */
  readonly languages: Readonly<Record<string, string>>;
  /** For each n-gram the scores of its languages, by their numbers. */
  readonly ngrams: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

const LENGTH_BYTES = 4;
const KEY_BYTES = 8;
const LONGEST_NGRAM = 6;

/**
 * A table that is searched as it lies in the file: `{ type, languages, count, scores }` in JSON behind its length, then the keys of the n-grams
 * in ascending order, how many languages each has, the numbers of these languages, their scores. Numbers are little-endian on every machine.
 */
export function packNgrams({ type, languages, ngrams }: NgramData): Buffer {
  const rows = Object.entries(ngrams)
    .map(([ngram, scores]) => ({ key: keyOf(ngram), scores: Object.entries(scores) }))
    .sort((a, b) => a.key! - b.key!);
  const pairs = rows.flatMap(({ scores }) => scores);
  const facts = Buffer.from(JSON.stringify({ type, languages, count: rows.length, scores: pairs.length }));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(facts.length);
  const keys = Buffer.alloc(KEY_BYTES * rows.length);
  for (const [row, { key }] of rows.entries()) keys.writeDoubleLE(key!, KEY_BYTES * row);
  return Buffer.concat([
    ...[length, facts, keys],
    Uint8Array.from(rows, ({ scores }) => scores.length),
    Uint8Array.from(pairs, ([language]) => Number(language)),
    Uint8Array.from(pairs, ([, score]) => score),
  ]);
}

/** As objects, fifty thousand n-grams take 25 MB and 60 CPU-ms in every thread. These are looked up when somebody asks for them. */
export function unpackNgrams(bytes: Uint8Array): NgramData {
  const { buffer, byteOffset } = bytes;
  const headBytes = LENGTH_BYTES + new DataView(buffer, byteOffset).getUint32(0, true);
  const { type, languages, count, scores } = JSON.parse(
    Buffer.from(bytes.subarray(LENGTH_BYTES, headBytes)).toString(),
  ) as { type: string; languages: Record<string, string>; count: number; scores: number };
  const keys = new DataView(buffer, byteOffset + headBytes, KEY_BYTES * count);
  const counts = new Uint8Array(buffer, keys.byteOffset + keys.byteLength, count);
  const languageOf = new Uint8Array(buffer, counts.byteOffset + count, scores);
  const scoreOf = new Uint8Array(buffer, languageOf.byteOffset + scores, scores);
  const starts = new Uint32Array(count);
  for (let row = 1; row < count; row++) starts[row] = starts[row - 1]! + counts[row - 1]!;
  const find = (ngram: string): Record<string, number> | undefined => {
    const row = rowOf(keys, keyOf(ngram));
    if (row < 0) return undefined;
    const found: Record<string, number> = {};
    const end = starts[row]! + counts[row]!;
    for (let i = starts[row]!; i < end; i++) found[languageOf[i]!] = scoreOf[i]!;
    return found;
  };
  const ngrams = new Proxy<NgramData['ngrams']>({}, { get: (_, ngram) => find(String(ngram)) });
  return { type, languages, ngrams };
}

/** Six characters of a byte each as a number of 48 bits; undefined for what cannot be one of them. */
function keyOf(ngram: string): number | undefined {
  if (ngram.length > LONGEST_NGRAM) return undefined;
  let key = 0;
  for (let i = 0; i < ngram.length; i++) {
    const code = ngram.charCodeAt(i);
    if (code === 0 || code > 0xff) return undefined;
    key = key * 0x100 + code;
  }
  return key;
}

function rowOf(keys: DataView, key: number | undefined): number {
  if (key === undefined) return -1;
  let low = 0;
  let high = keys.byteLength / KEY_BYTES - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = keys.getFloat64(KEY_BYTES * middle, true);
    if (found === key) return middle;
    if (found < key) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
