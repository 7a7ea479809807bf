import { randomInt } from 'node:crypto';
import { Failure } from '../failure.js';
import {
  type Candidate,
  type Claim,
  type ClaimResult,
  type ClaimWish,
  type Frontier,
  type FrontierRules,
  type FrontierStats,
  mergedPriority,
  type Promotion,
  type Rescore,
  type SettleBatch,
  type Settlement,
  type SettleResult,
} from '../frontier/frontier.js';
import { type Gate, GateBoard, type Hold, type Lane } from '../frontier/gate-board.js';
import { hostOf } from '../page/canonical-url.js';
import { isDocument } from './documents.js';
import type { FrontierTables, KnownUrl, PlaceOrigin, QueuedUrl } from './frontier-tables.js';

interface Lease {
  readonly claim: Claim;
  readonly gate: Gate;
  readonly hold: Hold;
}

/** The frontier of a store that one process owns: a board in memory decides, the tables keep. */
export class BoardFrontier implements Frontier {
  private readonly board: GateBoard;
  private readonly leases = new Map<number, Lease>();
  /** Starts anywhere, so that a claim made before the store was opened anew is refused. */
  private lastToken = randomInt(2 ** 47);

  constructor(
    private readonly tables: FrontierTables,
    rules: FrontierRules,
  ) {
    this.board = new GateBoard(rules);
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
    let held = false;
    while (claims.length < wish.count) {
      const lane = this.board.best(wish, wish.now);
      if (lane === undefined) break;
      const claim = this.take(lane, wish.now);
      if (claim === undefined) continue;
      claims.push(claim);
      held ||= lane.gate.nextAt > wish.now;
    }
    // A host's hold must be on disk before the request is sent.
    if (held) this.tables.commit();
    const nextAt = claims.length < wish.count ? this.board.nextAt(wish) : undefined;
    return nextAt === undefined ? { claims } : { claims, nextAt };
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
        moved += this.applyAll(settlement.rescores ?? []);
        return seq;
      });
      moved += this.applyAll(rescores);
      for (const { agent, data } of knowledge) this.tables.visits.saveKnowledge(agent, data);
      return { seqs, added, moved };
    });
  }

  async stats(now: number): Promise<FrontierStats> {
    return { ...this.board.stats(now), claimed: this.leases.size, known: this.tables.urls.size };
  }

  private take(lane: Lane, now: number): Claim | undefined {
    const { gate, share, places } = lane;
    const { urlId, priority } = places.top!;
    this.board.remove(lane, urlId);
    const { url, depth, hops, attempts, model, parent, via, ...expiry } = this.tables.urls.queued(urlId);
    if (this.isExpired(expiry, now)) {
      this.tables.write(() => this.tables.urls.leave({ id: urlId, url }, 'expired'));
      return undefined;
    }
    const claim: Claim = {
      token: ++this.lastToken,
      urlId,
      url,
      host: gate.host,
      agent: share.agent,
      level: share.level,
      depth,
      priority,
      hops,
      attempts,
      model,
      parent,
      via,
      leaseUntil: now + this.board.rules.leaseMs,
      pace: this.board.paceOf(gate),
    };
    this.leases.set(claim.token, { claim, gate, hold: this.board.enter(gate, now) });
    if (gate.nextAt > now) this.tables.write(() => this.tables.gates.save(gate));
    return claim;
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
      if (isDocument(visit.outcome)) gate.fetched++;
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
    if (known === undefined) known = urls.insert(candidate, gate, parent);
    else {
      // One in flight is neither moved nor added.
      if (known.state === 'queued' && !isRejected && this.board.holds(known.id))
        this.merge(known, candidate, gate, candidate.via ?? parent);
      if (known.state === 'queued' || known.state === 'visited' || isRejected)
        return { urlId: known.id, entered: false };
      // Let in from outside and not as a seed, it was still found where it was found.
      urls.readmit(known, candidate, gate, parent === 0 && candidate.depth > 0 ? known.parent : parent);
    }
    if (!isRejected) this.board.put(this.laneOf(known, gate), known.id, known.priority);
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
      this.move(known, gate, level, value, { model, via, parts });
    } else this.move(known, gate, level, mergedPriority(merge, known.priority, score.value), { model, via });
  }

  /** A queued URL takes another place in the order. */
  private move(known: KnownUrl, gate: Gate, level: number, priority: number, origin: PlaceOrigin): boolean {
    if (level === known.level && priority === known.priority && origin.parts === undefined) return false;
    if (Number.isNaN(priority)) throw badScore(this.tables.urls.queued(known.id).url);
    if (level !== known.level) this.board.remove(this.laneOf(known, gate), known.id);
    known.level = level;
    known.priority = priority;
    this.tables.urls.savePlace(known, origin);
    this.board.put(this.laneOf(known, gate), known.id, priority);
    return true;
  }

  /** Returns how many URLs moved. */
  private applyAll(changes: readonly Rescore[]): number {
    let moved = 0;
    for (const change of changes) moved += 'promote' in change ? this.promote(change) : this.apply(change);
    return moved;
  }

  private apply(change: Exclude<Rescore, Promotion>): number {
    const { score, merge = 'set', model = 0 } = change;
    const [urls, level, parts] =
      'url' in change ? [[change.url], change.level, change.parts] : [this.siblingsOf(change.siblingsOf)];
    return urls.filter((url) => {
      const found = this.find(url);
      if (found === undefined || !this.board.holds(found.known.id)) return false;
      const { known, gate } = found;
      const priority = mergedPriority(merge, known.priority, score);
      return this.move(known, gate, level ?? known.level, priority, { model, ...(parts && { parts }) });
    }).length;
  }

  private promote({ promote: count, agent = 0, from, to }: Promotion): number {
    const best = this.board.bestOf(agent, from, count);
    for (const urlId of best) {
      const { url, model } = this.tables.urls.queued(urlId);
      const { known, gate } = this.find(url)!;
      this.move(known, gate, to, known.priority, { model });
    }
    return best.length;
  }

  private siblingsOf(url: string): string[] {
    const known = this.find(url)?.known;
    if (known === undefined) return [];
    const { visits } = this.tables;
    // What a redirect led to stands beside the links among which the redirect was found.
    let parent = known.parent;
    for (let from = visits.redirectedFrom(parent); from !== undefined; from = visits.redirectedFrom(parent))
      parent = from;
    return parent === 0 ? [] : visits.siblings({ id: known.id, parent });
  }

  private find(url: string): { known: KnownUrl; gate: Gate } | undefined {
    const gate = this.board.gate(hostOf(url));
    const known = gate && this.tables.urls.find(url, gate);
    return gate && known && { known, gate };
  }

  private laneOf({ agent, level }: KnownUrl, gate: Gate): Lane {
    return this.board.lane(agent, level, gate);
  }

  private gateOf(url: string): Gate {
    const host = hostOf(url);
    return this.board.gate(host) ?? this.board.addGate(this.tables.gates.add(host), host);
  }
}

/** A score that is no number has no place in any order; found out before anything is changed. */
function checkScores(scored: readonly (Candidate | Rescore)[]): void {
  for (const change of scored) {
    if ('promote' in change) continue;
    const { score } = change;
    if (!Number.isNaN(typeof score === 'number' ? score : score.value)) continue;
    throw badScore('url' in change ? change.url : change.siblingsOf);
  }
}

function badScore(url: string): Failure {
  return new Failure('bad-score', `The strategy gave ${url} a score that is not a number.`, 'fatal', { url });
}
