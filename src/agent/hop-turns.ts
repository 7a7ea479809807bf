import type { Clock } from '../clock.js';
import type { Downloader } from '../download/downloader.js';
import type { PaceRules } from '../download/pace.js';
import type { CrawlStore } from '../model/crawl-store.js';
import type { Claim, HostPace } from '../model/frontier.js';
import type { PageReader } from '../reading/page-pool.js';
import { hostOf } from '../url/canonical-url.js';
import { type FetchResult, fetchClaim } from './fetch-claim.js';
import { type Outcome, outcomeOf, paceAfter } from './outcome.js';

export interface HopTurnsParts {
  readonly store: CrawlStore;
  readonly downloader: Downloader;
  readonly reader: PageReader;
  readonly clock: Clock;
  readonly pace: PaceRules;
  readonly maxPageBytes: number;
  /** Called before a host's delay is waited for. */
  readonly onWait?: ((host: string, ms: number) => void) | undefined;
}

/** What came of a turn, when, and the pace of the host from then on; no pace where the turn was not used. */
export interface HopTurn {
  readonly fetchResult: FetchResult;
  readonly outcome: Outcome;
  readonly at: number;
  readonly pace: HostPace | undefined;
}

/** The host wants to be left alone for longer than anybody would wait for. */
export interface LeftAlone {
  readonly until: number;
}

/**
 * Gives a URL its turns as a crawl would: it is queued, claimed, downloaded, read and settled by the same parts, so that whatever the
 * frontier keeps to (delays, limits, hours) is kept to here. Failures are not tried again, and no URL may be given twice.
 */
export class HopTurns {
  /** Each URL has a share of the queue of its own, so that one that still waits is in nobody's way. */
  private queues = 0;

  constructor(private readonly parts: HopTurnsParts) {}

  /** Takes turns for robots.txt until it is known, then the one that decides what becomes of the URL. */
  async lastOf(url: string): Promise<HopTurn | LeftAlone> {
    const { frontier } = this.parts.store;
    const { clock, onWait } = this.parts;
    const queue = this.queues++;
    const score = { value: 1, parts: { seed: 1 } };
    await frontier.add([{ url, queue, level: 1, depth: 0, score, merge: 'keep' }]);
    for (;;) {
      const { claims, nextAt = Number.POSITIVE_INFINITY } = await frontier.claim({ queue, count: 1, now: clock.now() });
      if (claims[0] !== undefined) {
        const turn = await this.take(claims[0]);
        if (turn.outcome.kind !== 'again' || turn.fetchResult.download.kind === 'closed') return turn;
        continue;
      }
      const wait = nextAt - clock.now();
      if (wait > this.patience()) return { until: nextAt };
      onWait?.(hostOf(url), wait);
      await clock.sleep(Math.max(0, wait));
    }
  }

  private async take(claim: Claim): Promise<HopTurn> {
    const { store, clock, downloader, pace: rules, ...reading } = this.parts;
    const fetchResult = await fetchClaim(claim, { downloader, archive: false, ...reading });
    const at = clock.now();
    // Redirects are counted along the way from each URL that was given, and ways may meet.
    const outcome = outcomeOf(fetchResult, { retries: 0, maxRedirects: Number.POSITIVE_INFINITY, now: at });
    const pace = paceAfter(fetchResult, outcome, at, rules, downloader.crawlDelay(claim.url), () => 0);
    const { download } = fetchResult;
    if (download.kind === 'failed') await downloader.giveUpOnRobots(claim.url, download.failure.message);
    const end =
      outcome.kind === 'again'
        ? { requeue: { attempts: outcome.attempts } }
        : { visit: outcome.kind === 'page' ? { ...outcome.visit, ...asPage } : outcome.visit };
    const where = download.kind === 'located' && { address: download.address };
    const unused = (where || download.kind === 'refused') && { unused: true };
    await store.frontier.settle({ settlements: [{ claim, ...end, ...unused, ...where, ...(pace && { pace }) }] });
    return { fetchResult, outcome, at, pace };
  }

  /** Twice the longest delay that a crawl keeps. */
  private patience(): number {
    const { delayMs, maxCrawlDelayMs } = this.parts.pace;
    return 2 * Math.max(delayMs, maxCrawlDelayMs);
  }
}

const asPage = { outcome: 'page', reason: '' } as const;
