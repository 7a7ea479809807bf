import { randomInt } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { lot } from '../in-lots.js';
import { isDocument } from '../model/documents.js';
import {
  type Candidate,
  type Claim,
  type ClaimRequest,
  type ClaimResult,
  type Frontier,
  type FrontierRules,
  type FrontierStats,
  mergedPriority,
  mostFalls,
  type OnBehalfOf,
  type Rescore,
  type RevalueRequest,
  revisitLevel,
  type SettleBatch,
  type Settlement,
  type SettleResult,
  type Waiting,
} from '../model/frontier.js';
import { hostOf } from '../url/canonical-url.js';
import type { FrontierTables, KnownUrl, QueuedUrl } from './frontier-tables.js';
import { type HostQueue, type HostQueuePlace, HostScheduler } from './host-scheduler.js';
import type { Hold, HostState } from './hosts.js';
import { PagePrice } from './page-price.js';
import { checkScores, QueueChanges, type Revalued, worthOf } from './queue-changes.js';

interface Lease {
  readonly claim: Claim;
  readonly since: number;
  readonly hostState: HostState;
  readonly hold: Hold;
}

/** A queued URL whose turn may have come is not at hand; it is to be loaded, best with others that may be next. */
interface NotAtHand {
  readonly missing: readonly number[];
}

/** Queued URLs that are loaded at a time. */
const loadedAtOnce = 64;
/** Edges that are written in one turn. */
const edgesAtOnce = 10 * lot;

/** Decides over the hosts that this process owns: a scheduler in memory has the order, the tables keep. */
export class InMemoryOrderFrontier implements Frontier {
  private readonly scheduler: HostScheduler;
  private readonly price: PagePrice;
  private readonly changes: QueueChanges;
  private readonly leases = new Map<number, Lease>();
  /** A settlement in lots; whoever comes meanwhile waits for its end, as if it had been settled at once. */
  private underWay: Promise<void> | undefined;
  /** The time of the last claim. */
  private now = 0;
  /** Starts anywhere, so that a claim made before the store was opened anew is refused. */
  private lastToken = randomInt(2 ** 47);

  constructor(
    private readonly tables: FrontierTables,
    rules: FrontierRules,
  ) {
    this.scheduler = new HostScheduler(rules);
    this.price = new PagePrice(this.scheduler);
    this.changes = new QueueChanges(this.scheduler, tables);
    tables.restore(this.scheduler);
  }

  async add(candidates: readonly Candidate[]): Promise<number> {
    checkScores(candidates);
    while (this.underWay !== undefined) await this.underWay;
    const added = this.tables.write(() => candidates.filter((candidate) => this.admit(candidate, 0).entered).length);
    this.tables.commit();
    return added;
  }

  async claim(request: ClaimRequest): Promise<ClaimResult> {
    while (this.underWay !== undefined) await this.underWay;
    this.now = request.now;
    this.expireLeases(request.now);
    const claims: Claim[] = [];
    const fallen = new Map<number, Revalued & QueuedUrl>();
    let held = false;
    let waiting: Waiting | undefined;
    const { queue, agent = queue, spending, now } = request;
    this.scheduler.spend(agent, spending?.pagesLeft ?? Number.POSITIVE_INFINITY, now);
    while (claims.length < request.count) {
      const lease = this.takeBest(request, fallen);
      if (lease === undefined) break;
      if ('missing' in lease) {
        await this.tables.load!(lease.missing);
        continue;
      }
      if ('until' in lease) {
        waiting = lease;
        break;
      }
      claims.push(lease.claim);
      held ||= lease.hostState.nextAt > request.now;
    }
    this.changes.savePriorities([...fallen.values()]);
    // A host's hold must be on disk before the request is sent.
    if (held) this.tables.commit();
    if (claims.length === request.count) return { claims };
    if (waiting !== undefined) return { claims, waiting, nextAt: waiting.until };
    const nextAt = this.scheduler.nextAt(request, request.now);
    if (nextAt !== undefined) return { claims, nextAt };
    return this.scheduler.holdsFor(request) ? { claims, held: true } : { claims };
  }

  async settle({ settlements, rescores = [], knowledge = [] }: SettleBatch): Promise<SettleResult> {
    for (const { links = [], rescores: own = [] } of settlements) {
      checkScores(links);
      checkScores(own);
    }
    checkScores(rescores);
    while (this.underWay !== undefined) await this.underWay;
    const steps = this.settling({ settlements, rescores, knowledge });
    const isLong = settlements.some(({ links = [] }) => links.length > 2 * lot);
    if (isLong && this.tables.hold !== undefined) return this.inTurns(steps, this.tables.hold());
    return this.tables.write(() => {
      for (;;) {
        const { done, value } = steps.next();
        if (done) return value;
      }
    });
  }

