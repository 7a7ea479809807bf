import type { Archive } from '../archive/archive.js';
import type { Downloader } from '../download/downloader.js';
import type { Scope } from '../frontier/scope.js';
import type { Candidate, Claim, Settlement } from '../model/frontier.js';
import { isForSitemap } from '../model/is-for-sitemap.js';
import type { Page } from '../model/page.js';
import type { LearntVisit } from '../model/strategy.js';
import type { AgentParts, AgentRules } from './agent.js';
import { featuresIn } from './feature-extraction.js';
import type { FetchResult } from './fetch-claim.js';
import { outcomeOf, paceAfter } from './outcome.js';
import { expiryOf, type PageProcessor } from './page-processor.js';
import type { SiteSitemaps } from './site-sitemaps.js';
import type { SitemapProcessor } from './sitemap-processor.js';

/** What of an agent's parts it takes to settle what came of a claim, by protocol. */
export interface SettlementParts extends Pick<AgentParts, 'clock' | 'random'> {
  readonly downloader: Pick<Downloader, 'crawlDelay' | 'giveUpOnRobots'>;
  readonly scope: Pick<Scope, 'rejection' | 'rejectionOfList'>;
  readonly sitemaps?: Pick<SiteSitemaps, 'lookFor'>;
  readonly rules: Pick<AgentRules, 'retries' | 'maxRedirects' | 'pace' | 'expire' | 'expirePages'>;
}

/** Settled, but for the place in the archive, which is known once the records are written. */
export interface SettlementDraft {
  readonly settlement: Settlement;
  readonly records?: Uint8Array;
  readonly page?: Page;
  readonly learnt?: LearntVisit;
}

/** How a fetch result is settled: by protocol first, then, where it is a page, by what is made of it. */
export class SettlementBuilder {
  constructor(
    private readonly parts: SettlementParts,
    private readonly pages: Pick<PageProcessor, 'of'>,
    private readonly sitemaps: Pick<SitemapProcessor, 'of'>,
  ) {}

  async of(fetchResult: FetchResult): Promise<SettlementDraft> {
    const { claim, known } = fetchResult;
    if (fetchResult.unreadable?.policy === 'fatal') throw fetchResult.unreadable;
    const now = this.parts.clock.now();
    const { outcome, pace } = this.settled(fetchResult, now);
    const owed = pace === undefined ? {} : { pace };
    const records = fetchResult.result?.records;
    const isSitemap = isForSitemap(claim, known);
    if (!isSitemap) await this.parts.sitemaps?.lookFor(claim);
    switch (outcome.kind) {
      case 'again':
        return { settlement: { claim, ...owed, ...foundOut(fetchResult), requeue: { attempts: outcome.attempts } } };
      case 'over':
        await this.giveUpHost(fetchResult);
        return {
          settlement: { claim, ...owed, visit: outcome.visit, ...(outcome.unused && { unused: true }) },
          ...(records && { records }),
        };
      case 'redirect':
        return {
          settlement: {
            claim,
            ...owed,
            visit: outcome.visit,
            links: [this.redirectTarget(claim, isSitemap, outcome.target, now)],
          },
          ...(records && { records }),
        };
      case 'page': {
        const { page, visit, note } = outcome;
        const arrived = { claim, page, fetched: visit, now, ...(note && { note }), ...featuresIn(fetchResult) };
        if (page.lists !== undefined) {
          const verdict = await this.sitemaps.of(arrived);
          return { settlement: { claim, ...owed, ...verdict }, ...(records && { records }) };
        }
        const { learnt, ...verdict } = await this.pages.of(arrived);
        return {
          settlement: { claim, ...owed, ...verdict },
          page,
          ...(learnt && { learnt }),
          ...(records && { records }),
        };
      }
    }
  }

  /** One at which the strategy failed: to be tried as often as a request is. */
  failed(fetchResult: FetchResult, why: string): Settlement {
    const { claim, requeue, ...pace } = this.unread(fetchResult);
    const attempts = requeue!.attempts + 1;
    if (attempts <= this.parts.rules.retries) return { claim, ...pace, requeue: { attempts } };
    const visit = { outcome: 'failed', reason: 'strategy-failed', detail: why.slice(0, 500) } as const;
    return { claim, ...pace, visit: { fetchedAt: this.parts.clock.now(), status: 0, ...visit } };
  }

  /** One that nobody will look at: it goes back to the queue, with what its host is owed. */
  unread(fetchResult: FetchResult): Settlement {
    const { claim } = fetchResult;
    const { pace } = this.settled(fetchResult, this.parts.clock.now());
    return { claim, requeue: { attempts: claim.attempts }, ...(pace && { pace }) };
  }

  /** What came of it by protocol, and what its host has to be granted after it. */
  private settled(fetchResult: FetchResult, now: number) {
    const { rules, downloader, random } = this.parts;
    const { retries, maxRedirects, pace: rule } = rules;
    const outcome = outcomeOf(fetchResult, { retries, maxRedirects, now });
    const crawlDelay = downloader.crawlDelay(fetchResult.claim.url);
    return { outcome, pace: paceAfter(fetchResult, outcome, now, rule, crawlDelay, random) };
  }

  /** A host that cannot be reached at all is left alone for a while, instead of failing URL by URL. */
  private async giveUpHost({ claim, download }: FetchResult): Promise<void> {
    if (download.kind !== 'failed' || download.failure.policy !== 'retry') return;
    const { downloader, rules } = this.parts;
    if (claim.pace.failures >= rules.retries) await downloader.giveUpOnRobots(claim.url, download.failure.message);
  }

  private redirectTarget(claim: Claim, isSitemap: boolean, target: string, now: number): Candidate {
    const { scope } = this.parts;
    const rejected = isSitemap ? scope.rejectionOfList(target, claim.depth) : scope.rejection(target, claim.depth);
    return {
      url: target,
      queue: claim.queue,
      level: claim.level,
      depth: claim.depth,
      score: { value: claim.priority, parts: { redirect: claim.priority } },
      merge: 'max',
      hops: claim.hops + 1,
      priorityParent: claim.priorityParent,
      ...(isSitemap && { kind: 'sitemap' }),
      ...(rejected && { rejected }),
      ...expiryOf(this.parts.rules, now),
    };
  }
}

/** Writes the records of the batch in one go; only then may the visits that refer to them be committed. */
export async function archived(archive: Archive, drafts: readonly SettlementDraft[]): Promise<Settlement[]> {
  const places = await archive.appendAll(drafts.flatMap(({ records }) => (records === undefined ? [] : [records])));
  let next = 0;
  return drafts.map(({ settlement, records }) => {
    if (records === undefined || settlement.visit === undefined) return settlement;
    return { ...settlement, visit: { archive: places[next++]!, ...settlement.visit } };
  });
}

/** A turn that went to finding out where the host lives. */
function foundOut({ download }: FetchResult): Pick<Settlement, 'unused' | 'address'> {
  return download.kind === 'located' ? { unused: true, address: download.address } : {};
}
