import TinyQueue from 'tinyqueue';
import {
  type Candidate,
  type Claim,
  type ClaimResult,
  type ClaimWish,
  type Frontier,
  type FrontierRules,
  type FrontierStats,
  mergedPriority,
  type Rescore,
  type SettleBatch,
  type Settlement,
  type SettleResult,
} from '../frontier/frontier.js';
import { before, GateBoard, type Hold, type Lane, type Place } from '../frontier/gate-board.js';
import { hostOf } from '../page/canonical-url.js';
import { boardStats } from './board-stats.js';
import { isDocument } from './documents.js';
import type { MemoryRecords, MemoryUrl } from './memory-records.js';
import type { Visit } from './visit.js';

/** The queue in memory: a heap a lane. Places in a heap go stale when a URL moves or leaves; the URL itself tells. */
export class MemoryFrontier implements Frontier {
  private readonly board: GateBoard;
  private readonly heaps = new Map<Lane, TinyQueue<Place & { entry: MemoryUrl }>>();
  private readonly leases = new Map<number, { claim: Claim; lane: Lane; entry: MemoryUrl; hold: Hold }>();
  private readonly claimed = new Set<MemoryUrl>();
  private lastToken = 0;

  constructor(
    rules: FrontierRules,
    private readonly records: MemoryRecords,
  ) {
    this.board = new GateBoard(rules);
  }

  async add(candidates: readonly Candidate[]): Promise<number> {
    return candidates.filter((candidate) => this.admit(candidate, 0)[1]).length;
  }

  async claim(wish: ClaimWish): Promise<ClaimResult> {
    for (const { claim } of this.leases.values()) {
      if (claim.leaseUntil <= wish.now) this.release({ claim, requeue: { attempts: claim.attempts } });
    }
    const claims: Claim[] = [];
    while (claims.length < wish.count) {
      const lane = this.board.best(wish, wish.now);
      if (lane === undefined) break;
      const claim = this.take(lane, wish.now);
      if (claim !== undefined) claims.push(claim);
    }
    if (claims.length === wish.count) return { claims };
    const nextAt = this.board.nextAt(wish);
    return nextAt === undefined ? { claims } : { claims, nextAt };
  }

  async settle(batch: SettleBatch): Promise<SettleResult> {
    let added = 0;
    const seqs = batch.settlements.map((settlement) => {
      if (!this.release(settlement)) return -1;
      if (settlement.visit === undefined) return 0;
      const seq = this.commitVisit(settlement.claim, settlement.visit);
      for (const link of settlement.links ?? []) {
        const [dst, entered] = this.admit(link, seq);
        if (entered) added++;
        this.records.addEdge({
          visit: seq,
          dst,
          anchor: link.anchor ?? '',
          score: link.score.value,
          parts: link.score.parts,
        });
      }
      return seq;
    });
    await this.rescore(batch.rescores ?? []);
    for (const { agent, data } of batch.knowledge ?? [])
      this.records.knowledge.set(agent, { seq: this.records.rows.length, data });
    return { seqs, added };
  }

  async rescore(changes: readonly Rescore[]): Promise<number> {
    let changed = 0;
    for (const change of changes) {
      for (const entry of 'url' in change ? this.entries(change.url) : this.siblings(change.siblingsOf)) {
        if (entry.state !== 'queued' || this.claimed.has(entry)) continue;
        const priority = mergedPriority(change.merge ?? 'set', entry.priority, change.score);
        if (this.move(entry, entry.level, priority, change.model)) changed++;
      }
    }
    return changed;
  }

  async stats(now: number): Promise<FrontierStats> {
    return boardStats(this.board, now, { claimed: this.leases.size, known: this.records.urls.size });
  }

  private take(lane: Lane, now: number): Claim | undefined {
    const { entry } = this.heap(lane).pop()!;
    lane.gate.queued--;
    if (entry.expiresAt !== undefined && entry.expiresAt <= now) {
      entry.state = 'expired';
      this.board.setTop(lane, this.topOf(lane));
      return undefined;
    }
    const hold = this.board.enter(lane.gate, now);
    const { id: urlId, url, depth, priority, hops, attempts, model, parent } = entry;
    const claim: Claim = {
      token: ++this.lastToken,
      urlId,
      url,
      host: lane.gate.host,
      agent: lane.agent,
      level: lane.level,
      depth,
      priority,
      hops,
      attempts,
      model,
      parent,
      leaseUntil: now + this.board.rules.leaseMs,
      pace: this.board.paceOf(lane.gate),
    };
    this.leases.set(claim.token, { claim, lane, entry, hold });
    this.claimed.add(entry);
    this.board.setTop(lane, this.topOf(lane));
    return claim;
  }

