import { randomInt } from 'node:crypto';
import { isDocument } from '../model/documents.js';
import {
  type Candidate,
  type Claim,
  type ClaimResult,
  type ClaimWish,
  type Frontier,
  type FrontierRules,
  type FrontierStats,
  mergedPriority,
  mostFalls,
  type RevalueWish,
  revisitLevel,
  type SettleBatch,
  type Settlement,
  type SettleResult,
} from '../model/frontier.js';
import { hostOf } from '../url/canonical-url.js';
import type { FrontierTables, KnownUrl, QueuedUrl } from './frontier-tables.js';
import { GateBoard, type LanePlace } from './host-scheduler.js';
import type { Gate, Hold } from './hosts.js';
import { checkScores, QueueChanges, type Revalued, worthOf } from './queue-changes.js';

interface Lease {
  readonly claim: Claim;
  readonly gate: Gate;
  readonly hold: Hold;
}

/** The frontier of a store that one process owns: a board in memory decides, the tables keep. */
export class BoardFrontier implements Frontier {
  private readonly board: GateBoard;
  private readonly changes: QueueChanges;
  private readonly leases = new Map<number, Lease>();
  /** Starts anywhere, so that a claim made before the store was opened anew is refused. */
  private lastToken = randomInt(2 ** 47);

  constructor(
    private readonly tables: FrontierTables,
    rules: FrontierRules,
  ) {
    this.board = new GateBoard(rules);
    this.changes = new QueueChanges(this.board, tables);
    tables.restore(this.board);
  }

  async add(candidates: readonly Candidate[]): Promise<number> {
    checkScores(candidates);
    const added = this.tables.write(() => candidates.filter((candidate) => this.admit(candidate, 0).entered).length);
    this.tables.commit();
    return added;
  }

  async claim(wish: ClaimWish): Promise<ClaimResult> {
    this.expireLeases(wish.now);
    const claims: Claim[] = [];
    const fallen = new Map<number, Revalued & QueuedUrl>();
    let held = false;
    while (claims.length < wish.count) {
      const lease = this.takeBest(wish, fallen);
      if (lease === undefined) break;
      claims.push(lease.claim);
      held ||= lease.gate.nextAt > wish.now;
    }
    this.changes.savePriorities([...fallen.values()]);
    // A host's hold must be on disk before the request is sent.
    if (held) this.tables.commit();
    if (claims.length === wish.count) return { claims };
    const nextAt = this.board.nextAt(wish, wish.now);
    if (nextAt !== undefined) return { claims, nextAt };
    return this.board.holdsFor(wish) ? { claims, held: true } : { claims };
  }

  async settle({ settlements, rescores = [], knowledge = [] }: SettleBatch): Promise<SettleResult> {
    for (const { links = [], rescores: own = [] } of settlements) {
      checkScores(links);
      checkScores(own);
    }
    checkScores(rescores);
    return this.tables.write(() => {
      let [added, moved] = [0, 0];
      const seqs = settlements.map((settlement) => {
        const lease = this.leases.get(settlement.claim.token);
        if (lease === undefined) return -1;
        this.release(lease, settlement);
        if (settlement.visit === undefined) return 0;
        const seq = this.tables.visits.add(settlement.claim, settlement.visit);
        added += this.addLinks(seq, settlement.links ?? []);
        moved += this.changes.applyAll(settlement.rescores ?? []);
        return seq;
      });
      moved += this.changes.applyAll(rescores);
      for (const { agent, data } of knowledge) this.tables.visits.saveKnowledge(agent, data);
      return { seqs, added, moved };
    });
  }

  async revalue(wish: RevalueWish): Promise<number> {
    return this.changes.revalue(wish);
  }

  async takeTurn(host: string, now: number): Promise<number | undefined> {
    const gate = this.gateNamed(host);
    const at = this.board.hosts.openingOf(gate, now);
    if (at > now) return at;
    // The request is not counted among those in flight: it is over before its host is asked often again.
    this.board.leave(gate, this.board.hosts.enter(gate, now), {});
    if (gate.nextAt > now) {
      this.tables.write(() => this.tables.gates.save(gate));
      this.tables.commit();
    }
    return undefined;
  }

  async nextOpening(now: number): Promise<number | undefined> {
    return this.board.nextOpening(now);
  }

  async stats(now: number): Promise<FrontierStats> {
    return { ...this.board.stats(now), claimed: this.leases.size, known: this.tables.urls.size };
  }

  /** Takes the best URL that has neither expired nor fallen. Those that fell are moved on the board, and noted in `fallen`. */
  private takeBest(wish: ClaimWish, fallen: Map<number, Revalued & QueuedUrl>): Lease | undefined {
    const { now, revalue } = wish;
    for (let lane = this.board.best(wish, now); lane !== undefined; lane = this.board.best(wish, now)) {
      const { urlId, priority } = lane.places.top!;
      const known = fallen.get(urlId);
      const row = known ?? this.tables.urls.queued(urlId);
      if (this.isExpired(row, now)) {
        this.board.remove(lane, urlId);
        this.tables.write(() => this.tables.urls.leave({ id: urlId, url: row.url }, 'expired'));
        continue;
      }
      const isAgain = lane.share.level === revisitLevel;
      const isFinal = revalue === undefined || isAgain || known !== undefined || fallen.size === mostFalls;
      const worth = isFinal ? priority : worthOf(row.url, priority, revalue);
      if (worth >= priority) return this.take({ urlId, priority, lane }, row, wish);
      this.board.put(lane, urlId, worth);
      fallen.set(urlId, { ...row, urlId, priority: worth });
    }
    return undefined;
  }

