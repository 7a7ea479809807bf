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
import { type Gate, GateBoard, type Hold, type Lane, type Place } from '../frontier/gate-board.js';
import { hostOf } from '../page/canonical-url.js';
import { boardStats } from './board-stats.js';
import { isDocument } from './documents.js';
import type { GroupCommit } from './group-commit.js';
import { type KnownUrl, SeenCache } from './seen-cache.js';
import type { Database } from './sqlite-database.js';
import { frontierStatements } from './sqlite-statements.js';
import { packTerms } from './term-blob.js';
import { fingerprintNumber, urlHash } from './url-hash.js';

/** Codes of `url.state`. */
export const urlStates = ['queued', 'visited', 'rejected', 'expired'] as const;
const [QUEUED, VISITED, REJECTED, EXPIRED] = [0, 1, 2, 3];

interface Lease {
  readonly claim: Claim;
  readonly lane: Lane;
  readonly hold: Hold;
}

/** The queue on disk. Which host is next is decided in memory (GateBoard), which URL of the host by an index. */
export class SqliteFrontier implements Frontier {
  private readonly board: GateBoard;
  private readonly seen = new SeenCache();
  private readonly leases = new Map<number, Lease>();
  private readonly claimedUrls = new Set<number>();
  private readonly sql: ReturnType<typeof frontierStatements>;
  private known: number;
  private lastToken = 0;
  private judge: number;

  constructor(
    db: Database,
    private readonly group: GroupCommit,
    rules: FrontierRules,
    judge: number,
  ) {
    this.sql = frontierStatements(db);
    this.judge = judge;
    this.board = new GateBoard(rules);
    for (const row of this.sql.allGates.all() as unknown as GateRow[]) {
      this.board.addGate(row.id, row.host, {
        nextAt: row.next_at,
        delay: row.delay ?? undefined,
        failures: row.failures,
        fetched: row.fetched,
      });
    }
    const gateById = new Map(this.board.gates.map((gate) => [gate.id, gate]));
    for (const row of this.sql.allLanes.all() as unknown as {
      agent: number;
      level: number;
      gate: number;
      n: number;
    }[]) {
      const gate = gateById.get(row.gate)!;
      gate.queued += row.n;
      const lane = this.board.lane(row.agent, row.level, gate);
      this.board.setTop(lane, this.topOf(lane));
    }
    this.known = (this.sql.countUrls.get() as { n: number }).n;
  }

