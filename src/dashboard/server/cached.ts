/** Work may take this share of the time at most: what took long is kept the longer. */
const share = 1 / 40;

interface Entry {
  readonly value: Promise<unknown>;
  until: number;
}

/** Answers that cost a walk through a whole table, kept for a while. */
export class Cached {
  readonly #entries = new Map<string, Entry>();

  /** The kept answer, or a new one where that is older than `ms` and than forty times what it took to get. */
  get<Value>(key: string, ms: number, read: () => Promise<Value>): Promise<Value> {
    const now = Date.now();
    const known = this.#entries.get(key);
    if (known !== undefined && now < known.until) return known.value as Promise<Value>;
    const entry: Entry = { value: read(), until: Number.POSITIVE_INFINITY };
    this.#entries.set(key, entry);
    entry.value.then(
      () => {
        const end = Date.now();
        entry.until = end + Math.max(ms, (end - now) / share);
      },
      () => this.#entries.delete(key),
    );
    return entry.value as Promise<Value>;
  }

  clear(): void {
    this.#entries.clear();
  }
}
