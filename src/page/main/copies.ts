/** Finds blocks that begin alike, by their hashes. */
export class Copies {
  /** For each block the first one that is like it. */
  readonly first: Int32Array;
  /** For each first block how many are like it, itself included. */
  readonly counts: Int32Array;
  private readonly slots: Int32Array;
  private readonly hashes: Int32Array;

  constructor(blocks: number) {
    const size = 2 ** Math.ceil(Math.log2(2 * blocks + 2));
    this.slots = new Int32Array(size).fill(-1);
    this.hashes = new Int32Array(blocks);
    this.first = new Int32Array(blocks);
    this.counts = new Int32Array(blocks);
  }

  /** Blocks come in their order. */
  add(block: number, hash: number): void {
    const { slots, hashes } = this;
    const mask = slots.length - 1;
    hashes[block] = hash;
    let slot = (hash ^ (hash >>> 15)) & mask;
    while (slots[slot]! >= 0 && hashes[slots[slot]!] !== hash) slot = (slot + 1) & mask;
    if (slots[slot]! < 0) slots[slot] = block;
    this.first[block] = slots[slot]!;
    this.counts[slots[slot]!]!++;
  }
}
