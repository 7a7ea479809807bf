import type { ClaimRequest, Spending, Waiting } from '../model/frontier.js';
import { revisitLevel } from '../model/frontier.js';
import type { HostQueue, HostScheduler } from './host-scheduler.js';
import { type HostTurns, soonestEnd, turnsUntil } from './host-turns.js';
import type { HostState } from './hosts.js';

/** Pages that a price looks ahead at most: what is bought later is bought from what is found until then. */
const furthest = 500;
/** Nothing is waited for longer (ms) while something else is ready. */
const longestWait = 30_000;

/** The least that a page must be worth to be bought now. */
interface Price {
  readonly level: number;
  readonly priority: number;
  /** The host queues that can sell for it in time. */
  readonly sellers: ReadonlySet<HostQueue>;
  /** Claims after which it is worked out anew. */
  readonly until: number;
}

type PricedRequest = Pick<ClaimRequest, 'queue' | 'levels' | 'now'> & { readonly spending: Spending };

/**
 * The price of a page: a URL that is ready is left where the hosts that open soon can fill the budget with better ones.
 */
export class PagePrice {
  private readonly prices = new Map<string, Price>();
  private lastClaim = 0;
  private claims = 0;
  private explored = 0;
  private answerTime = 0;
  private credit = 0;
  private accounted: { readonly at: number; readonly claims: number } | undefined;

  constructor(private readonly scheduler: HostScheduler) {}

  /** The host queue to take the next URL from, or what is waited for instead. */
  next(request: PricedRequest): HostQueue | Waiting | undefined {
    const { now, spending } = request;
    const best = this.scheduler.best(request, now);
    if (best === undefined || best.partition.level === revisitLevel || spending.stretch <= 1) return best;
    const price = this.priceFor(request);
    if (price === undefined || reaches(best, price, request)) return best;
    return this.unseen(request) ?? this.waiting(price, request) ?? best;
  }

  /** A URL of the host queue was taken. */
  bought(now: number): void {
    this.lastClaim = now;
    this.claims++;
  }

  /** A request has ended after this time (ms). */
  answered(ms: number): void {
    this.answerTime += (ms - this.answerTime) / 16;
  }

  private get turn(): number {
    return this.scheduler.rules.delay + this.answerTime;
  }

  /** What was granted and not used is there for later, and the other way round. */
  private account(perPage: number, stretch: number, now: number): void {
    if (this.accounted !== undefined) {
      const { at, claims } = this.accounted;
      this.credit += stretch * perPage * (this.claims - claims) - (now - at);
      if (!(this.credit < Infinity)) this.credit = 0;
    }
    this.accounted = { at: now, claims: this.claims };
  }

  private waiting({ sellers, ...price }: Price, request: PricedRequest): Waiting | undefined {
    const { now } = request;
    const until = this.lastClaim + longestWait;
    if (now >= until) return undefined;
    let [hosts, opening] = [0, until];
    for (const hostQueue of sellers) {
      if (!reaches(hostQueue, { ...price, sellers }, request)) continue;
      const at = this.scheduler.opening(hostQueue, now);
      if (at === undefined || at > until) continue;
      hosts++;
      // One with a request in flight, or that another agent is about to take, is heard of when that is done.
      if (at > now) opening = Math.min(opening, at);
    }
    return hosts === 0 ? undefined : { hosts, until: opening };
  }

  private unseen(request: PricedRequest): HostQueue | undefined {
    const {
      spending: { visited, exploration },
      now,
    } = request;
    if (this.explored >= exploration * visited) return undefined;
    const found = this.scheduler.bestUnseen(request, now);
    if (found !== undefined) this.explored++;
    return found;
  }

  private priceFor(request: PricedRequest): Price | undefined {
    const key = request.levels?.join() ?? '';
    const known = this.prices.get(key);
    if (known !== undefined && this.claims < known.until) return known;
    const price = this.workedOut(request);
    if (price !== undefined) this.prices.set(key, price);
    return price;
  }

  private workedOut({ levels, now, spending }: PricedRequest): Price | undefined {
    const { visited, pagesLeft, msLeft, stretch, queues } = spending;
    const left = Math.min(pagesLeft, furthest);
    const pages = Math.ceil((visited * left) / (visited + left)) || 0;
    if (pages === 0) return undefined;
    const hosts = this.scheduler.turns(now, this.answerTime);
    const quickest = Math.max(soonestEnd([...hosts.values()], pages, now) - now, this.turn);
    this.account(quickest / pages, stretch, now);
    const end =
      now +
      Math.min(
        Math.max(quickest, stretch * quickest + this.credit),
        msLeft === Number.POSITIVE_INFINITY ? msLeft : (msLeft * pages) / pagesLeft,
      );
    const turns = new Map<HostState, number>();
    for (const [hostState, host] of hosts) turns.set(hostState, turnsUntil(host, end));
    const sellers = new Set<HostQueue>();
    let bought = 0;
    const hasTurns = ({ hostState }: HostQueue) => (turns.get(hostState) ?? 0) > 0;
    for (const level of levels ?? this.scheduler.levelsOf(queues))
      for (const { hostQueue, priority } of this.scheduler.inOrder(queues, level, hasTurns)) {
        if (!hasTurns(hostQueue)) continue;
        turns.set(hostQueue.hostState, turns.get(hostQueue.hostState)! - 1);
        sellers.add(hostQueue);
        if (++bought === pages)
          return { level, priority, sellers, until: this.claims + Math.max(1, Math.floor(pages / 16)) };
      }
    return undefined;
  }
}

/** Whether the best URL of the host queue is worth the price. */
function reaches({ partition, places }: HostQueue, price: Price, { levels }: Pick<ClaimRequest, 'levels'>): boolean {
  const { top } = places;
  if (top === undefined) return false;
  const rank = (level: number) => (levels === undefined ? level : levels.indexOf(level));
  const [own, asked] = [rank(partition.level), rank(price.level)];
  return own < asked || (own === asked && top.priority >= price.priority);
}
