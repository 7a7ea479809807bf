import type { CrawlEvent, CrawlEventType, CrawlListener } from '../../model/crawl-event.js';
import { EventBuffer } from './event-buffer.js';

/** Events that a stream holds for a slow reader, unless it asks for another number. */
const usualBuffer = 1_000;

/** Who listens to a crawl. */
export interface EventSource {
  /**
   * Calls the listener with every event of the type, or with all (`*`), until the returned function is called. The crawl does not
   * wait for it: a promise that it returns is not awaited, and what it throws is ignored. It runs on the crawl's thread, so it
   * should be quick; who needs longer takes a stream.
   */
  on<Type extends CrawlEventType>(type: Type, listener: CrawlListener<Type>): () => void;
  on(type: '*', listener: CrawlListener): () => void;
  /**
   * The events from now on, to be read at one's own speed. At most `buffer` of them are held; then the oldest are dropped, and a
   * `dropped` event says how many. Ends with the crawl.
   */
  stream(options?: { readonly types?: readonly CrawlEventType[]; readonly buffer?: number }): AsyncIterable<CrawlEvent>;
}

/** Brings the events of a crawl to all who listen. */
export class CrawlEvents implements EventSource {
  readonly #listeners = new Map<CrawlEventType | '*', Set<CrawlListener>>();
  readonly #streams = new Set<EventBuffer>();
  #hasEnded = false;

  on<Type extends CrawlEventType>(type: Type, listener: CrawlListener<Type>): () => void;
  on(type: '*', listener: CrawlListener): () => void;
  on(type: CrawlEventType | '*', listener: CrawlListener<never>): () => void {
    const all = this.#listeners.get(type) ?? new Set();
    // A function of its own: who listens twice is called twice, and stops once.
    const own: CrawlListener = (event) => (listener as CrawlListener)(event);
    this.#listeners.set(type, all.add(own));
    return () => {
      all.delete(own);
    };
  }

  stream({ types, buffer = usualBuffer }: Parameters<EventSource['stream']>[0] = {}): AsyncIterable<CrawlEvent> {
    const events = new EventBuffer(buffer, types, () => this.#streams.delete(events));
    this.#streams.add(events);
    if (this.#hasEnded) events.end();
    return events;
  }

  /** Whether anybody would hear of it: what costs something to find out need not be found out for nobody. */
  hears(type: CrawlEventType): boolean {
    const isHeard = (of: CrawlEventType | '*') => (this.#listeners.get(of)?.size ?? 0) > 0;
    return isHeard(type) || isHeard('*') || [...this.#streams].some((stream) => stream.takes(type));
  }

  emit(event: CrawlEvent): void {
    for (const type of [event.type, '*'] as const)
      for (const listener of this.#listeners.get(type) ?? []) call(listener, event);
    for (const stream of this.#streams) stream.put(event);
  }

  /** Nothing more will come. */
  end(): void {
    this.#hasEnded = true;
    for (const stream of this.#streams) stream.end();
  }
}

/** A listener's failure is its own: the crawl goes on, and so do the other listeners. */
function call(listener: CrawlListener, event: CrawlEvent): void {
  try {
    const result = listener(event);
    if (result instanceof Promise) result.catch(() => undefined);
  } catch {}
}
