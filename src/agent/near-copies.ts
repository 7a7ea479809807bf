import type { CrawlRecords } from '../model/crawl-store.js';
import { isOriginal } from '../model/documents.js';
import type { Claim } from '../model/frontier.js';
import type { Page } from '../model/page.js';
import type { BroughtPage } from '../model/shared-crawl.js';
import type { VisitRow } from '../model/visit.js';
import { differingBits, SimhashIndex } from '../page/simhash-index.js';

type Original = Pick<VisitRow, 'url' | 'simhash'>;

/** Pages of other workers that are remembered until their visits must be committed. */
const mostElsewhere = 1_000;

/**
 * The pages of a crawl by simhash. In memory, filled from the store when the first page arrives. Pages that are visited again may
 * have changed, moved or gone since they were entered: what is found is compared with what the page is now.
 */
export class NearCopies {
  private index: Promise<SimhashIndex> | undefined;
  /** Pages that are worked on, which the store does not know yet, by id of their URL. */
  private readonly worked = new Map<number, Original>();
  /** The last ones that other workers have brought. */
  private readonly elsewhere = new Map<number, Original>();

  constructor(
    private readonly records: Pick<CrawlRecords, 'simhashes' | 'visitOf'>,
    /** How many bits of two simhashes may differ. */
    private readonly bits: number,
  ) {}

  /** The page is in the store by now, or will not be. */
  settled({ urlId }: Claim): void {
    this.worked.delete(urlId);
  }

  /** Other workers have brought these pages. */
  async hear(others: readonly BroughtPage[]): Promise<void> {
    if (others.length === 0) return;
    const index = await this.opened();
    for (const { urlId, url, simhash } of others) {
      if (simhash === undefined) continue;
      index.add(simhash, urlId);
      this.elsewhere.set(urlId, { url, simhash });
      const [oldest] = this.elsewhere.keys();
      if (this.elsewhere.size > mostElsewhere) this.elsewhere.delete(oldest!);
    }
  }

  /**
   * URL of the first page that this one nearly repeats. A page that repeats none is remembered; one that does is not, so that copies of
   * copies do not drift away from what they are copies of.
   */
  async of({ urlId, url }: Claim, { simhash }: Page): Promise<string | undefined> {
    if (simhash === undefined) return undefined;
    const index = await this.opened();
    const others = new Set([urlId]);
    const next = () => index.first(simhash, this.bits, others);
    for (let id = next(); id !== undefined; id = next()) {
      const original = this.worked.get(id) ?? (await this.original(id));
      const isNear = original?.simhash !== undefined && differingBits(original.simhash, simhash) <= this.bits;
      if (isNear) return original.url;
      others.add(id);
    }
    index.add(simhash, urlId);
    this.worked.set(urlId, { url, simhash });
    return undefined;
  }

  private async original(urlId: number): Promise<Original | undefined> {
    const visit = await this.records.visitOf(urlId);
    if (visit === undefined) return this.elsewhere.get(urlId);
    return isOriginal(visit.outcome) ? visit : undefined;
  }

  private opened(): Promise<SimhashIndex> {
    this.index ??= this.restored();
    return this.index;
  }

  private async restored(): Promise<SimhashIndex> {
    const index = new SimhashIndex();
    for await (const { simhash, urlId } of this.records.simhashes()) index.add(simhash, urlId);
    return index;
  }
}
