const SMALLEST = 64;
/** `clear` gives back what one huge text made the table grow to. */
const LARGEST_KEPT = 1 << 14;

/**
 * A map from term ids to numbers in typed arrays: two to four times faster than a Map, whose keys above 2^30 are
 * boxed. Entries keep the order of insertion, so whatever is read from it does not depend on its history of growth.
 */
export class TermTable {
  /** Index + 1 into the entries, at the first free slot from the id's low bits on. At most half full. */
  #slots = new Uint32Array(2 * SMALLEST);
  #ids = new Uint32Array(SMALLEST);
  #values = new Float64Array(SMALLEST);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Ids in order of insertion: a view that is valid until the next change. */
  get ids(): Uint32Array {
    return this.#ids.subarray(0, this.#size);
  }

  /** Values in the order of `ids`: a view that is valid until the next change. */
  get values(): Float64Array {
    return this.#values.subarray(0, this.#size);
  }

  get(id: number, otherwise = 0): number {
    const entry = this.#slots[this.#slotOf(id)]!;
    return entry === 0 ? otherwise : this.#values[entry - 1]!;
  }

  add(id: number, amount: number): void {
    const slot = this.#slotOf(id);
    const entry = this.#slots[slot]!;
    if (entry !== 0) {
      this.#values[entry - 1]! += amount;
      return;
    }
    if (this.#size === this.#ids.length) {
      this.#grow();
      this.add(id, amount);
      return;
    }
    this.#ids[this.#size] = id;
    this.#values[this.#size] = amount;
    this.#slots[slot] = ++this.#size;
  }

  clear(): void {
    if (this.#ids.length > LARGEST_KEPT) {
      this.#slots = new Uint32Array(2 * SMALLEST);
      this.#ids = new Uint32Array(SMALLEST);
      this.#values = new Float64Array(SMALLEST);
    } else {
      this.#slots.fill(0);
    }
    this.#size = 0;
  }

  #slotOf(id: number): number {
    const slots = this.#slots;
    const ids = this.#ids;
    const mask = slots.length - 1;
    let slot = id & mask;
    for (let entry = slots[slot]!; entry !== 0 && ids[entry - 1] !== id; entry = slots[slot]!) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const ids = new Uint32Array(2 * this.#ids.length);
    ids.set(this.#ids);
    const values = new Float64Array(ids.length);
    values.set(this.#values);
    this.#slots = new Uint32Array(2 * ids.length);
    this.#ids = ids;
    this.#values = values;
    for (let entry = 0; entry < this.#size; entry++) this.#slots[this.#slotOf(ids[entry]!)] = entry + 1;
  }
}
