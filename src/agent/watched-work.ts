import type { Failure } from '../failure.js';

interface Watched {
  readonly url: string;
  looks: number;
  readonly giveUp: (why: Failure) => void;
}

/** Work on several pages at the same time, each of which is given up alone when it takes too long. */
export class WatchedWork {
  readonly #running = new Set<Watched>();

  /** Fails as the work does, or with what it was given up for. */
  async run<T>(url: string, work: () => Promise<T>): Promise<T> {
    const { promise, reject } = givenUp();
    const watched = { url, looks: 0, giveUp: reject };
    this.#running.add(watched);
    try {
      return await Promise.race([work(), promise]);
    } finally {
      this.#running.delete(watched);
    }
  }

  /** Gives up what was seen at work more often than this. Looks are counted, not time: the process may have been stopped. */
  look(most: number, failure: (url: string) => Failure): void {
    for (const watched of this.#running) if (++watched.looks > most) watched.giveUp(failure(watched.url));
  }
}

function givenUp(): { readonly promise: Promise<never>; readonly reject: (why: Failure) => void } {
  let reject: (why: Failure) => void = () => {};
  const promise = new Promise<never>((_resolve, given) => {
    reject = given;
  });
  return { promise, reject };
}
