import type { Claim } from '../frontier/frontier.js';
import type { Page } from '../page/page.js';
import { SimhashIndex } from '../page/simhash-index.js';
import type { CrawlRecords } from '../store/crawl-store.js';

/** The pages of a crawl by simhash. In memory, filled from the store when the first page arrives. */
export class NearCopies {
  private index: Promise<SimhashIndex> | undefined;
  /** URLs by id of pages that are worked on, which the store does not know yet. */
  private readonly worked = new Map<number, string>();

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
    const first = index.first(simhash, this.bits, urlId);
    if (first !== undefined) return this.worked.get(first) ?? (await this.records.visitOf(first))?.url;
    index.add(simhash, urlId);
    this.worked.set(urlId, url);
    return undefined;
  }

  private async restored(): Promise<SimhashIndex> {
    const index = new SimhashIndex();
    for await (const { simhash, urlId } of this.records.simhashes()) index.add(simhash, urlId);
    return index;
  }
}
