import { endOfHash, hashUnit, startOfHash, termId } from '../text/term-id.js';
import type { Lines } from './lines.js';

/** Bits that tell where collocations may begin: with the 45,000 beginnings of WordNet, one in twenty is a false alarm. */
const BEGINNING_BITS = 1 << 20;
const SPACE = 0x20;

/** Words and collocations (words joined by one space), numbered from 0, with a hash index: some 30 bytes each. */
export class LemmaTable {
  readonly #lines: Lines;
  readonly #beginnings = new Uint8Array(BEGINNING_BITS >>> 3);
  /** Number + 1, at the first free slot from the hash's low bits on. At most half full. */
  readonly #slots: Uint32Array;

  /** A line each, none twice. */
  constructor(lines: Lines) {
    this.#lines = lines;
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * lines.size + 1)));
    for (let lemma = 0; lemma < lines.size; lemma++) this.#index(lemma);
  }

  get size(): number {
    return this.#lines.size;
  }

  /** The number of a lemma, or -1 when it is unknown. */
  find(lemma: string): number {
    const mask = this.#slots.length - 1;
    for (let slot = termId(lemma) & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot]! - 1;
      if (number < 0 || this.#is(number, lemma)) return number;
    }
  }

  /**
   * False if no collocation begins with these two words, in whatever form the second is: its first letter is what is looked at.
   * Most neighbours in a text need no further look-up.
   */
  mayBegin(first: string, second: string): boolean {
    let state = startOfHash;
    for (let i = 0; i < first.length; i++) state = hashUnit(state, first.charCodeAt(i));
    const bit = beginningBit(state, second.charCodeAt(0));
    return (this.#beginnings[bit >>> 3]! & (1 << (bit & 7))) !== 0;
  }

  textOf(number: number): string {
    return this.#lines.at(number);
  }

  #index(number: number): void {
    const { bytes } = this.#lines;
    const end = this.#lines.end(number);
    let state = startOfHash;
    let words = 1;
    for (let at = this.#lines.start(number); at < end; at++) {
      const byte = bytes[at]!;
      if (byte === SPACE && words++ === 1) {
        const bit = beginningBit(state, bytes[at + 1]!);
        this.#beginnings[bit >>> 3]! |= 1 << (bit & 7);
      }
      state = hashUnit(state, byte);
    }
    const mask = this.#slots.length - 1;
    let slot = endOfHash(state) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = number + 1;
  }

  #is(number: number, lemma: string): boolean {
    const { bytes } = this.#lines;
    const start = this.#lines.start(number);
    if (this.#lines.end(number) - start !== lemma.length) return false;
    for (let i = 0; i < lemma.length; i++) if (bytes[start + i] !== lemma.charCodeAt(i)) return false;
    return true;
  }
}

/** `state` is the hash of the first word so far. */
function beginningBit(state: number, secondInitial: number): number {
  return endOfHash(hashUnit(hashUnit(state, SPACE), secondInitial)) & (BEGINNING_BITS - 1);
}
