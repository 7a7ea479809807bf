/** What the characters of a block look like, whatever its language. */
export interface TextShape {
  /** Length as a reader would feel it: an ideograph or a kana says as much as two and a half letters. */
  size: number;
  /** Marks that end or divide sentences. */
  marks: number;
  digits: number;
  capitals: number;
  /** Whether the last character ends a sentence. */
  endsSentence: boolean;
  /** The same for blocks that begin with the same words. */
  hash: number;
}

const IDEOGRAPH = 2.5;
/** The beginning of a block says what it is. No more than a byte can count. */
const LOOKED_AT = 250;
const HASHED = 60;

/** What each character adds to four counters of one byte each: marks, digits, capitals, ideographs. */
const COUNTS = new Int32Array(1 << 16);
const [DIGIT, CAPITAL, IDEOGRAM] = [1 << 8, 1 << 16, 1 << 24];
/** Comma, full stop, semicolon, exclamation and question mark, also of Chinese, Japanese, Hindi, Arabic and Urdu. */
for (const mark of ',.;!?、。，．！？；।،؟۔') COUNTS[mark.charCodeAt(0)] = 1;
COUNTS.fill(DIGIT, 48, 58);
COUNTS.fill(CAPITAL, 65, 91);
for (let code = 0x2e80; code <= 0xfaff; code++) if (COUNTS[code] === 0) COUNTS[code] = IDEOGRAM;

/** What stands at the end of a sentence: its mark, or a quotation mark, a bracket or a colon behind it. */
const ENDS = new Set([...'.!?:"”」…。．！？।؟۔'].map((sign) => sign.charCodeAt(0)));

/** Reads `text[start, end)` into `shape`, which is used again for every block. */
export function readShape(text: string, start: number, end: number, shape: TextShape): void {
  const last = Math.min(end, start + LOOKED_AT);
  let [counts, hash] = [0, end - start];
  for (let i = start; i < last; i++) {
    const code = text.charCodeAt(i);
    counts += COUNTS[code]!;
    if (i < start + HASHED) hash = (Math.imul(hash, 31) + code) | 0;
  }
  const scale = (end - start) / Math.max(1, last - start);
  shape.size = end - start + (IDEOGRAPH - 1) * Math.floor(counts / IDEOGRAM) * scale;
  shape.marks = (counts & 0xff) * scale;
  shape.digits = ((counts >> 8) & 0xff) * scale;
  shape.capitals = ((counts >> 16) & 0xff) * scale;
  shape.endsSentence = end > start && ENDS.has(text.charCodeAt(end - 1));
  shape.hash = hash;
}
