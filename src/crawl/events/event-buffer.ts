import type { CrawlEvent, CrawlEventType } from '../../model/crawl-event.js';

/** A stream of events for one reader, who may be slow: it holds so many, then drops the oldest. */
export class EventBuffer implements AsyncIterableIterator<CrawlEvent> {
  #held: CrawlEvent[] = [];
  #dropped = 0;
  #hasEnded = false;
  #wake: () => void = () => {};

  constructor(
    private readonly capacity: number,
    private readonly types: readonly CrawlEventType[] | undefined,
    private readonly onEnd: () => void,
  ) {}

  takes(type: CrawlEventType): boolean {
    return this.types === undefined || this.types.includes(type);
  }

  put(event: CrawlEvent): void {
    if (!this.takes(event.type)) return;
    if (this.#held.length >= this.capacity) {
      this.#held.shift();
      this.#dropped++;
    }
    this.#held.push(event);
    this.#wake();
  }

  end(): void {
    this.#hasEnded = true;
    this.onEnd();
    this.#wake();
  }

  async next(): Promise<IteratorResult<CrawlEvent, undefined>> {
    for (;;) {
      if (this.#dropped > 0) {
        const events = this.#dropped;
        this.#dropped = 0;
        return { done: false, value: { type: 'dropped', events } };
      }
      const value = this.#held.shift();
      if (value !== undefined) return { done: false, value };
      if (this.#hasEnded) return { done: true, value: undefined };
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Whoever leaves the loop listens no longer. */
  async return(): Promise<IteratorResult<CrawlEvent, undefined>> {
    this.#held = [];
    this.#dropped = 0;
    this.end();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
