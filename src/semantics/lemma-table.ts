import { endOfHash, hashUnit, startOfHash, termId } from '../text/term-id.js';

const SMALLEST = 1 << 10;
/** Bits that tell where collocations may begin: with the 45,000 beginnings of WordNet, one in twenty is a false alarm. */
const BEGINNING_BITS = 1 << 20;
const SPACE = 0x20;

/**
 * Words and collocations (words joined by one space), numbered from 0 in order of arrival, in one string table with a hash index:
 * some 25 bytes each.
 */
export class LemmaTable {
  readonly #beginnings = new Uint8Array(BEGINNING_BITS >>> 3);
  /** Number + 1, at the first free slot from the hash's low bits on. At most half full. */
  #slots = new Uint32Array(2 * SMALLEST);
  #starts = new Uint32Array(SMALLEST + 1);
  #bytes = Buffer.alloc(16 * SMALLEST);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The number of a lemma, or -1 when it is unknown. */
  find(lemma: string): number {
    return this.#slots[this.#slotOf(lemma)]! - 1;
  }

  /** The number of a lemma of ASCII text, which is taken in when it is new. */
  add(lemma: string): number {
    const slot = this.#slotOf(lemma);
    if (this.#slots[slot] !== 0) return this.#slots[slot]! - 1;
    if (this.#size === this.#starts.length - 1) {
      this.#resize(2 * this.#size);
      return this.add(lemma);
    }
    const start = this.#starts[this.#size]!;
    const end = start + lemma.length;
    if (end > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], 2 * end);
    this.#bytes.write(lemma, start, 'latin1');
    this.#slots[slot] = ++this.#size;
    this.#starts[this.#size] = end;
    const space = lemma.indexOf(' ');
    if (space > 0) {
      const bit = beginningBit(lemma, space, lemma.charCodeAt(space + 1));
      this.#beginnings[bit >>> 3]! |= 1 << (bit & 7);
    }
    return this.#size - 1;
  }

  /**
   * False if no collocation begins with these two words, in whatever form the second is: its first letter is what is looked at.
   * Most neighbours in a text need no further look-up.
   */
  mayBegin(first: string, second: string): boolean {
    const bit = beginningBit(first, first.length, second.charCodeAt(0));
    return (this.#beginnings[bit >>> 3]! & (1 << (bit & 7))) !== 0;
  }

  textOf(number: number): string {
    return this.#bytes.toString('latin1', this.#starts[number]!, this.#starts[number + 1]!);
  }

  /** Gives back what was kept for growing. */
  trim(): void {
    this.#bytes = Buffer.concat([this.#bytes], this.#starts[this.#size]!);
    this.#starts = this.#starts.slice(0, this.#size + 1);
  }

  #slotOf(lemma: string): number {
    const mask = this.#slots.length - 1;
    let slot = termId(lemma) & mask;
    for (let entry = this.#slots[slot]!; entry !== 0; entry = this.#slots[slot]!) {
      if (this.#is(entry - 1, lemma)) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #is(number: number, lemma: string): boolean {
    const start = this.#starts[number]!;
    if (this.#starts[number + 1]! - start !== lemma.length) return false;
    for (let i = 0; i < lemma.length; i++) if (this.#bytes[start + i] !== lemma.charCodeAt(i)) return false;
    return true;
  }

  #resize(capacity: number): void {
    const starts = new Uint32Array(capacity + 1);
    starts.set(this.#starts);
    this.#starts = starts;
    this.#slots = new Uint32Array(2 * capacity);
    for (let number = 0; number < this.#size; number++) this.#slots[this.#slotOf(this.textOf(number))] = number + 1;
  }
}

function beginningBit(text: string, length: number, secondInitial: number): number {
  let state = startOfHash;
  for (let i = 0; i < length; i++) state = hashUnit(state, text.charCodeAt(i));
  return endOfHash(hashUnit(hashUnit(state, SPACE), secondInitial)) & (BEGINNING_BITS - 1);
}
