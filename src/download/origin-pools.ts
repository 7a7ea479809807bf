import type { Dispatcher, Pool } from 'undici';

/**
 * Origins whose connections are kept. Each takes some 50 KB with its idle connection, and a crawl of many hosts comes by thousands of them
 * before the first is forgotten.
 */
const mostOrigins = 256;

/** A pool of connections for each origin that was asked lately; those of others are closed when what they have to do is done. */
export class OriginPools {
  /** The one that was asked last is the last. */
  readonly #pools = new Map<string, Pool>();
  readonly #closing = new Set<Pool>();
  readonly #open: (origin: string) => Pool;

  constructor(open: (origin: string) => Pool) {
    this.#open = open;
  }

  dispatch(
    options: Dispatcher.DispatchOptions & { readonly origin: string },
    handler: Dispatcher.DispatchHandler,
  ): void {
    const { origin } = options;
    const pool = this.#pools.get(origin) ?? this.#open(origin);
    this.#pools.delete(origin);
    this.#pools.set(origin, pool);
    if (this.#pools.size > mostOrigins) this.#closeOldest();
    pool.dispatch(options, handler);
  }

  /** Ends what is under way. */
  async destroy(): Promise<void> {
    await Promise.all([...this.#pools.values(), ...this.#closing].map((pool) => pool.destroy()));
  }

  #closeOldest(): void {
    const [[origin, pool]] = this.#pools as unknown as [[string, Pool]];
    this.#pools.delete(origin);
    this.#closing.add(pool);
    const closed = () => this.#closing.delete(pool);
    pool.close().then(closed, closed);
  }
}
