import { damagedKnowledge } from '../failure.js';

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

  /** Where the id's row starts in `values`; -1 where it has none. */
  find(id: number): number {
    const entry = this.#slots[this.#slotOf(id)]!;
    return entry === 0 ? -1 : (entry - 1) * this.width;
  }

  /** The same; a row of zeros is added where the id has none. */
  at(id: number): number {
    const slot = this.#slotOf(id);
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

  /** Takes in the packed rows of another table: the first `summed` columns add up, the others are those of whoever had the row first. */
  add(numbers: Float64Array, summed = this.width): void {
    const other = new TermRows(this.width);
    other.unpack(numbers);
    for (let row = 0; row < other.size; row++) {
      const id = other.#ids[row]!;
      const taken = this.find(id) < 0 ? this.width : summed;
      const start = this.at(id);
      for (let column = 0; column < taken; column++)
        this.values[start + column]! += other.values[row * this.width + column]!;
    }
  }

  #slotOf(id: number): number {
    const slots = this.#slots;
    const ids = this.#ids;
    const mask = slots.length - 1;
    let slot = id & mask;
    for (let entry = slots[slot]!; entry !== 0 && ids[entry - 1] !== id; entry = slots[slot]!) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(capacity: number): void {
    const ids = new Uint32Array(capacity);
    ids.set(this.#ids.subarray(0, this.#size));
    const values = new Float64Array(capacity * this.width);
    values.set(this.values.subarray(0, this.#size * this.width));
    this.#slots = new Uint32Array(2 * capacity);
    this.#ids = ids;
    this.values = values;
    for (let entry = 0; entry < this.#size; entry++) this.#slots[this.#slotOf(ids[entry]!)] = entry + 1;
  }
}
