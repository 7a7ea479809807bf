import { type ClaimRequest, type FrontierStats, revisitLevel, type Spending, type Waiting } from '../model/frontier.js';
import type { HostQueue, HostScheduler } from './host-scheduler.js';
import { soonestEnd, turnsUntil } from './host-turns.js';
import type { HostState } from './hosts.js';
import { TimeAccount } from './time-account.js';

/** Pages that a price looks ahead at most: what is bought later is bought from what is found until then. */
const furthest = 500;
/** Whoever waits as long as it takes looks only at the best of them: so many times fewer. */
const choosiness = 4;
/** Nothing is waited for longer than this after the last claim (ms) while something else is ready. */
const longestWait = 30_000;
/** Shares of the pages looked ahead after which the price is worked out anew. */
const renewals = 8;
/** Weight of the last answer in the mean time of answers. */
const lastAnswer = 1 / 16;

/** The least that a page must be worth to be bought now. */
interface Price {
  readonly level: number;
  readonly priority: number;
  /** The host queues that can sell for it in time. */
  readonly sellers: ReadonlySet<HostQueue>;
  /** Claims at which it is worked out anew. */
  readonly until: number;
}

type PricedRequest = Pick<ClaimRequest, 'queue' | 'levels' | 'now'> & { readonly spending: Spending };

/**
 * The price of a page: the worth of the last URL that the budget could buy if hosts were visited best first, each as often as its
 * turns allow. A URL that is ready and worth less is left while one that is worth the price opens soon. Only the order of
 * the queue counts, so any scale of priorities will do. docs/focus.md has the rule in words.
 */
export class PagePrice {
  /** By the levels and queues that are asked for, as only these can be bought. */
  private readonly prices = new Map<string, Price>();
  private readonly account = new TimeAccount();
  private claims = 0;
  private lastClaim = Number.NEGATIVE_INFINITY;
  private explored = 0;
  /** Offered for its new host, not for its worth. */
  private exploration: HostQueue | undefined;
  private waitsFor: Waiting | undefined;
  private latest: Price | undefined;
  private answerTime = 0;

  constructor(private readonly scheduler: HostScheduler) {}

  /** The host queue to take the next URL from, or what is waited for instead. */
  next(request: PricedRequest): HostQueue | Waiting | undefined {
    this.exploration = undefined;
    const best = this.scheduler.best(request, request.now);
    if (best === undefined || best.partition.level === revisitLevel || request.spending.stretch <= 1) return best;
    const price = this.priceFor(request);
    if (price === undefined || reaches(best, price, request)) return best;
    this.exploration = this.unseen(request);
    if (this.exploration !== undefined) return this.exploration;
    this.waitsFor = this.waiting(price, request);
    return this.waitsFor ?? best;
  }

  /** A URL of the host queue was taken. */
  bought(hostQueue: HostQueue, now: number): void {
    this.lastClaim = now;
    this.claims++;
    this.waitsFor = undefined;
    if (hostQueue === this.exploration) this.explored++;
  }

  /** A request has ended after this time (ms). */
  answered(ms: number): void {
    this.answerTime += (ms - this.answerTime) * lastAnswer;
  }

  /** For the statistics; nothing before a price was asked for. */
  state(now: number): Pick<FrontierStats, 'spending'> {
    const { latest: price, waitsFor, explored } = this;
    if (this.prices.size === 0 && explored === 0) return {};
    return {
      spending: {
        explored,
        ...(price && { price: { level: price.level, priority: price.priority } }),
        ...(waitsFor && waitsFor.until > now && { waiting: waitsFor }),
      },
    };
  }

