import type { CrawlStore } from '../model/crawl-store.js';
import type { Claim } from '../model/frontier.js';
import type { Page } from '../model/page.js';
import type { Visit } from '../model/visit.js';
import type { AgentRules } from './agent.js';
import { NearCopies } from './near-copies.js';

/** The content-seen test (Meenu et al. 2014), one for all agents of a crawl: of two that bring the same page at once, one has a copy. */
export class ContentSeen {
  /** URLs by fingerprint of pages that are worked on, which the store does not know yet. */
  readonly #worked = new Map<string, string>();
  readonly #near: NearCopies | undefined;

  constructor(
    private readonly store: Pick<CrawlStore, 'records' | 'shared'>,
    { nearDuplicates }: Pick<AgentRules, 'nearDuplicates'>,
  ) {
    if (nearDuplicates !== 'off') this.#near = new NearCopies(store.records, nearDuplicates);
  }

  /** Why the page is a duplicate, with the URL of the earlier page; one that is not counts as seen from here on. */
  async copied(claim: Claim, page: Page): Promise<Pick<Visit, 'reason' | 'detail'> | undefined> {
    const { fingerprint } = page;
    const kept = this.#worked.get(fingerprint) ?? (await this.keptCopy(claim, page));
    const same = kept ?? this.#worked.get(fingerprint);
    if (same !== undefined && same !== claim.url) return { reason: 'duplicate-content', detail: same };
    this.#worked.set(fingerprint, claim.url);
    const near = await this.#near?.of(claim, page);
    return near === undefined ? undefined : { reason: 'near-duplicate', detail: near };
  }

  /** Where workers share the crawl, asking is taking: none of the others has it from here on. */
  private async keptCopy({ url, urlId }: Claim, { fingerprint, simhash }: Page): Promise<string | undefined> {
    const { records, shared } = this.store;
    if (shared === undefined) return records.copyOf(fingerprint);
    const { sameAs, others } = await shared.bring({ fingerprint, url, urlId, simhash });
    await this.#near?.hear(others);
    return sameAs;
  }

  /** These pages are in the store by now, or will not be. */
  settled(pages: Iterable<{ readonly claim: Claim; readonly page: Page }>): void {
    for (const { claim, page } of pages) {
      if (this.#worked.get(page.fingerprint) === claim.url) this.#worked.delete(page.fingerprint);
      this.#near?.settled(claim);
    }
  }
}
