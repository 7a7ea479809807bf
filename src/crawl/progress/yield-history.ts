import type { CrawlRecords } from '../../model/crawl-store.js';
import { documentOutcomes } from '../../model/documents.js';

/** Documents that are remembered. Older ones tell no more about what is to come (docs/forecast.md). */
const remembered = 1024;

/** Whether the last documents of a crawl were relevant, in the order of their visits. */
export class YieldHistory {
  private readonly ring = new Uint8Array(remembered);
  private added = 0;

  add(relevant: boolean): void {
    this.ring[this.added++ % remembered] = relevant ? 1 : 0;
  }

  get length(): number {
    return Math.min(this.added, remembered);
  }

  /** 1 for each relevant document, 0 for the others, oldest first; only the last `most` of them. */
  outcomes(most = remembered): Uint8Array {
    const length = Math.min(this.length, most);
    const start = (this.added - length) % remembered;
    const older = this.ring.subarray(start, start + length);
    const outcomes = new Uint8Array(length);
    outcomes.set(older);
    outcomes.set(this.ring.subarray(0, length - older.length), older.length);
    return outcomes;
  }

  /**
   * The history of a crawl that is opened again, after a number of visits. Only the end of the crawl is read: a large one is opened as fast as a small one.
   */
  static async of(records: Pick<CrawlRecords, 'visits'>, visits: number): Promise<YieldHistory> {
    // Few visits end in no document.
    for (let back = remembered + remembered / 8; ; back *= 2) {
      const history = new YieldHistory();
      const after = Math.max(0, visits - back);
      const found = { outcomes: documentOutcomes, versions: 'first', after } as const;
      for await (const { judgement } of records.visits(found)) history.add(judgement?.relevant ?? false);
      // Where most visits ended in no document, the last documents lie further back.
      if (after === 0 || history.length === remembered) return history;
    }
  }
}