  /** Undefined where nothing that is worth the price opens before something else has to be taken. */
  private waiting(price: Price, request: PricedRequest): Waiting | undefined {
    const { now } = request;
    const end = Math.max(this.lastClaim, 0) + longestWait;
    if (now >= end) return undefined;
    let [hosts, until] = [0, end];
    for (const hostQueue of price.sellers) {
      const at = reaches(hostQueue, price, request) ? this.scheduler.opening(hostQueue, now) : undefined;
      if (at === undefined || at > end) continue;
      hosts++;
      // One with a request in flight, or that another agent is about to take, is heard of when that is done.
      if (at > now) until = Math.min(until, at);
    }
    return hosts === 0 ? undefined : { hosts, until };
  }

  private unseen(request: PricedRequest): HostQueue | undefined {
    const { visited, exploration } = request.spending;
    return this.explored < exploration * visited ? this.scheduler.bestUnseen(request, request.now) : undefined;
  }

  private priceFor(request: PricedRequest): Price | undefined {
    const key = `${request.levels?.join() ?? 'all'} of ${request.spending.queues.join()}`;
    const known = this.prices.get(key);
    if (known !== undefined && this.claims < known.until) return known;
    this.latest = this.workedOut(request);
    if (this.latest === undefined) this.prices.delete(key);
    else this.prices.set(key, this.latest);
    return this.latest;
  }

  private workedOut(request: PricedRequest): Price | undefined {
    const { levels, now, spending } = request;
    const { queues } = spending;
    const pages = pagesAhead(spending);
    if (pages === 0) return undefined;
    const end = this.endOf(pages, spending, now);
    const turns = new Map<HostState, number>();
    const turnsOf = (hostState: HostState) =>
      turns.get(hostState) ?? turnsUntil(this.scheduler.turnsOf(hostState, now, this.answerTime), end);
    const hasTurns = ({ hostState }: HostQueue) => turnsOf(hostState) > 0;
    const sellers = new Set<HostQueue>();
    let bought = 0;
    for (const level of levels ?? this.scheduler.levelsOf(queues))
      for (const { hostQueue, priority } of this.scheduler.inOrder(queues, level, hasTurns)) {
        if (!hasTurns(hostQueue)) continue;
        turns.set(hostQueue.hostState, turnsOf(hostQueue.hostState) - 1);
        sellers.add(hostQueue);
        if (++bought < pages) continue;
        return { level, priority, sellers, until: this.claims + Math.ceil(pages / renewals) };
      }
    // All that is queued can be bought.
    return undefined;
  }

  /** When so many pages have to be there. */
  private endOf(pages: number, { stretch, msLeft, pagesLeft }: Spending, now: number): number {
    const shareOfRest = msLeft === Number.POSITIVE_INFINITY ? msLeft : (msLeft * pages) / pagesLeft;
    if (stretch === Number.POSITIVE_INFINITY) return now + shareOfRest;
    const hosts = this.scheduler.allTurns(now, this.answerTime);
    const oneTurn = this.scheduler.rules.delay + this.answerTime;
    const quickest = Math.max(soonestEnd(hosts, pages, now) - now, oneTurn);
    return now + Math.min(this.account.grant({ quickest, pages, stretch }, this.claims, now), shareOfRest);
  }
}

/**
 * How many of the URLs that are queued by now will be among those that the budget buys. What is still to be found competes with
 * them: if pages go on to lead to as many URLs as they did, a share of visited / (visited + left) of what is bought is known now.
 */
function pagesAhead({ visited, pagesLeft, stretch }: Spending): number {
  const left = Math.min(pagesLeft, furthest);
  const known = visited === 0 ? 0 : (visited * left) / (visited + left);
  return Math.ceil(stretch === Number.POSITIVE_INFINITY ? known / choosiness : known);
}

/** Whether the best URL of the host queue is worth the price. */
function reaches({ partition, places }: HostQueue, price: Price, { levels }: Pick<ClaimRequest, 'levels'>): boolean {
  const { top } = places;
  if (top === undefined) return false;
  const rank = (level: number) => (levels === undefined ? level : levels.indexOf(level));
  const [own, asked] = [rank(partition.level), rank(price.level)];
  return own < asked || (own === asked && top.priority >= price.priority);
}
