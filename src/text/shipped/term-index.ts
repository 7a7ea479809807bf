/** Where each term is in a table whose ids are in ascending order. */
export class TermIndex {
  readonly #ids: Uint32Array;
  /** Hashes are spread evenly, so the ids that share their upper half number one on average; they begin here. */
  readonly #starts = new Uint32Array(0x10001);

  constructor(ids: Uint32Array) {
    this.#ids = ids;
    let half = 0;
    for (let row = 0; row < ids.length; row++)
      for (const own = ids[row]! >>> 16; half < own; ) this.#starts[++half] = row;
    this.#starts.fill(ids.length, half + 1);
  }

  /** -1 for a term that is not listed. */
  rowOf(termId: number): number {
    const ids = this.#ids;
    const half = termId >>> 16;
    const end = this.#starts[half + 1]!;
    for (let row = this.#starts[half]!; row < end; row++) if (ids[row] === termId) return row;
    return -1;
  }
}
