import TinyQueue from 'tinyqueue';
import type { Clock } from '../../clock.js';

interface Sleeper {
  readonly at: number;
  readonly order: number;
  /** False when its sleep was over before. */
  readonly wake: () => boolean;
}

/** Turns of the event loop in which the engine does what it can before time goes on; it takes one for a batch of results. */
const turnsBetween = 2;

/**
 * Time that passes only while everyone sleeps, and then at once. Between two wakings the event loop turns, so that all that
 * follows from the one is done before the other. What is waited for outside the process is waited for in `outside`.
 */
export class VirtualClock implements Clock {
  #now: number;
  #order = 0;
  #advancing = false;
  /** How many are waited for outside, and the last of them. */
  #outside = 0;
  #lastOutside: Promise<unknown> = Promise.resolve();
  readonly #sleepers = new TinyQueue<Sleeper>([], (a, b) => a.at - b.at || a.order - b.order);

  constructor(start = 0) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const end = () => resolve();
      signal?.addEventListener('abort', end, { once: true });
      // For ever: only the signal can end it.
      if (!Number.isFinite(ms)) return;
      this.#sleepers.push({
        at: this.#now + Math.max(0, ms),
        order: this.#order++,
        wake: () => {
          signal?.removeEventListener('abort', end);
          resolve();
          return signal?.aborted !== true;
        },
      });
      this.#advance();
    });
  }

  /** Time stands still until it is done. One after the other in the order of the calls, so that the speed of what is outside has no say. */
  async outside<T>(work: () => Promise<T>): Promise<T> {
    this.#outside++;
    const done = this.#lastOutside.then(work);
    this.#lastOutside = done.catch(() => {});
    try {
      return await done;
    } finally {
      this.#outside--;
      if (this.#sleepers.length > 0) this.#advance();
    }
  }

  #advance(): void {
    if (this.#advancing) return;
    this.#advancing = true;
    let turns = turnsBetween;
    const turn = () => {
      if (--turns > 0) return void setImmediate(turn);
      this.#advancing = false;
      if (this.#outside > 0) return;
      this.#wakeNext();
      if (this.#sleepers.length > 0) this.#advance();
    };
    setImmediate(turn);
  }

  /** Those that were woken by their signal do not move the time. */
  #wakeNext(): void {
    for (let next = this.#sleepers.pop(); next !== undefined; next = this.#sleepers.pop()) {
      const before = this.#now;
      this.#now = next.at;
      if (next.wake()) return;
      this.#now = before;
    }
  }
}
