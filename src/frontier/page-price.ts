import { type ClaimRequest, type FrontierStats, revisitLevel, type Spending, type Waiting } from '../model/frontier.js';
import {
  type HeardOf,
  type HostOffer,
  hostOffers,
  type OfferedPlace,
  placesByLevel,
  type Standing,
  turnsOfOffer,
} from './host-offers.js';
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
/** Others may look ahead further than this process does: it tells them so many times as much of its hosts. */
const told = 2;
/** What others offer is looked at anew so often (ms). */
const othersEvery = 500;
/** Weight of the last answer in the mean time of answers. */
const lastAnswer = 1 / 16;

/** The least that a page must be worth to be bought now. */
interface Price {
  readonly level: number;
  readonly priority: number;
  /** The host queues that can sell for it in time. */
  readonly sellers: ReadonlySet<HostQueue>;
  /** How many URLs of other processes are worth it. */
  readonly elsewhere: number;
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
  /** Of all processes, as far as is known, and of this one. */
  private claims = 0;
  private ownClaims = 0;
  private lastClaim = Number.NEGATIVE_INFINITY;
  private explored = 0;
  private ownExplored = 0;
  /** Offered for its new host, not for its worth. */
  private exploration: HostQueue | undefined;
  private waitsFor: Waiting | undefined;
  private latest: Price | undefined;
  private answerTime = 0;
  /** How far the last price looked ahead (ms). */
  private horizon = 0;
  private last: PricedRequest | undefined;
  /** Of other processes that spend the same budget. */
  private others: readonly HostOffer[] = [];
  private processes = 1;
  private processesBefore = 0;
  private othersPlaces = new Map<number, OfferedPlace[]>();

  constructor(private readonly scheduler: HostScheduler) {}

  /** The host queue to take the next URL from, or what is waited for instead. */
  next(request: PricedRequest): HostQueue | Waiting | undefined {
    this.exploration = undefined;
    this.last = request;
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
    this.ownClaims++;
    this.waitsFor = undefined;
    if (hostQueue !== this.exploration) return;
    this.explored++;
    this.ownExplored++;
  }

  /**
   * What each of the other processes offers, and what they did since. Time is granted by claims, of which few become pages where hosts
   * are new, so theirs count as its own do.
   */
  hear(standings: readonly Standing[], { claims, explored, documents, before }: HeardOf, now: number): void {
    this.processes = 1 + standings.length;
    this.processesBefore = before;
    this.explored += explored;
    this.others = standings.flatMap(({ offers }) => offers);
    this.othersPlaces = placesByLevel(this.others);
    this.prices.clear();
    this.claims += claims;
    this.spentElsewhere(documents);
    // Whoever comes has patience with those who are there, and as much time as they have.
    const isNew = this.lastClaim === Number.NEGATIVE_INFINITY && this.others.length > 0;
    if (isNew) this.account.credit = Math.max(...standings.map(({ credit }) => credit));
    if (claims > 0 || isNew) this.lastClaim = Math.max(this.lastClaim, now);
  }

  /** What there is for others to know; no offers where nobody is waited for. */
  standing(now: number): Standing {
    const { last, answerTime } = this;
    const done = { claims: this.ownClaims, explored: this.ownExplored, credit: this.account.credit };
    if (last === undefined || last.spending.stretch <= 1) return { ...done, offers: [] };
    const until = now + told * this.horizon;
    return { ...done, offers: hostOffers(this.scheduler, last.spending.queues, now, { until, answerTime }) };
  }

  /** Whether the budget is better left to others, as far as is known; not for ever. */
  isOutbid(now: number): boolean {
    if (this.last === undefined || this.last.spending.stretch <= 1 || this.others.length === 0) return false;
    if (now >= Math.max(this.lastClaim, 0) + longestWait) return false;
    const request = { ...this.last, now };
    const price = this.workedOut(request);
    if (price === undefined || price.elsewhere === 0 || this.unseen(request) !== undefined) return false;
    return ![...price.sellers].some((hostQueue) => reaches(hostQueue, price, request));
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
    if (price.elsewhere > 0) return { hosts: hosts + 1, until: Math.min(until, now + othersEvery) };
    return hosts === 0 ? undefined : { hosts, until };
  }

  /** Whoever leaves the budget to others does not ask for pages: what it last knew of the budget is kept up to date. */
  private spentElsewhere(documents: number): void {
    if (this.last === undefined) return;
    const { spending } = this.last;
    const [visited, pagesLeft] = [spending.visited + documents, Math.max(0, spending.pagesLeft - documents)];
    this.last = { ...this.last, spending: { ...spending, visited, pagesLeft } };
  }

