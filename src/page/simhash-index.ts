/** Number of blocks of a simhash: two hashes that differ in fewer bits share a block. */
const BLOCKS = 4;
const BLOCK_VALUES = 1 << 16;
const SMALLEST = 1024;

/** The most bits by which simhashes that the index finds may differ. */
export const MOST_BITS = BLOCKS - 1;

/**
 * Finds simhashes near a given one. Entries that share a 16-bit block are a chain, so that of a million entries some sixty are
 * looked at; 28 bytes an entry.
 */
export class SimhashIndex {
  #size = 0;
  #low = new Uint32Array(SMALLEST);
  #high = new Uint32Array(SMALLEST);
  #ids = new Uint32Array(SMALLEST);
  /** Number of the newest entry, from 1, with a value of a block. */
  readonly #heads = new Uint32Array(BLOCKS * BLOCK_VALUES);
  /** The entry before, in the chain of each block. */
  #before = new Uint32Array(BLOCKS * SMALLEST);

  get size(): number {
    return this.#size;
  }

  /** `id`: of the URL that it belongs to. */
  add(simhash: string, id: number): void {
    if (this.#size === this.#ids.length) this.#grow();
    const entry = this.#size++;
    const [low, high] = halves(simhash);
    this.#low[entry] = low;
    this.#high[entry] = high;
    this.#ids[entry] = id;
    for (let block = 0; block < BLOCKS; block++) {
      const chain = chainOf(block, low, high);
      this.#before[BLOCKS * entry + block] = this.#heads[chain]!;
      this.#heads[chain] = entry + 1;
    }
  }

  /** The id that was first added with a simhash that differs in at most `bits` bits (up to MOST_BITS), other than those in `except`. */
  first(simhash: string, bits: number, except: ReadonlySet<number>): number | undefined {
    const [low, high] = halves(simhash);
    let found = this.#size;
    for (let block = 0; block < BLOCKS; block++) {
      let entry = this.#heads[chainOf(block, low, high)]! - 1;
      for (; entry >= 0; entry = this.#before[BLOCKS * entry + block]! - 1) {
        const differing = bitsOf(this.#low[entry]! ^ low) + bitsOf(this.#high[entry]! ^ high);
        if (differing <= bits && entry < found && !except.has(this.#ids[entry]!)) found = entry;
      }
    }
    return found === this.#size ? undefined : this.#ids[found];
  }

  #grow(): void {
    this.#low = doubled(this.#low);
    this.#high = doubled(this.#high);
    this.#ids = doubled(this.#ids);
    this.#before = doubled(this.#before);
  }
}

/** In how many bits two simhashes differ. */
export function differingBits(one: string, other: string): number {
  const [[low, high], [otherLow, otherHigh]] = [halves(one), halves(other)];
  return bitsOf(low ^ otherLow) + bitsOf(high ^ otherHigh);
}

function halves(simhash: string): [low: number, high: number] {
  return [Number.parseInt(simhash.slice(8), 16), Number.parseInt(simhash.slice(0, 8), 16)];
}

function chainOf(block: number, low: number, high: number): number {
  const half = block < BLOCKS / 2 ? low : high;
  return block * BLOCK_VALUES + ((block & 1) === 0 ? half & 0xffff : half >>> 16);
}

function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function doubled(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * array.length);
  larger.set(array);
  return larger;
}
