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
 * What was changed and not committed yet, and what is in flight, is pinned: the database does not have it as it is.
 */
export class RowCache {
  readonly pinned = new Generation();
  private young = new Generation();
  private old = new Generation();

  constructor(private readonly generationSize = 50_000) {}

  byId(id: number): UrlRow | undefined {
    return this.pinned.byId.get(id) ?? this.young.byId.get(id) ?? this.revived(this.old.byId.get(id));
  }

  byUrl(url: string): UrlRow | undefined {
    return this.pinned.byUrl.get(url) ?? this.young.byUrl.get(url) ?? this.revived(this.old.byUrl.get(url));
  }

  set(row: UrlRow): UrlRow {
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
