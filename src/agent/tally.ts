import type { CrawlRecords, CrawlTotals } from '../store/crawl-store.js';
import { isDocument } from '../store/documents.js';
import type { Visit } from '../store/visit.js';
import { YieldHistory } from './yield-history.js';

/** Running counts of a crawl, kept in step with what was committed. */
export class Tally {
  /** Documents fetched: pages, copies and ignored ones. */
  documents = 0;
  relevant = 0;
  redirects = 0;
  failed = 0;
  refused = 0;
  bytes = 0;
  /** Documents fetched by this process, since a resumed crawl's speed is that of this run. */
  documentsThisRun = 0;

  constructor(readonly history = new YieldHistory()) {}

  /** That of a crawl as far as it was committed. */
  static async of(records: CrawlRecords, { outcomes, relevant, bytes }: CrawlTotals): Promise<Tally> {
    return Tally.from({ outcomes, relevant, bytes }, await YieldHistory.of(records, outcomes));
  }

  /** Of some of its visits. */
  static from(
    { outcomes, relevant, bytes }: Pick<CrawlTotals, 'outcomes' | 'relevant' | 'bytes'>,
    history = new YieldHistory(),
  ): Tally {
    const tally = new Tally(history);
    tally.documents = (outcomes.page ?? 0) + (outcomes.duplicate ?? 0) + (outcomes.ignored ?? 0);
    tally.relevant = relevant;
    tally.redirects = outcomes.redirect ?? 0;
    tally.failed = outcomes.failed ?? 0;
    tally.refused = outcomes.refused ?? 0;
    tally.bytes = bytes;
    return tally;
  }

  add(visit: Visit): void {
    this.bytes += visit.bytes ?? 0;
    if (isDocument(visit.outcome)) {
      const relevant = visit.judgement?.relevant ?? false;
      this.documents++;
      this.documentsThisRun++;
      if (relevant) this.relevant++;
      this.history.add(relevant);
    } else if (visit.outcome === 'redirect') this.redirects++;
    else if (visit.outcome === 'failed') this.failed++;
    else if (visit.outcome === 'refused') this.refused++;
  }

  /** All that was asked for and came to an end, one way or the other. */
  get visits(): number {
    return this.documents + this.redirects + this.failed + this.refused;
  }

  /** Harvest ratio: relevant / downloaded (paper 003). */
  get harvest(): number {
    return this.documents === 0 ? 0 : this.relevant / this.documents;
  }

  /** The same over the last 100 documents. */
  get recentHarvest(): number {
    const last = this.history.outcomes(100);
    return last.length === 0 ? 0 : last.reduce((sum, relevant) => sum + relevant, 0) / last.length;
  }
}