  /** Takes a step a turn of the event loop; all of them are kept, or nothing. */
  private async inTurns(steps: Generator<void, SettleResult>, letGo: () => void): Promise<SettleResult> {
    let end = () => {};
    this.underWay = new Promise((resolve) => {
      end = resolve;
    });
    try {
      for (;;) {
        const { done, value } = this.tables.write(() => steps.next());
        if (done) return value;
        await nextTurn();
      }
    } finally {
      this.underWay = undefined;
      letGo();
      end();
    }
  }

  /** Yields where it may be interrupted for a while. */
  private *settling({ settlements, rescores = [], knowledge = [] }: SettleBatch): Generator<void, SettleResult> {
    let [added, moved] = [0, 0];
    const seqs: number[] = [];
    for (const settlement of settlements) {
      const lease = this.leases.get(settlement.claim.token);
      if (lease !== undefined) this.release(lease, settlement);
      if (lease === undefined || settlement.visit === undefined) {
        seqs.push(lease === undefined ? -1 : 0);
        continue;
      }
      const seq = this.tables.visits.add(settlement.claim, settlement.visit);
      added += yield* this.addLinks(seq, settlement.links ?? []);
      moved += this.changes.applyAll(settlement.rescores ?? []);
      seqs.push(seq);
    }
    moved += this.changes.applyAll(rescores);
    for (const { agent, data } of knowledge) this.tables.visits.saveKnowledge(agent, data);
    return { seqs, added, moved };
  }

  /** What others have found for hosts of this process. */
  receive(found: readonly { readonly candidate: Candidate; readonly parent: number }[], rescores: readonly Rescore[]) {
    this.tables.write(() => {
      for (const { candidate, parent } of found) this.admit(candidate, parent);
      this.changes.applyAll(rescores);
    });
  }

  /** What processes that spend the same budget have to offer each other. */
  get market(): Pick<PagePrice, 'hear' | 'standing' | 'isOutbid'> {
    return this.price;
  }

  /** Whether a request to one of these hosts is under way. */
  isAt(isOne: (host: string) => boolean): boolean {
    for (const { hostState } of this.leases.values()) if (isOne(hostState.host)) return true;
    return false;
  }

  async revalue(request: RevalueRequest): Promise<number> {
    while (this.underWay !== undefined) await this.underWay;
    return this.changes.revalue(request);
  }

  async acquireHostSlot(host: string, now: number, onBehalfOf?: OnBehalfOf): Promise<number | undefined> {
    while (this.underWay !== undefined) await this.underWay;
    const hostState = this.gateNamed(host);
    const at = this.scheduler.hosts.openingOf(hostState, now, onBehalfOf);
    if (at > now) return at;
    // The request is not counted among those in flight: it is over before its host is asked often again.
    this.scheduler.leave(hostState, this.scheduler.hosts.enter(hostState, now), {});
    if (hostState.nextAt > now) {
      this.tables.write(() => this.tables.hosts.save(hostState));
      this.tables.commit();
    }
    return undefined;
  }

  /**
   * Leaves a host to another process: from when to when it may send one request there. Where one of our own is under way, nobody knows when
   * that ends: the host is kept free, and the other comes again. `opens` is infinite where the host may not be asked at all.
   */
  lend(host: string, now: number, forMs: number): { readonly opens: number; readonly closes: number } {
    const { hosts } = this.scheduler;
    const hostState = this.gateNamed(host);
    const opens = hosts.openingOf(hostState, now);
    if (opens === Number.POSITIVE_INFINITY) return { opens, closes: opens };
    const isFree = hostState.inFlight === 0;
    this.scheduler.leave(hostState, hosts.enter(hostState, opens + forMs), {});
    this.tables.write(() => this.tables.hosts.save(hostState));
    return { opens, closes: isFree ? opens + forMs : opens };
  }

  async changeRules(rules: FrontierRules): Promise<void> {
    this.scheduler.changeRules(rules);
  }

  async nextOpening(now: number): Promise<number | undefined> {
    return this.scheduler.nextOpening(now);
  }

  async stats(now: number): Promise<FrontierStats> {
    return {
      ...this.scheduler.stats(now),
      claimed: this.leases.size,
      known: this.tables.urls.size,
      ...this.price.state(now),
    };
  }

