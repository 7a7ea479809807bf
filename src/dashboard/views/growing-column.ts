type Numbers = Int32Array | Float64Array | Uint8Array | Int16Array;

/** A typed array that grows. */
export class GrowingColumn {
  #values: Numbers;
  length = 0;

  constructor(private readonly make: new (length: number) => Numbers) {
    this.#values = new make(1_024);
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const grown = new this.make(2 * this.length);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.length++] = value;
  }

  get(place: number): number | undefined {
    return place < this.length ? this.#values[place] : undefined;
  }

  clear(): void {
    this.#values = new this.make(1_024);
    this.length = 0;
  }
}