  private release(settlement: Settlement): boolean {
    const { claim, visit, requeue } = settlement;
    const lease = this.leases.get(claim.token);
    if (lease === undefined) return false;
    this.leases.delete(claim.token);
    const { lane, entry } = lease;
    this.claimed.delete(entry);
    if (visit !== undefined) {
      entry.state = 'visited';
      if (isDocument(visit.outcome)) lane.gate.fetched++;
    } else {
      entry.attempts = requeue?.attempts ?? entry.attempts;
      entry.priority = requeue?.score?.value ?? entry.priority;
      entry.model = requeue?.model ?? entry.model;
      lane.gate.queued++;
      this.place(entry);
    }
    this.board.leave(lane.gate, lease.hold, settlement);
    return true;
  }

  private commitVisit({ urlId, url, agent, level, depth, priority, parent }: Claim, visit: Visit): number {
    const seq = this.records.rows.length + 1;
    const from = parent === 0 ? '' : this.records.rows[parent - 1]!.url;
    this.records.addVisit({ ...visit, seq, url, urlId, agent, level, depth, priority, parent: from });
    return seq;
  }

  private admit(candidate: Candidate, parent: number): [id: number, entered: boolean] {
    const known = this.records.urls.get(candidate.url);
    if (known !== undefined) {
      if (known.state === 'visited' || this.claimed.has(known) || candidate.rejected !== undefined)
        return [known.id, false];
      if (known.state === 'queued') {
        known.depth = Math.min(known.depth, candidate.depth);
        const priority = mergedPriority(candidate.merge, known.priority, candidate.score.value);
        this.move(known, Math.min(known.level, candidate.level), priority, candidate.model);
        return [known.id, false];
      }
    }
    const host = hostOf(candidate.url);
    const entry: MemoryUrl = {
      id: known?.id ?? this.records.urls.size + 1,
      url: candidate.url,
      gate: this.board.gate(host) ?? this.board.addGate(this.board.gates.length + 1, host),
      state: candidate.rejected === undefined ? 'queued' : 'rejected',
      reason: candidate.rejected ?? '',
      depth: candidate.depth,
      // Let in from outside and not as a seed, it was still found where it was found.
      parent: parent === 0 && candidate.depth > 0 ? (known?.parent ?? 0) : parent,
      agent: candidate.agent,
      level: candidate.level,
      priority: candidate.score.value,
      attempts: 0,
      hops: candidate.hops ?? 0,
      model: candidate.model ?? 0,
      expiresAt: candidate.expiresAt,
    };
    this.records.setUrl(entry);
    if (candidate.rejected !== undefined) return [entry.id, false];
    entry.gate.queued++;
    this.place(entry);
    return [entry.id, true];
  }

  /** A queued URL takes another place in the order; its old place goes stale. */
  private move(entry: MemoryUrl, level: number, priority: number, model: number | undefined): boolean {
    if (priority === entry.priority && level === entry.level) return false;
    const from = this.board.lane(entry.agent, entry.level, entry.gate);
    entry.level = level;
    entry.priority = priority;
    entry.model = model ?? 0;
    this.place(entry);
    this.board.setTop(from, this.topOf(from));
    return true;
  }

  private place(entry: MemoryUrl): void {
    const lane = this.board.lane(entry.agent, entry.level, entry.gate);
    this.heap(lane).push({ urlId: entry.id, priority: entry.priority, entry });
    this.board.setTop(lane, this.topOf(lane));
  }

  private topOf(lane: Lane): Place | undefined {
    const heap = this.heap(lane);
    for (let top = heap.peek(); top !== undefined; top = heap.peek()) {
      const { entry } = top;
      const current =
        entry.state === 'queued' &&
        !this.claimed.has(entry) &&
        entry.priority === top.priority &&
        entry.level === lane.level;
      if (current) return { urlId: top.urlId, priority: top.priority };
      heap.pop();
    }
    return undefined;
  }

  private heap(lane: Lane): TinyQueue<Place & { entry: MemoryUrl }> {
    let heap = this.heaps.get(lane);
    if (heap === undefined) {
      heap = new TinyQueue<Place & { entry: MemoryUrl }>([], before);
      this.heaps.set(lane, heap);
    }
    return heap;
  }

  private entries(url: string): MemoryUrl[] {
    const entry = this.records.urls.get(url);
    return entry === undefined ? [] : [entry];
  }

  private siblings(url: string): MemoryUrl[] {
    const entry = this.records.urls.get(url);
    if (entry === undefined || entry.parent === 0) return [];
    const ids = new Set((this.records.edges.get(entry.parent) ?? []).map((edge) => edge.dst));
    const found = [...ids].map((id) => this.records.urlById[id - 1]!);
    return found.filter((other) => other !== entry && other.parent === entry.parent);
  }
}
