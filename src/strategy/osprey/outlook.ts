import { damagedKnowledge } from '../../failure.js';
import type { Knowledge, Pieces } from '../../model/strategy.js';
import { slotOf } from '../../text/slot-of.js';
import { bytesOf } from '../bytes-of.js';
import { joinedPieces } from '../joined-pieces.js';

/** Parents and words that are remembered of a waiting URL: the first ones; more of them made no difference in the lab. */
export const parentsKept = 4;
export const wordsKept = 8;

const SMALLEST = 64;
/** Float columns: highest and summed reward of its parents, their number, likeness of anchor and URL to the topic. */
const [best, sum, links, anchor, url, floats] = [0, 1, 2, 3, 4, 5] as const;
/** Integer columns: host, template, how many parents and words are kept; then these. */
const [host, template, parentCount, wordCount, firstParent] = [0, 1, 2, 3, 4] as const;
const firstWord = firstParent + parentsKept;
const integers = firstWord + wordsKept;
/** Of a packed row: its key, then the two kinds. */
const columns = 1 + floats + integers;
const rowBytes = 4 * columns;
/** No key is below zero. */
const packedMark = -1;
const headBytes = 16;
/** Rows that are packed at a time. */
const rowsAtOnce = 8_192;

/** Words as a stretch of an array. */
export interface Words {
  ids: Uint32Array;
  from: number;
  to: number;
}

/** A link, as far as it changes the outlook of its target. */
export interface FoundLink {
  /** Number of the page with the link. */
  readonly parent: number;
  readonly reward: number;
  readonly anchor: number;
  readonly words: Uint32Array;
}

/**
 * What is known of every URL that waits: about 100 bytes each, by a 32-bit hash of the URL. Two of a million URLs share a
 * hash now and then, and with it their evidence, which costs nothing but a little precision.
 */
