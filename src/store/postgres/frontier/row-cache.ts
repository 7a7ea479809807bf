import type { UrlRow } from './url-row.js';

/** One generation of rows, found by id and by URL. */
class Generation {
  readonly byId = new Map<number, UrlRow>();
  readonly byUrl = new Map<string, UrlRow>();

  set(row: UrlRow): void {
    this.byId.set(row.id, row);
    this.byUrl.set(row.url, row);
  }
}

/**
 * URLs of the crawl in the memory of a worker, in bounded memory: two generations, of which the old one is dropped when the young one is full.
 * What was changed and not committed yet, and what is in flight, is pinned: the database does not have it as it is. What was brought for
 * the decision at hand stays until that is made.
 */
export class RowCache {
  readonly pinned = new Generation();
  private brought = new Generation();
  private young = new Generation();
  private old = new Generation();

  constructor(private readonly generationSize = 50_000) {}

  byId(id: number): UrlRow | undefined {
    const held = this.pinned.byId.get(id) ?? this.brought.byId.get(id);
    return held ?? this.young.byId.get(id) ?? this.revived(this.old.byId.get(id));
  }

  byUrl(url: string): UrlRow | undefined {
    const held = this.pinned.byUrl.get(url) ?? this.brought.byUrl.get(url);
    return held ?? this.young.byUrl.get(url) ?? this.revived(this.old.byUrl.get(url));
  }

  /** It stays at hand until the decision is made. */
  bring(row: UrlRow): void {
    this.brought.set(row);
  }

  /** The decision is made. */
  decided(): void {
    if (this.brought.byId.size === 0) return;
    for (const row of this.brought.byId.values()) this.set(row);
    this.brought = new Generation();
  }

  private set(row: UrlRow): UrlRow {
    if (this.young.byId.size >= this.generationSize) {
      this.old = this.young;
      this.young = new Generation();
    }
    this.young.set(row);
    return row;
  }

  pin(row: UrlRow): void {
    this.pinned.set(row);
  }

  /** They may be forgotten again. */
  unpin(rows: Iterable<UrlRow>): void {
    for (const row of rows) {
      this.pinned.byId.delete(row.id);
      this.pinned.byUrl.delete(row.url);
      this.set(row);
    }
  }

  /** All of them belong to somebody else. */
  forget(isGone: (row: UrlRow) => boolean): void {
    for (const { byId, byUrl } of [this.young, this.old])
      for (const row of byId.values())
        if (isGone(row)) {
          byId.delete(row.id);
          byUrl.delete(row.url);
        }
  }

  private revived(row: UrlRow | undefined): UrlRow | undefined {
    return row && this.set(row);
  }
}