  /**
   * The share is one for all processes. They hear of each other a while later, so whose turn it is goes round: the others come in only where
   * nothing was found in its turn.
   */
  private unseen(request: PricedRequest): HostQueue | undefined {
    const { visited, exploration } = request.spending;
    const turn = ((this.processesBefore + this.explored) % this.processes) / this.processes;
    return this.explored + turn < exploration * visited ? this.scheduler.bestUnseen(request, request.now) : undefined;
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
    // Whoever has not heard of a visit yet need not be the first.
    const pages = pagesAhead({ ...spending, visited: Math.max(spending.visited, this.others.length > 0 ? 1 : 0) });
    if (pages === 0) return undefined;
    const end = this.endOf(pages, spending, now);
    this.horizon = end - now;
    const turns = new Map<HostState, number>();
    const turnsOf = (hostState: HostState) => {
      const known = turns.get(hostState);
      if (known !== undefined) return known;
      const first = turnsUntil(this.scheduler.turnsOf(hostState, now, this.answerTime), end);
      turns.set(hostState, first);
      return first;
    };
    const hasTurns = ({ hostState }: HostQueue) => turnsOf(hostState) > 0;
    const sellers = new Set<HostQueue>();
    const market = this.market(now, end);
    const until = this.claims + Math.ceil(pages / renewals);
    let bought = 0;
    for (const level of levels ?? this.levelsOf(queues)) {
      for (const { hostQueue, priority } of this.scheduler.inOrder(queues, level, hasTurns)) {
        const dearest = market.dearest(level, priority, pages - bought);
        bought += dearest.count;
        if (bought === pages) return { level, priority: dearest.last!, sellers, elsewhere: market.sold, until };
        if (!hasTurns(hostQueue)) continue;
        turns.set(hostQueue.hostState, turnsOf(hostQueue.hostState) - 1);
        sellers.add(hostQueue);
        if (++bought === pages) return { level, priority, sellers, elsewhere: market.sold, until };
      }
      const rest = market.dearest(level, Number.NEGATIVE_INFINITY, pages - bought);
      bought += rest.count;
      if (bought === pages) return { level, priority: rest.last!, sellers, elsewhere: market.sold, until };
    }
    // All that is queued can be bought.
    return undefined;
  }

  private levelsOf(queues: readonly number[]): number[] {
    if (this.others.length === 0) return this.scheduler.levelsOf(queues);
    return [...new Set([...this.scheduler.levelsOf(queues), ...this.othersPlaces.keys()])].sort((a, b) => a - b);
  }

  /** What other processes can sell until then. */
  private market(now: number, end: number) {
    const turns = new Map<HostOffer, number>();
    const next = new Map<number, number>();
    const market = {
      sold: 0,
      /** Sells what is worth more than this on the level, best first, at most so many. */
      dearest: (level: number, than: number, most: number) => {
        const places = this.othersPlaces.get(level) ?? [];
        let [at, count, last] = [next.get(level) ?? 0, 0, undefined as number | undefined];
        for (; count < most && at < places.length && places[at]!.priority > than; at++) {
          const { offer, priority, count: there } = places[at]!;
          const left = turns.get(offer) ?? turnsUntil(turnsOfOffer(offer, now), end);
          const taken = Math.min(there, left, most - count);
          if (taken <= 0) continue;
          turns.set(offer, left - taken);
          last = priority;
          count += taken;
        }
        next.set(level, at);
        market.sold += count;
        return { count, last };
      },
    };
    return market;
  }

  /** When so many pages have to be there. */
  private endOf(pages: number, { stretch, msLeft, pagesLeft }: Spending, now: number): number {
    const shareOfRest = msLeft === Number.POSITIVE_INFINITY ? msLeft : (msLeft * pages) / pagesLeft;
    if (stretch === Number.POSITIVE_INFINITY) return now + shareOfRest;
    const others = this.others.map((offer) => turnsOfOffer(offer, now));
    const hosts = [...this.scheduler.allTurns(now, this.answerTime), ...others];
    const oneTurn = this.scheduler.rules.delay + this.answerTime;
    const quickest = Math.max(soonestEnd(hosts, pages, now) - now, oneTurn);
    // What others offer changes all the time, and with it the price.
    const every = this.processes > 1 ? pages / renewals : 0;
    return now + Math.min(this.account.grant({ quickest, pages, stretch }, this.claims, now, every), shareOfRest);
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