  async add(candidates: readonly Candidate[]): Promise<number> {
    let added = 0;
    this.group.write(() => {
      for (const candidate of candidates) if (this.admit(candidate, 0)[1]) added++;
    });
    this.group.commit();
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
      if (lane.gate.nextAt > wish.now) held = true;
    }
    // A host's hold must be on disk before the request is sent.
    if (held) this.group.commit();
    if (claims.length === wish.count) return { claims };
    const nextAt = this.board.nextAt(wish);
    return nextAt === undefined ? { claims } : { claims, nextAt };
  }

  async settle(batch: SettleBatch): Promise<SettleResult> {
    return this.group.write(() => {
      let added = 0;
      const seqs = batch.settlements.map((settlement) => {
        const lease = this.leases.get(settlement.claim.token);
        if (lease === undefined) return -1;
        this.release(lease, settlement);
        if (settlement.visit === undefined) return 0;
        const seq = this.commitVisit(settlement, settlement.visit);
        added += this.commitLinks(settlement.links ?? [], seq);
        return seq;
      });
      for (const change of batch.rescores ?? []) this.applyRescore(change);
      for (const { agent, data } of batch.knowledge ?? []) this.commitKnowledge(agent, data);
      return { seqs, added };
    });
  }

  async rescore(changes: readonly Rescore[]): Promise<number> {
    return this.group.write(() => changes.reduce((sum, change) => sum + this.applyRescore(change), 0));
  }

  async stats(now: number): Promise<FrontierStats> {
    return boardStats(this.board, now, { claimed: this.leases.size, known: this.known });
  }

  /** From now on judgements are of this judge. */
  setJudge(judge: number): void {
    this.judge = judge;
  }

  private take(lane: Lane, now: number): Claim | undefined {
    const { gate } = lane;
    const row = this.sql.queued.get(lane.top!.urlId) as unknown as QueuedRow;
    if (row.expires !== null && row.expires <= now) {
      this.group.write(() => {
        this.sql.dequeue.run(row.id);
        this.sql.setState.run(EXPIRED, '', row.id);
      });
      this.remember(row.url, { state: EXPIRED });
      gate.queued--;
      this.board.setTop(lane, this.topOf(lane));
      return undefined;
    }
    const hold = this.board.enter(gate, now);
    if (gate.nextAt > now) this.group.write(() => this.sql.holdGate.run(gate.nextAt, gate.id));
    const claim: Claim = {
      token: ++this.lastToken,
      urlId: row.id,
      url: row.url,
      host: gate.host,
      agent: lane.agent,
      level: lane.level,
      depth: row.depth,
      priority: row.priority,
      hops: row.hops,
      attempts: row.attempts,
      model: row.model,
      parent: row.parent,
      leaseUntil: now + this.board.rules.leaseMs,
      pace: this.board.paceOf(gate),
    };
    this.leases.set(claim.token, { claim, lane, hold });
    this.claimedUrls.add(row.id);
    gate.queued--;
    this.board.setTop(lane, this.topOf(lane));
    return claim;
  }

  /** The best URL of a lane that is not in flight. */
  private topOf(lane: Lane): Place | undefined {
    const rows = this.sql.topOfLane.all(
      lane.agent,
      lane.level,
      lane.gate.id,
      lane.gate.inFlight + 1,
    ) as unknown as Place[];
    return rows.find((row) => !this.claimedUrls.has(row.urlId));
  }

  private expireLeases(now: number): void {
    for (const lease of this.leases.values()) {
      if (lease.claim.leaseUntil <= now)
        this.release(lease, { claim: lease.claim, requeue: { attempts: lease.claim.attempts } });
    }
  }

  /** Ends a lease: the host is free for its next request, and a requeued URL is back in its lane. */
  private release({ claim, lane, hold }: Lease, settlement: Settlement): void {
    this.leases.delete(claim.token);
    this.claimedUrls.delete(claim.urlId);
    const { requeue, visit, pace, unused } = settlement;
    const { gate } = lane;
    if (visit !== undefined && isDocument(visit.outcome)) gate.fetched++;
    if (requeue !== undefined) {
      gate.queued++;
      const priority = requeue.score?.value ?? claim.priority;
      if (requeue.attempts !== claim.attempts || requeue.score !== undefined) {
        this.sql.requeue.run(priority, requeue.attempts, requeue.model ?? claim.model, claim.urlId);
        this.remember(claim.url, { priority });
      }
      this.board.raise(lane, { urlId: claim.urlId, priority });
    }
    this.board.leave(gate, hold, settlement);
    if (pace !== undefined || unused || visit !== undefined) {
      this.sql.saveGate.run(gate.nextAt, gate.delay ?? null, gate.failures, gate.fetched, gate.id);
    }
  }

  private commitVisit({ claim }: Settlement, visit: NonNullable<Settlement['visit']>): number {
    const { lastInsertRowid } = this.sql.addVisit.run(
      claim.urlId,
      claim.agent,
      claim.level,
      claim.depth,
      claim.priority,
      claim.parent,
      visit.outcome,
      visit.reason,
      visit.detail ?? null,
      visit.fetchedAt,
      visit.status,
      visit.contentType ?? null,
      visit.bytes ?? null,
      visit.title ?? null,
      visit.language ?? null,
      visit.published ?? null,
      visit.author ?? null,
      visit.noindex === undefined ? null : Number(visit.noindex),
      visit.fingerprint === undefined ? null : fingerprintNumber(visit.fingerprint),
      visit.archive?.file ?? null,
      visit.archive?.offset ?? null,
      visit.archive?.length ?? null,
    );
    const seq = Number(lastInsertRowid);
    const { judgement } = visit;
    if (judgement !== undefined) {
      this.sql.addJudgement.run(
        this.judge,
        seq,
        judgement.relevance,
        judgement.raw,
        Number(judgement.relevant),
        JSON.stringify(judgement.parts),
      );
    }
    if (visit.terms !== undefined) this.sql.addLesson.run(seq, claim.agent, packTerms(visit.terms));
    this.sql.dequeue.run(claim.urlId);
    this.sql.setState.run(VISITED, '', claim.urlId);
    this.remember(claim.url, { state: VISITED });
    return seq;
  }

  private commitLinks(links: readonly Candidate[], seq: number): number {
    if (links.length === 0) return 0;
    let added = 0;
    const ids: number[] = [];
    const rows = links.map((link) => {
      const [id, entered] = this.admit(link, seq);
      if (entered) added++;
      ids.push(id);
      return [id, link.score.value, link.anchor ?? '', link.score.parts];
    });
    this.sql.addLinks.run(seq, JSON.stringify(rows));
    this.sql.addEdges.run(seq, `[${ids.join()}]`);
    return added;
  }

  /** What was learnt from all visits so far: their lessons need not be kept. */
  private commitKnowledge(agent: number, data: Uint8Array): void {
    const { seq } = this.sql.lastVisit.get() as { seq: number };
    this.sql.saveKnowledge.run(agent, seq, data);
    this.sql.dropLessons.run(agent, seq);
  }

  /** Brings a URL into the queue, or up in it. Returns its id and whether it entered the queue now. */
  private admit(candidate: Candidate, parent: number): [id: number, entered: boolean] {
    const known = this.lookUp(candidate.url) ?? this.insert(candidate, parent);
    if (known.state === VISITED || this.claimedUrls.has(known.id)) return [known.id, false];
    if (candidate.rejected !== undefined) return [known.id, false];
    if (known.state === QUEUED && known.level > 0) {
      this.mergeQueued(known, candidate);
      return [known.id, false];
    }
    if (known.state !== QUEUED) this.sql.readmit.run(candidate.depth, parent, known.id);
    known.state = QUEUED;
    known.depth = candidate.depth;
    known.agent = candidate.agent;
    known.level = candidate.level;
    known.priority = candidate.score.value;
    this.sql.enqueue.run(
      known.id,
      candidate.agent,
      candidate.level,
      known.gate.id,
      known.priority,
      candidate.hops ?? 0,
      candidate.model ?? 0,
      candidate.expiresAt ?? null,
    );
    known.gate.queued++;
    this.board.raise(this.board.lane(candidate.agent, candidate.level, known.gate), {
      urlId: known.id,
      priority: known.priority,
    });
    return [known.id, true];
  }

  private mergeQueued(known: KnownUrl, candidate: Candidate): void {
    if (candidate.depth < known.depth) {
      known.depth = candidate.depth;
      this.sql.setDepth.run(candidate.depth, known.id);
    }
    this.move(
      known,
      Math.min(known.level, candidate.level),
      mergedPriority(candidate.merge, known.priority, candidate.score.value),
      candidate.model,
    );
  }

  /** A queued URL takes another place in the order. */
  private move(known: KnownUrl, level: number, priority: number, model: number | undefined): boolean {
    if (priority === known.priority && level === known.level) return false;
    const from = this.board.lane(known.agent, known.level, known.gate);
    this.sql.reorder.run(level, priority, model ?? 0, known.id);
    const fell = level !== known.level || priority < known.priority;
    known.level = level;
    known.priority = priority;
    if (fell && from.top?.urlId === known.id) this.board.setTop(from, this.topOf(from));
    const to = this.board.lane(known.agent, level, known.gate);
    if (to.top?.urlId === known.id) this.board.setTop(to, { urlId: known.id, priority });
    else this.board.raise(to, { urlId: known.id, priority });
    return true;
  }

  private applyRescore(change: Rescore): number {
    const urls =
      'url' in change
        ? [change.url]
        : (this.sql.siblings.all(...this.idAndHash(change.siblingsOf)) as unknown as { url: string }[]).map(
            (row) => row.url,
          );
    let changed = 0;
    for (const url of urls) {
      const known = this.lookUp(url);
      if (known === undefined || known.state !== QUEUED || known.level === 0 || this.claimedUrls.has(known.id))
        continue;
      if (
        this.move(known, known.level, mergedPriority(change.merge ?? 'set', known.priority, change.score), change.model)
      )
        changed++;
    }
    return changed;
  }

  private idAndHash(url: string): [number, bigint] {
    return [this.board.gate(hostOf(url))?.id ?? -1, urlHash(url)];
  }

  private lookUp(url: string): KnownUrl | undefined {
    const cached = this.seen.get(url);
    if (cached !== undefined) return cached;
    const gate = this.board.gate(hostOf(url));
    if (gate === undefined) return undefined;
    const row = this.sql.lookUp.get(gate.id, urlHash(url)) as unknown as LookUpRow | undefined;
    if (row === undefined) return undefined;
    const known: KnownUrl = {
      id: row.id,
      gate,
      state: row.state,
      depth: row.depth,
      agent: row.agent ?? 0,
      level: row.level ?? 0,
      priority: row.priority ?? 0,
    };
    this.seen.set(url, known);
    return known;
  }

  /** A URL met for the first time: known, not yet queued (level 0). */
  private insert(candidate: Candidate, parent: number): KnownUrl {
    const host = hostOf(candidate.url);
    const gate = this.board.gate(host) ?? this.addGate(host);
    const rejected = candidate.rejected !== undefined;
    const state = rejected ? REJECTED : QUEUED;
    const { lastInsertRowid } = this.sql.addUrl.run(
      gate.id,
      urlHash(candidate.url),
      candidate.url,
      state,
      candidate.rejected ?? '',
      candidate.depth,
      parent,
    );
    const known: KnownUrl = {
      id: Number(lastInsertRowid),
      gate,
      state: state!,
      depth: candidate.depth,
      agent: 0,
      level: 0,
      priority: 0,
    };
    this.known++;
    this.seen.set(candidate.url, known);
    return known;
  }

  private addGate(host: string): Gate {
    return this.board.addGate(Number(this.sql.addGate.run(host).lastInsertRowid), host);
  }

  private remember(url: string, change: Partial<Pick<KnownUrl, 'state' | 'priority'>>): void {
    const known = this.seen.get(url);
    if (known !== undefined) Object.assign(known, change);
  }
}

interface GateRow {
  id: number;
  host: string;
  next_at: number;
  delay: number | null;
  failures: number;
  fetched: number;
}

interface QueuedRow {
  id: number;
  url: string;
  depth: number;
  parent: number;
  priority: number;
  attempts: number;
  hops: number;
  model: number;
  expires: number | null;
}

interface LookUpRow {
  id: number;
  state: number;
  depth: number;
  agent: number | null;
  level: number | null;
  priority: number | null;
}