  private take({ lane, urlId, priority }: LanePlace, row: QueuedUrl, { agent, by = agent, now }: ClaimWish): Lease {
    const { gate, share } = lane;
    const { url, depth, hops, attempts, model, errand, parent, via } = row;
    this.board.remove(lane, urlId);
    const claim: Claim = {
      token: ++this.lastToken,
      urlId,
      url,
      host: gate.host,
      agent: share.agent,
      by,
      level: share.level,
      depth,
      priority,
      hops,
      attempts,
      model,
      errand,
      parent,
      via,
      leaseUntil: now + this.board.rules.leaseMs,
      pace: this.board.hosts.paceOf(gate),
      ...(gate.address && { address: gate.address.name }),
    };
    const lease = { claim, gate, hold: this.board.hosts.enter(gate, now) };
    this.leases.set(claim.token, lease);
    if (gate.nextAt > now) this.tables.write(() => this.tables.gates.save(gate));
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
  private release({ claim, gate, hold }: Lease, settlement: Settlement): void {
    const { visit, requeue, pace, unused } = settlement;
    this.leases.delete(claim.token);
    if (visit === undefined) this.requeue(claim, gate, requeue!);
    else {
      this.tables.urls.leave({ id: claim.urlId, url: claim.url }, 'visited');
      if (isDocument(visit.outcome) && claim.errand !== 'refresh') gate.fetched++;
    }
    this.board.leave(gate, hold, settlement);
    if (visit !== undefined || pace !== undefined || unused) this.tables.gates.save(gate);
  }

  private requeue(claim: Claim, gate: Gate, { attempts, score, model }: NonNullable<Settlement['requeue']>): void {
    const priority = score?.value ?? claim.priority;
    if (attempts !== claim.attempts || score !== undefined || model !== undefined)
      this.tables.urls.requeue(claim, { attempts, priority, model: model ?? claim.model });
    this.board.put(this.board.lane(claim.agent, claim.level, gate), claim.urlId, priority);
  }

  private addLinks(seq: number, links: readonly Candidate[]): number {
    let added = 0;
    const admitted = links.map((link) => {
      const { urlId, entered } = this.admit(link, seq);
      if (entered) added++;
      return { urlId, link };
    });
    if (admitted.length > 0) this.tables.visits.addLinks(seq, admitted);
    return added;
  }

  /** Brings a URL into the queue, or up in it. */
  private admit(offered: Candidate, parent: number): { urlId: number; entered: boolean } {
    const { urls, visits } = this.tables;
    const candidate =
      offered.expiresAfter === undefined ? offered : { ...offered, expiresAfter: visits.last + offered.expiresAfter };
    const gate = this.gateOf(candidate.url);
    let known = urls.find(candidate.url, gate);
    const isRejected = candidate.rejected !== undefined;
    const isAgain = candidate.errand === 'refresh' && known?.state === 'visited';
    if (known === undefined) known = urls.insert(candidate, gate, parent);
    else {
      if (candidate.modifiedAt !== undefined) urls.saveModified(known.id, candidate.modifiedAt);
      // One in flight is neither moved nor added.
      if (known.state === 'queued' && !isRejected && known.level !== revisitLevel && this.board.holds(known.id)) {
        this.merge(known, candidate, gate, candidate.via ?? parent);
        // Its site says that it is none of its pages.
        if (candidate.errand === 'sitemap') urls.saveErrand(known.id, 'sitemap');
        if ((candidate.expiresAt ?? candidate.expiresAfter) !== undefined) urls.saveExpiry(known.id, candidate);
      }
      if (known.state === 'queued' || (known.state === 'visited' && !isAgain) || isRejected)
        return { urlId: known.id, entered: false };
      // Visited again, or let in from outside and not as a seed, it was still found where it was found.
      const isFound = isAgain || (parent === 0 && candidate.depth > 0);
      urls.readmit(known, candidate, gate, isFound ? known.parent : parent);
    }
    if (!isRejected) this.board.put(this.changes.laneOf(known, gate), known.id, known.priority);
    return { urlId: known.id, entered: !isRejected };
  }

  private merge(known: KnownUrl, candidate: Candidate, gate: Gate, via: number): void {
    const { depth, score, merge, model = 0 } = candidate;
    const level = Math.min(known.level, candidate.level);
    if (depth < known.depth) {
      known.depth = depth;
      this.tables.urls.saveDepth(known);
      // Of two ways to the same place in the queue, the shorter one counts.
      if (score.value === known.priority) this.tables.urls.savePlace(known, { model, via });
    }
    if (typeof merge === 'function') {
      const queued = { value: known.priority, parts: this.tables.urls.partsOf(known.id) };
      const { value, parts } = merge(queued, score);
      this.changes.move(known, gate, level, value, { model, via, parts });
    } else this.changes.move(known, gate, level, mergedPriority(merge, known.priority, score.value), { model, via });
  }

  private gateOf(url: string): Gate {
    return this.gateNamed(hostOf(url));
  }

  private gateNamed(host: string): Gate {
    return this.board.hosts.get(host) ?? this.board.hosts.add(this.tables.gates.add(host), host);
  }
}