  /** Takes the best URL that has neither expired nor fallen, and that no rule refuses; or tells what is waited for. Those that fell are moved on the scheduler, and noted in `fallen`. */
  private takeBest(
    request: ClaimRequest,
    fallen: Map<number, Revalued & QueuedUrl>,
  ): Lease | Waiting | NotAtHand | undefined {
    const { now, revalue } = request;
    for (let hostQueue = this.next(request); hostQueue !== undefined; hostQueue = this.next(request)) {
      if ('until' in hostQueue) return hostQueue;
      const { urlId, priority } = hostQueue.places.top!;
      const { queue, level } = hostQueue.partition;
      const known = fallen.get(urlId);
      const row = known ?? this.tables.urls.queued(urlId);
      if (row === undefined) return { missing: [urlId, ...this.scheduler.offered(request, loadedAtOnce)] };
      const { url, depth, kind } = row;
      const isExpired = this.isExpired(row, now);
      const refused = isExpired ? undefined : this.scheduler.rules.refused({ url, depth, kind, queue });
      if (isExpired || refused !== undefined) {
        this.scheduler.remove(hostQueue, urlId);
        // What was visited before stays visited.
        const state = isExpired ? 'expired' : kind === 'revisit' ? 'visited' : 'rejected';
        this.tables.write(() => this.tables.urls.leave({ id: urlId, url }, state, refused));
        continue;
      }
      const isAgain = level === revisitLevel;
      const isFinal = revalue === undefined || isAgain || known !== undefined || fallen.size === mostFalls;
      const worth = isFinal ? priority : worthOf(row.url, priority, revalue);
      if (worth >= priority) return this.take({ urlId, priority, hostQueue }, row, request);
      this.scheduler.put(hostQueue, urlId, worth);
      fallen.set(urlId, { urlId, ...row, priority: worth });
    }
    return undefined;
  }

  private next(request: ClaimRequest): HostQueue | Waiting | undefined {
    const { spending, now } = request;
    return spending === undefined ? this.scheduler.best(request, now) : this.price.next({ ...request, spending });
  }

  private take(
    { hostQueue, urlId, priority }: HostQueuePlace,
    row: QueuedUrl,
    { queue, agent = queue, now }: ClaimRequest,
  ): Lease {
    const { hostState, partition } = hostQueue;
    const { url, depth, hops, attempts, kind, parent, priorityParent } = row;
    this.scheduler.remove(hostQueue, urlId);
    const claim: Claim = {
      token: ++this.lastToken,
      urlId,
      url,
      host: hostState.host,
      queue: partition.queue,
      agent,
      level: partition.level,
      depth,
      priority,
      hops,
      attempts,
      kind,
      parent,
      priorityParent,
      leaseUntil: now + this.scheduler.rules.leaseMs,
      pace: this.scheduler.hosts.paceOf(hostState),
      ...(hostState.address && { address: hostState.address.name }),
    };
    const lease = { claim, since: now, hostState, hold: this.scheduler.hosts.enter(hostState, now, claim.agent) };
    this.leases.set(claim.token, lease);
    this.price.bought(hostQueue, now);
    if (hostState.nextAt > now) this.tables.write(() => this.tables.hosts.save(hostState));
    return lease;
  }

  private isExpired({ expiresAt, expiresAfter }: Pick<QueuedUrl, 'expiresAt' | 'expiresAfter'>, now: number): boolean {
    return (
      (expiresAt !== undefined && expiresAt <= now) ||
      (expiresAfter !== undefined && expiresAfter <= this.tables.visits.last)
    );
  }

  private expireLeases(now: number): void {
    for (const lease of this.leases.values()) {
      const { claim } = lease;
      if (claim.leaseUntil <= now) this.release(lease, { claim, requeue: { attempts: claim.attempts } });
    }
  }

  /** Ends a lease: the URL is done or queued again, and the host is free for its next request. */
  private release({ claim, since, hostState, hold }: Lease, settlement: Settlement): void {
    const { visit, requeue, pace, unused } = settlement;
    if (pace?.notBefore !== undefined && pace.failures === 0) this.price.answered(pace.notBefore - pace.delay - since);
    this.leases.delete(claim.token);
    if (visit === undefined) this.requeue(claim, hostState, requeue!);
    else {
      this.tables.urls.leave({ id: claim.urlId, url: claim.url }, 'visited');
      if (isDocument(visit.outcome) && claim.kind !== 'revisit')
        this.scheduler.hosts.fetched(hostState, visit.judgement?.relevant ?? false);
      else if (visit.outcome === 'failed' || visit.outcome === 'refused') hostState.failed++;
    }
    this.scheduler.leave(hostState, hold, settlement);
    if (visit !== undefined || pace !== undefined || unused) this.tables.hosts.save(hostState);
  }

  private requeue(claim: Claim, hostState: HostState, { attempts }: NonNullable<Settlement['requeue']>): void {
    if (attempts !== claim.attempts) this.tables.urls.requeue(claim, attempts);
    this.scheduler.put(this.scheduler.hostQueue(claim.queue, claim.level, hostState), claim.urlId, claim.priority);
  }

