import { closeSync, openSync, readSync } from 'node:fs';

/** The main thread's own CPU time (ns) from one turn of the event loop to the next, from /proc: what other threads and programs do is not in it. */
export class Turns {
  readonly #file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  readonly #bytes = Buffer.alloc(64);
  readonly #turns: number[] = [];
  #used = this.#read();
  #isOver = false;

  constructor() {
    this.#next();
  }

  /** All turns so far; nothing is measured from here on. */
  end(): number[] {
    this.#isOver = true;
    closeSync(this.#file);
    return this.#turns;
  }

  #next(): void {
    setImmediate(() => {
      if (this.#isOver) return;
      const used = this.#read();
      this.#turns.push(used - this.#used);
      this.#used = used;
      this.#next();
    });
  }

  #read(): number {
    const length = readSync(this.#file, this.#bytes, 0, this.#bytes.length, 0);
    return Number(this.#bytes.toString('latin1', 0, length).split(' ', 1)[0]);
  }
}
