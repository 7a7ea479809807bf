import type { CrawlRecords } from '../model/crawl-store.js';
import { isOriginal } from '../model/documents.js';
import type { Claim } from '../model/frontier.js';
import type { Page } from '../model/page.js';
import type { VisitRow } from '../model/visit.js';
import { differingBits, SimhashIndex } from '../page/simhash-index.js';

type Original = Pick<VisitRow, 'url' | 'simhash'>;

/**
 * The pages of a crawl by simhash. In memory, filled from the store when the first page arrives. Pages that are visited again may
 * have changed, moved or gone since they were entered: what is found is compared with what the page is now.
 */
export class NearCopies {
  private index: Promise<SimhashIndex> | undefined;
  /** Pages that are worked on, which the store does not know yet, by id of their URL. */
  private readonly worked = new Map<number, Original>();

  constructor(
    private readonly records: Pick<CrawlRecords, 'simhashes' | 'visitOf'>,
    /** How many bits of two simhashes may differ. */
    private readonly bits: number,
  ) {}

  /** The page is in the store by now, or will not be. */
  settled({ urlId }: Claim): void {
    this.worked.delete(urlId);
  }

  /**
   * URL of the first page that this one nearly repeats. A page that repeats none is remembered; one that does is not, so that copies of
   * copies do not drift away from what they are copies of.
   */
  async of({ urlId, url }: Claim, { simhash }: Page): Promise<string | undefined> {
    if (simhash === undefined) return undefined;
    this.index ??= this.restored();
    const index = await this.index;
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
    return visit && isOriginal(visit.outcome) ? visit : undefined;
  }

  private async restored(): Promise<SimhashIndex> {
    const index = new SimhashIndex();
    for await (const { simhash, urlId } of this.records.simhashes()) index.add(simhash, urlId);
    return index;
  }
}
