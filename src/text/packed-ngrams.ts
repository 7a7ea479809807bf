/** What the language detector knows: how much an n-gram of bytes speaks for each language. */
export interface NgramData {
  readonly type: string;
  /** Codes of the languages by their numbers. */
  readonly languages: Readonly<Record<string, string>>;
  /** For each n-gram the scores of its languages, by their numbers. */
  readonly ngrams: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

const LENGTH_BYTES = 4;
const ALIGNMENT = 8;
const LONGEST_NGRAM = 6;

/**
 * A table that is searched as it lies in the file: `{ type, languages, count, scores }` in JSON behind its length, then the keys of the n-grams
 * in ascending order, how many languages each has, the numbers of these languages, their scores.
 */
export function packNgrams({ type, languages, ngrams }: NgramData): Buffer {
  const rows = Object.entries(ngrams)
    .map(([ngram, scores]) => ({ key: keyOf(ngram), scores: Object.entries(scores) }))
    .sort((a, b) => a.key! - b.key!);
  const pairs = rows.flatMap(({ scores }) => scores);
  const facts = { type, languages, count: rows.length, scores: pairs.length };
  const head = Buffer.alloc(aligned(LENGTH_BYTES + JSON.stringify(facts).length), ' ');
  head.writeUInt32LE(head.length - LENGTH_BYTES);
  head.write(JSON.stringify(facts), LENGTH_BYTES);
  return Buffer.concat([
    head,
    new Uint8Array(Float64Array.from(rows, ({ key }) => key!).buffer),
    Uint8Array.from(rows, ({ scores }) => scores.length),
    Uint8Array.from(pairs, ([language]) => Number(language)),
    Uint8Array.from(pairs, ([, score]) => score),
  ]);
}

/** As objects, fifty thousand n-grams take 25 MB and 60 CPU-ms in every thread. These are looked up when somebody asks for them. */
export function unpackNgrams(bytes: Uint8Array): NgramData {
  // A copy, since numbers must start at a multiple of eight.
  const file = new Uint8Array(bytes).buffer;
  const headBytes = LENGTH_BYTES + new DataView(file).getUint32(0, true);
  const { type, languages, count, scores } = JSON.parse(
    Buffer.from(file, LENGTH_BYTES, headBytes - LENGTH_BYTES).toString(),
  ) as { type: string; languages: Record<string, string>; count: number; scores: number };
  const keys = new Float64Array(file, headBytes, count);
  const counts = new Uint8Array(file, headBytes + keys.byteLength, count);
  const languageOf = new Uint8Array(file, counts.byteOffset + count, scores);
  const scoreOf = new Uint8Array(file, languageOf.byteOffset + scores, scores);
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

function rowOf(keys: Float64Array, key: number | undefined): number {
  if (key === undefined) return -1;
  let low = 0;
  let high = keys.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = keys[middle]!;
    if (found === key) return middle;
    if (found < key) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}
