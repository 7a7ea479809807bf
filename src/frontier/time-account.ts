/** How long so many pages take by taking whatever is ready (ms), and how many times as long they may take. */
interface Rate {
  readonly quickest: number;
  readonly pages: number;
  readonly stretch: number;
}

/** Grants that may be saved up, or drawn in advance. */
const most = 4;

/**
 * The time that a crawl may spend on waiting. What was granted for pages and not used is there for later ones, and the other way
 * round, so that the whole takes about as long as was granted.
 */
export class TimeAccount {
  /** Granted and not used, or used in advance (ms). */
  credit = 0;
  private last: { readonly at: number; readonly pages: number } | undefined;

  /**
   * The time that the next pages may take; `taken` pages were taken so far. Accounts are settled after `every` of them at most: what may be
   * saved goes by what the queue offers at that moment, so whoever asks more often would keep less.
   */
  grant({ quickest, pages, stretch }: Rate, taken: number, now: number, every = 0): number {
    const usual = stretch * quickest;
    if (usual === Number.POSITIVE_INFINITY) return usual;
    if (this.last !== undefined && taken - this.last.pages < every) return Math.max(quickest, usual + this.credit);
    if (this.last !== undefined) {
      const due = (usual / pages) * (taken - this.last.pages);
      const saved = this.credit + due - (now - this.last.at);
      this.credit = Math.max(-most * usual, Math.min(most * usual, saved));
    }
    this.last = { at: now, pages: taken };
    return Math.max(quickest, usual + this.credit);
  }
}
