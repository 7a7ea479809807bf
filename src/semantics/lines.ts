const NEWLINE = 10;

/** Lines of ASCII text by number, from 0. They stay bytes; one is decoded when it is asked for. */
export class Lines {
  readonly #starts: Uint32Array;

  /** Every line ends with a newline, the last one too. */
  constructor(readonly bytes: Buffer) {
    const starts = [0];
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) starts.push(at + 1);
    this.#starts = new Uint32Array(starts);
  }

  get size(): number {
    return this.#starts.length - 1;
  }

  start(line: number): number {
    return this.#starts[line]!;
  }

  /** Where the newline is. */
  end(line: number): number {
    return this.#starts[line + 1]! - 1;
  }

  at(line: number): string {
    return this.bytes.toString('latin1', this.start(line), this.end(line));
  }
}
