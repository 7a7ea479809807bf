import type { CrawlRecords, CrawlTotals } from '../../model/crawl-store.js';
import { documentCount, isDocument } from '../../model/documents.js';
import { replacesKnown } from '../../model/replaces-known.js';
import type { SharedCounts } from '../../model/shared-crawl.js';
import type { Visit, VisitRow } from '../../model/visit.js';
import { YieldHistory } from './yield-history.js';

/** Running counts of a crawl, kept in step with what was committed. */
export class Tally {
  /** Documents fetched: pages, copies and ignored ones. */
  documents = 0;
  relevant = 0;
  redirects = 0;
  failed = 0;
  refused = 0;
  sitemaps = 0;
  bytes = 0;
  /** Pages that were visited again by this process. */
  revisits = 0;
  /** Documents found by this process, since a resumed crawl's speed is that of this run. */
  documentsThisRun = 0;

  constructor(readonly history = new YieldHistory()) {}

  /** That of a crawl as far as it was committed. */
  static async of(records: CrawlRecords, totals: CrawlTotals): Promise<Tally> {
    return Tally.from(totals, await YieldHistory.of(records, totals.visits));
  }

  /** Of some of its visits. */
  static from(
    { outcomes, relevant, bytes }: Pick<CrawlTotals, 'outcomes' | 'relevant' | 'bytes'>,
    history = new YieldHistory(),
  ): Tally {
    const tally = new Tally(history);
    tally.documents = documentCount(outcomes);
    tally.relevant = relevant;
    tally.redirects = outcomes.redirect ?? 0;
    tally.failed = outcomes.failed ?? 0;
    tally.refused = outcomes.refused ?? 0;
    tally.sitemaps = outcomes.sitemap ?? 0;
    tally.bytes = bytes;
    return tally;
  }

  /** `known`: what was known of a page that was visited again. Where it still holds, nothing is counted twice. */
  add(visit: Visit, known?: VisitRow): void {
    this.bytes += visit.bytes ?? 0;
    if (known !== undefined) {
      if (known.outcome !== 'sitemap') this.revisits++;
      if (!replacesKnown({ kind: 'revisit' }, visit)) return;
      this.count(known, -1);
    }
    this.count(visit, 1);
    // What is found again is no find.
    if (known !== undefined || !isDocument(visit.outcome)) return;
    this.documentsThisRun++;
    this.history.add(visit.judgement?.relevant ?? false);
  }

  /** What other workers have visited. */
  addOthers(counts: SharedCounts): void {
    this.documents += counts.documents;
    this.relevant += counts.relevant;
    this.redirects += counts.redirects;
    this.failed += counts.failed;
    this.refused += counts.refused;
    this.sitemaps += counts.sitemaps;
    this.bytes += counts.bytes;
  }

  private count({ outcome, judgement }: Visit, by: 1 | -1): void {
    if (isDocument(outcome)) {
      this.documents += by;
      if (judgement?.relevant) this.relevant += by;
    } else if (outcome === 'redirect') this.redirects += by;
    else if (outcome === 'failed') this.failed += by;
    else if (outcome === 'refused') this.refused += by;
    else if (outcome === 'sitemap') this.sitemaps += by;
  }

  /** Whether some of the documents are of earlier runs. */
  get isResumed(): boolean {
    return this.documents > this.documentsThisRun;
  }

  /** All that was asked for and came to an end, one way or the other. */
  get visits(): number {
    return this.documents + this.redirects + this.failed + this.refused + this.sitemaps;
  }

  /** Harvest ratio: relevant / downloaded (Meenu et al. 2014). */
  get harvest(): number {
    return this.documents === 0 ? 0 : this.relevant / this.documents;
  }

  /** The same over the last 100 documents. */
  get recentHarvest(): number {
    const last = this.history.outcomes(100);
    return last.length === 0 ? 0 : last.reduce((sum, relevant) => sum + relevant, 0) / last.length;
  }
}
