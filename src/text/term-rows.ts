import { damagedKnowledge } from '../failure.js';
import { slotOf, slotsFor } from './slot-of.js';

const SMALLEST = 64;

/**
 * Rows of numbers by a 32-bit hash (of a term, a host, a URL), in typed arrays: what is counted or learnt about each. Rows
 * keep the order of insertion, so whatever is read from them does not depend on their history of growth.
 */
export class TermRows {
  /** `width` numbers a row, row after row; valid until a row is added. */
  values: Float64Array;
  #slots = new Uint32Array(2 * SMALLEST);
  #ids = new Uint32Array(SMALLEST);
  #size = 0;

  constructor(readonly width: number) {
    this.values = new Float64Array(width * SMALLEST);
  }

  get size(): number {
    return this.#size;
  }

  /** Ids in the order of their rows: a view that is valid until a row is added. */
  get ids(): Uint32Array {
    return this.#ids.subarray(0, this.#size);
  }

  /** Where the id's row starts in `values`; -1 where it has none. */
  find(id: number): number {
    const entry = this.#slots[slotOf(this.#slots, this.#ids, id)]!;
    return entry === 0 ? -1 : (entry - 1) * this.width;
  }

  /** The same; a row of zeros is added where the id has none. */
  at(id: number): number {
    const slot = slotOf(this.#slots, this.#ids, id);
    const entry = this.#slots[slot]!;
    if (entry !== 0) return (entry - 1) * this.width;
    if (this.#size === this.#ids.length) {
      this.#grow(2 * this.#size);
      return this.at(id);
    }
    this.#ids[this.#size] = id;
    this.#slots[slot] = ++this.#size;
    return (this.#size - 1) * this.width;
  }

  /** Its numbers as one array: ids first, then the rows. */
  packed(): Float64Array {
    const numbers = new Float64Array(this.#size * (1 + this.width));
    numbers.set(this.#ids.subarray(0, this.#size));
    numbers.set(this.values.subarray(0, this.#size * this.width), this.#size);
    return numbers;
  }

  /** Becomes what `packed` gave. */
  unpack(numbers: Float64Array): void {
    const size = numbers.length / (1 + this.width);
    if (!Number.isInteger(size)) throw damagedKnowledge('rows by term', numbers.byteLength);
    this.#size = 0;
    this.#grow(Math.max(SMALLEST, 2 ** Math.ceil(Math.log2(Math.max(1, size)))));
    for (let row = 0; row < size; row++) this.at(numbers[row]!);
    this.values.set(numbers.subarray(size));
  }

  #grow(capacity: number): void {
    const ids = new Uint32Array(capacity);
    ids.set(this.#ids.subarray(0, this.#size));
    const values = new Float64Array(capacity * this.width);
    values.set(this.values.subarray(0, this.#size * this.width));
    this.#slots = slotsFor(ids, this.#size);
    this.#ids = ids;
    this.values = values;
  }
}
