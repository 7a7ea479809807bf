import { LocalShortage } from './local-shortage.js';

/** What the agents of a crawl have to know of each other while they work. */
export class AgentCoordination {
  /** Requests under way, and pages worked on, of all agents: what they find, or free, may be for any of them. */
  underWay = 0;
  /** Counts what happened to all of them. */
  version = 0;
  readonly shortage = new LocalShortage();
  /** The queues of those that spend the budget: what is worth most in any of them is bought first. */
  queues: readonly number[] = [];
  /** Set while the crawl is paused: none of them begins a request. Whoever changes it tells them. */
  isPaused = false;
  #lastTurn: Promise<unknown> = Promise.resolve();
  #wake: () => void = () => {};
  #changed: Promise<void> | undefined;

  /** Resolves when one of them has committed what it did, or has ended, since this version. */
  changedSince(version: number): Promise<void> {
    if (version !== this.version) return Promise.resolve();
    this.#changed ??= new Promise((resolve) => {
      this.#wake = resolve;
    });
    return this.#changed;
  }

  /** One after the other: what is left of a budget must not be taken by two of them at once. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#lastTurn.then(work);
    // A failure is that of whoever's turn it was.
    this.#lastTurn = turn.catch(() => {});
    return turn;
  }

  notify(): void {
    this.version++;
    this.#changed = undefined;
    this.#wake();
  }
}
