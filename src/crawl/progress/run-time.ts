/** The time of a run: it stands still while the crawl is paused. */
export class RunTime {
  #pausedMs = 0;
  #pausedAt: number | undefined;

  constructor(private readonly startedAt: number) {}

  pause(now: number): void {
    this.#pausedAt ??= now;
  }

  resume(now: number): void {
    this.#pausedMs += this.#pausedFor(now);
    this.#pausedAt = undefined;
  }

  elapsed(now: number): number {
    return now - this.startedAt - this.#pausedMs - this.#pausedFor(now);
  }

  /** The moment at which this much time has passed; never, as long as it is paused. */
  after(ms: number): number {
    return this.#pausedAt === undefined ? this.startedAt + this.#pausedMs + ms : Number.POSITIVE_INFINITY;
  }

  #pausedFor(now: number): number {
    return this.#pausedAt === undefined ? 0 : now - this.#pausedAt;
  }
}