  private *addLinks(seq: number, links: readonly Candidate[]): Generator<void, number> {
    let added = 0;
    const admitted: { urlId: number; link: Candidate }[] = [];
    for (const link of links) {
      const { urlId, entered } = this.admit(link, seq);
      if (entered) added++;
      if (admitted.push({ urlId, link }) % lot === 0) yield;
    }
    if (admitted.length === 0) return added;
    const { visits } = this.tables;
    visits.addLinks(seq, admitted);
    for (let from = 0; visits.addEdges !== undefined && from < admitted.length; from += edgesAtOnce) {
      if (admitted.length > edgesAtOnce) yield;
      visits.addEdges(
        seq,
        admitted.slice(from, from + edgesAtOnce).map(({ urlId }) => urlId),
      );
    }
    return added;
  }

  /** Brings a URL into the queue, or up in it. */
  private admit(offered: Candidate, parent: number): { urlId: number; entered: boolean } {
    const { urls, visits, others } = this.tables;
    if (others?.offer(offered, parent)) return { urlId: 0, entered: false };
    const candidate =
      offered.expiresAfter === undefined ? offered : { ...offered, expiresAfter: visits.last + offered.expiresAfter };
    const hostState = this.hostStateOf(candidate.url);
    if (candidate.depth === 0 && !hostState.isGiven) {
      this.scheduler.hosts.give(hostState);
      this.tables.hosts.save(hostState);
    }
    let known = urls.find(candidate.url, hostState);
    const isRejected = candidate.rejected !== undefined;
    const isAgain = candidate.kind === 'revisit' && known?.state === 'visited';
    if (known === undefined) known = urls.insert(candidate, hostState, parent);
    else {
      if (candidate.modifiedAt !== undefined) urls.saveModified(known.id, candidate.modifiedAt);
      if (!isRejected && (candidate.expiresAt ?? candidate.expiresAfter) !== undefined) this.forget(known, hostState);
      // One in flight is neither moved nor added.
      if (known.state === 'queued' && !isRejected && known.level !== revisitLevel && this.scheduler.holds(known.id)) {
        this.merge(known, candidate, hostState, candidate.priorityParent ?? parent);
        // Its site says that it is none of its pages.
        if (candidate.kind === 'sitemap') urls.saveKind(known.id, 'sitemap');
        if ((candidate.expiresAt ?? candidate.expiresAfter) !== undefined) urls.saveExpiry(known.id, candidate);
      }
      if (known.state === 'queued' || (known.state === 'visited' && !isAgain) || isRejected)
        return { urlId: known.id, entered: false };
      // Visited again, or let in from outside and not as a seed, it was still found where it was found.
      const isFound = isAgain || (parent === 0 && candidate.depth > 0);
      urls.readmit(known, candidate, hostState, isFound ? known.parent : parent);
    }
    if (!isRejected) this.scheduler.put(this.changes.hostQueueOf(known, hostState), known.id, known.priority);
    return { urlId: known.id, entered: !isRejected };
  }

  /** Pappas et al. 2012, III-B: what has expired leaves the weighting, too, wherever it stands in the queue. Met again, it enters afresh. */
  private forget(known: KnownUrl, hostState: HostState): void {
    if (known.state !== 'queued' || known.level === revisitLevel || !this.scheduler.holds(known.id)) return;
    const row = this.tables.urls.queued(known.id);
    if (row === undefined || !this.isExpired(row, this.now)) return;
    this.scheduler.remove(this.changes.hostQueueOf(known, hostState), known.id);
    this.tables.urls.leave({ id: known.id, url: row.url }, 'expired');
    known.state = 'expired';
  }

  private merge(known: KnownUrl, candidate: Candidate, hostState: HostState, priorityParent: number): void {
    const { depth, score, merge } = candidate;
    const level = Math.min(known.level, candidate.level);
    if (depth < known.depth) {
      known.depth = depth;
      this.tables.urls.saveDepth(known);
      // Of two ways to the same place in the queue, the shorter one counts.
      if (score.value === known.priority) this.tables.urls.savePlace(known, { priorityParent });
    }
    if (typeof merge === 'function') {
      const queued = { value: known.priority, parts: this.tables.urls.partsOf(known.id) };
      const { value, parts } = merge(queued, score);
      this.changes.move(known, hostState, level, value, { priorityParent, parts });
    } else
      this.changes.move(known, hostState, level, mergedPriority(merge, known.priority, score.value), {
        priorityParent,
      });
  }

  private hostStateOf(url: string): HostState {
    return this.gateNamed(hostOf(url));
  }

  private gateNamed(host: string): HostState {
    return this.scheduler.hosts.get(host) ?? this.scheduler.hosts.add(this.tables.hosts.add(host), host);
  }
}