export class Outlook implements Knowledge {
  #slots = new Uint32Array(2 * SMALLEST);
  #keys = new Uint32Array(SMALLEST);
  #floats = new Float32Array(SMALLEST * floats);
  #integers = new Uint32Array(SMALLEST * integers);
  /** Rows that were given up, to be used again. */
  #free: number[] = [];
  #rows = 0;
  /** Made once, and filled for each call of `wordsOf`. */
  private readonly words: Words = { ids: this.#integers, from: 0, to: 0 };

  get size(): number {
    return this.#rows - this.#free.length;
  }

  /** Its row, -1 where it is not waiting. */
  find(key: number): number {
    return this.#slots[slotOf(this.#slots, this.#keys, key)]! - 1;
  }

  /** A row for a URL that is not waiting yet. */
  add(key: number, keys: { readonly host: number; readonly template: number; readonly url: number }): number {
    if (this.#free.length === 0 && this.#rows === this.#keys.length) this.#grow(2 * this.#rows);
    const row = this.#free.pop() ?? this.#rows++;
    this.#keys[row] = key;
    this.#slots[slotOf(this.#slots, this.#keys, key)] = row + 1;
    this.#floats.fill(0, row * floats, (row + 1) * floats);
    this.#floats[row * floats + url] = keys.url;
    this.#integers.fill(0, row * integers, (row + 1) * integers);
    this.#integers[row * integers + host] = keys.host;
    this.#integers[row * integers + template] = keys.template;
    return row;
  }

  /** Another link to it was found. */
  found(row: number, link: FoundLink): void {
    const float = row * floats;
    if (link.reward > this.#floats[float + best]!) this.#floats[float + best] = link.reward;
    if (link.anchor > this.#floats[float + anchor]!) this.#floats[float + anchor] = link.anchor;
    this.#floats[float + sum]! += link.reward;
    this.#floats[float + links]!++;
    const start = row * integers;
    const parents = this.#integers[start + parentCount]!;
    if (parents < parentsKept) {
      this.#integers[start + firstParent + parents] = link.parent;
      this.#integers[start + parentCount]!++;
    }
    for (const word of link.words) this.#addWord(start, word);
  }

  /** It waits no longer. Others may move to close the gap in the table, but keep their rows. */
  delete(key: number): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let gap = slotOf(slots, this.#keys, key);
    if (slots[gap] === 0) return;
    const given = slots[gap]! - 1;
    this.#free.push(given);
    this.#keys[given] = 0;
    for (let slot = (gap + 1) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const home = this.#keys[slots[slot]! - 1]! & mask;
      // Whether the way from its home to its slot leads over the gap.
      if (((slot - home) & mask) < ((slot - gap) & mask)) continue;
      slots[gap] = slots[slot]!;
      gap = slot;
    }
    slots[gap] = 0;
  }

  bestReward(row: number): number {
    return this.#floats[row * floats + best]!;
  }

  sumOfRewards(row: number): number {
    return this.#floats[row * floats + sum]!;
  }

  linksTo(row: number): number {
    return this.#floats[row * floats + links]!;
  }

  anchorLikeness(row: number): number {
    return this.#floats[row * floats + anchor]!;
  }

  urlLikeness(row: number): number {
    return this.#floats[row * floats + url]!;
  }

  hostOf(row: number): number {
    return this.#integers[row * integers + host]!;
  }

  templateOf(row: number): number {
    return this.#integers[row * integers + template]!;
  }

  parentsKept(row: number): number {
    return this.#integers[row * integers + parentCount]!;
  }

  /** The number of one of its parents that are kept. */
  parent(row: number, index: number): number {
    return this.#integers[row * integers + firstParent + index]!;
  }

  /** Its words, as a stretch of an array that is valid until a row is added: a view for each would cost more than it holds. */
  wordsOf(row: number): Words {
    const { words } = this;
    words.ids = this.#integers;
    words.from = row * integers + firstWord;
    words.to = words.from + this.#integers[row * integers + wordCount]!;
    return words;
  }

  snapshot(): Uint8Array {
    return joinedPieces(this.pieces());
  }

  /**
   * In the order of rows, so that what was unpacked is packed alike; rows that were given up have no key. A mark, the number of rows, then the
   * rows in the four bytes a column that they have here: half of what they would take as doubles, and there may be millions.
   */
  pieces(): Pieces {
    return { length: headBytes + this.size * rowBytes, [Symbol.iterator]: () => this.#packed() };
  }

  *#packed(): Generator<Uint8Array> {
    yield bytesOf(Float64Array.of(packedMark, this.size));
    const ints = new Uint32Array(rowsAtOnce * columns);
    const reals = new Float32Array(ints.buffer);
    let at = 0;
    for (let row = 0; row < this.#rows; row++) {
      if (this.#keys[row] === 0) continue;
      ints[at] = this.#keys[row]!;
      for (let column = 0; column < floats; column++) reals[at + 1 + column] = this.#floats[row * floats + column]!;
      for (let column = 0; column < integers; column++)
        ints[at + 1 + floats + column] = this.#integers[row * integers + column]!;
      at += columns;
      if (at < ints.length) continue;
      yield bytesOf(ints);
      at = 0;
    }
    yield bytesOf(ints.subarray(0, at));
  }

  restore(data: Uint8Array): void {
    const [mark, size = 0] = data.length < headBytes ? [] : new Float64Array(copyOf(data, 0, headBytes));
    // Of version 0.1, every column was a double.
    const isOld = mark !== packedMark;
    if (isOld ? data.length % (8 * columns) !== 0 : data.length !== headBytes + size * rowBytes)
      throw damagedKnowledge('what waits to be visited', data.length);
    this.#clear(isOld ? data.length / (8 * columns) : size);
    // In lots, whose copies begin where numbers may begin.
    const lotBytes = rowsAtOnce * (isOld ? 8 * columns : rowBytes);
    for (let at = isOld ? 0 : headBytes; at < data.length; at += lotBytes) {
      const buffer = copyOf(data, at, at + lotBytes);
      if (isOld) this.#fill(new Float64Array(buffer), new Float64Array(buffer));
      else this.#fill(new Uint32Array(buffer), new Float32Array(buffer));
    }
  }

  #clear(expected: number): void {
    this.#rows = 0;
    this.#free = [];
    this.#slots.fill(0);
    this.#grow(Math.max(SMALLEST, 2 ** Math.ceil(Math.log2(Math.max(1, expected)))));
  }

  /** Rows by their columns: integers from the one array, reals from the other. */
  #fill(ints: Uint32Array | Float64Array, reals: Float32Array | Float64Array): void {
    for (let at = 0; at < ints.length; at += columns) {
      const row = this.add(ints[at]!, { host: 0, template: 0, url: 0 });
      for (let column = 0; column < floats; column++) this.#floats[row * floats + column] = reals[at + 1 + column]!;
      for (let column = 0; column < integers; column++)
        this.#integers[row * integers + column] = ints[at + 1 + floats + column]!;
    }
  }

  #addWord(start: number, word: number): void {
    const words = this.#integers[start + wordCount]!;
    if (words === wordsKept) return;
    for (let i = 0; i < words; i++) if (this.#integers[start + firstWord + i] === word) return;
    this.#integers[start + firstWord + words] = word;
    this.#integers[start + wordCount]!++;
  }

  #grow(capacity: number): void {
    const before = this.#slots;
    this.#keys = extended(this.#keys, new Uint32Array(capacity));
    this.#floats = extended(this.#floats, new Float32Array(capacity * floats));
    this.#integers = extended(this.#integers, new Uint32Array(capacity * integers));
    this.#slots = new Uint32Array(2 * capacity);
    for (const entry of before)
      if (entry !== 0) this.#slots[slotOf(this.#slots, this.#keys, this.#keys[entry - 1]!)] = entry;
  }
}

function extended<Numbers extends Uint32Array | Float32Array>(numbers: Numbers, larger: Numbers): Numbers {
  larger.set(numbers.subarray(0, Math.min(numbers.length, larger.length)));
  return larger;
}

/** Bytes of a Buffer would not be copied by its own `slice`. */
function copyOf(data: Uint8Array, from: number, to: number): ArrayBuffer {
  return new Uint8Array(data.subarray(from, to)).buffer;
}
