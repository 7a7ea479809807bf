/** Lets at most so many pieces of work run at a time; the others wait, first come, first served. */
export class AtMost {
  #busy = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(private readonly most: number) {}

  /** How many are at work. */
  get busy(): number {
    return this.#busy;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#busy >= this.most) await new Promise<void>((go) => this.#waiting.push(go));
    else this.#busy++;
    try {
      return await work();
    } finally {
      // A place is handed on, not given back: nobody can slip in between.
      const next = this.#waiting.shift();
      if (next === undefined) this.#busy--;
      else next();
    }
  }
}
