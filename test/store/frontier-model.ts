import type { InLink, UrlRecord } from '../../src/model/crawl-store.js';
import type {
  Candidate,
  Claim,
  ClaimRequest,
  ClaimResult,
  FrontierRules,
  FrontierStats,
  MergeRule,
  Promotion,
  Rescore,
  Revalue,
  RevalueRequest,
  Settlement,
} from '../../src/model/frontier.js';
import type { Score } from '../../src/model/score.js';

interface ModelUrl {
  readonly id: number;
  readonly url: string;
  readonly host: ModelHost;
  state: UrlRecord['state'];
  reason: string;
  depth: number;
  parent: number;
  queue: number;
  level: number;
  priority: number;
  attempts: number;
  hops: number;
  priorityParent: number;
  parts: Score['parts'];
  expiresAt: number;
  /** A number of visits. */
  expiresAfter: number;
  claimed: boolean;
}

interface ModelHost {
  readonly name: string;
  nextAt: number;
  delay: number;
  failures: number;
  inFlight: number;
  fetched: number;
}

interface ModelLease {
  readonly url: ModelUrl;
  readonly until: number;
  readonly holdFrom: number;
  readonly holdUntil: number;
}

/** What a frontier should do, written as plainly as possible: arrays, linear scans, nothing remembered twice. */
export class FrontierModel {
  readonly urls: ModelUrl[] = [];
  /** Of the last claim. */
  private now = 0;
  readonly visited: string[] = [];
  private readonly redirects = new Set<number>();
  readonly edges: { visit: number; dst: number; score: number }[] = [];
  private readonly hosts: ModelHost[] = [];
  /** By the token of the store's claim. */
  private leases = new Map<number, ModelLease>();

  constructor(private readonly rules: FrontierRules) {}

  add(candidates: readonly Candidate[], parent = 0): number {
    return candidates.filter((candidate) => this.admit(candidate, parent)).length;
  }

  /** The expected claims, without their tokens, which are the store's to choose. */
  claim(request: ClaimRequest): { claims: Omit<Claim, 'token'>[]; nextAt?: number; held?: true } {
    this.now = request.now;
    for (const [token, lease] of this.leases) {
      if (lease.until > request.now) continue;
      this.leases.delete(token);
      lease.url.claimed = false;
      lease.url.host.inFlight--;
    }
    const claims: Omit<Claim, 'token'>[] = [];
    while (claims.length < request.count) {
      const best = this.wanted(request).filter(({ host }) => this.isOpen(host, request.now))[0];
      if (best === undefined) break;
      if (this.isExpired(best)) best.state = 'expired';
      else if (this.worth(best, request.revalue) < best.priority) best.priority = this.worth(best, request.revalue);
      else claims.push(this.take(best, request.now));
    }
    if (claims.length === request.count) return { claims };
    const times = this.wanted(request)
      .filter(({ host }) => host.nextAt > request.now && this.isOpen(host, host.nextAt))
      .map(({ host }) => host.nextAt);
    if (times.length > 0) return { claims, nextAt: Math.min(...times) };
    return this.wanted(request).length > 0 ? { claims, held: true } : { claims };
  }

  /** Ties the leases of the expected claims to the tokens that the store gave them. */
  accept({ claims }: ClaimResult): void {
    for (const claim of claims) {
      const lease = this.unnamed.shift()!;
      this.leases.set(claim.token, lease);
    }
  }

  settle(settlement: Settlement): { seq: number; added: number; moved: number } {
    const { claim, visit, requeue, pace, unused, links = [] } = settlement;
    const lease = this.leases.get(claim.token);
    if (lease === undefined) return { seq: -1, added: 0, moved: 0 };
    this.leases.delete(claim.token);
    const { url } = lease;
    const { host } = url;
    url.claimed = false;
    host.inFlight--;
    if (unused && host.nextAt === lease.holdUntil) host.nextAt = lease.holdFrom;
    if (pace !== undefined) {
      host.delay = pace.delay;
      host.failures = pace.failures;
      host.nextAt = Math.max(host.nextAt, pace.notBefore ?? 0);
    }
    if (visit === undefined) {
      url.attempts = requeue!.attempts;
      return { seq: 0, added: 0, moved: 0 };
    }
    if (['page', 'duplicate', 'ignored'].includes(visit.outcome)) host.fetched++;
    url.state = 'visited';
    const seq = this.visited.push(url.url);
    if (visit.outcome === 'redirect') this.redirects.add(seq);
    let added = 0;
    for (const link of links) {
      added += this.add([link], seq);
      this.edges.push({ visit: seq, dst: this.find(link.url)!.id, score: link.score.value });
    }
    return { seq, added, moved: this.rescore(settlement.rescores ?? []) };
  }

  rescore(changes: readonly Rescore[]): number {
    let changed = 0;
    for (const change of changes) {
      if ('promote' in change) {
        changed += this.promote(change);
        continue;
      }
      const named = this.find('url' in change ? change.url : change.siblingsOf);
      if (named === undefined) continue;
      const parent = this.finderOf(named);
      const siblings = this.urls.filter((other) => other !== named && other.parent === parent && parent > 0);
      for (const url of 'url' in change ? [named] : siblings) {
        if (url.state !== 'queued' || url.claimed) continue;
        const level = ('url' in change ? change.level : undefined) ?? url.level;
        const score = { value: change.score, parts: {} };
        if (this.move(url, level, change.merge ?? 'set', score)) changed++;
      }
    }
    return changed;
  }

  revalue({ queue, count, value }: RevalueRequest): number {
    const best = [1, 2, 3].flatMap((level) =>
      this.wanted({ queue, levels: [level], count, now: 0 }).slice(0, Math.ceil(count / level)),
    );
    const changed = best.filter((url) => this.worth(url, value) !== url.priority);
    for (const url of changed) url.priority = this.worth(url, value);
    return changed.length;
  }

  /** The owner is gone and comes back: what was in flight is in the queue again, hosts keep their times. */
  reopen(): void {
    this.now = 0;
    for (const { url } of this.leases.values()) url.claimed = false;
    for (const host of this.hosts) host.inFlight = 0;
    this.leases.clear();
  }

  stats(now: number): FrontierStats {
    const queued = this.urls.filter((url) => url.state === 'queued' && !url.claimed);
    const busy = this.hosts.filter((host) => queued.some((url) => url.host === host));
    const closed = busy.filter((host) => this.isClosed(host));
    const ready = busy.filter((host) => this.isOpen(host, now));
    return {
      queued: queued.length,
      claimed: this.leases.size,
      known: this.urls.length,
      hosts: this.hosts.length,
      hostsReady: ready.length,
      hostsWaiting: busy.length - ready.length - closed.length,
      hostsClosed: closed.length,
      queuedClosed: queued.filter(({ host }) => closed.includes(host)).length,
      queuedAgain: 0,
    };
  }

  record(url: string): UrlRecord | undefined {
    const known = this.find(url);
    if (known === undefined) return undefined;
    const { id, state, reason, depth, parent, priority, level, attempts } = known;
    return { id, url, state, reason, depth, parent, ...(state === 'queued' && { priority, level, attempts }) };
  }

  inLinks(urlId: number): Pick<InLink, 'visit' | 'from' | 'score'>[] {
    return this.edges
      .filter(({ dst }) => dst === urlId)
      .sort((a, b) => b.score - a.score || a.visit - b.visit)
      .map(({ visit, score }) => ({ visit, from: this.visited[visit - 1]!, score }));
  }

  private readonly unnamed: ModelLease[] = [];

  private find(url: string): ModelUrl | undefined {
    return this.urls.find((known) => known.url === url);
  }

  private admit(candidate: Candidate, parent: number): boolean {
    const { url, depth, level, queue, score, merge, hops = 0, rejected } = candidate;
    const known = this.find(url);
    if (known !== undefined && (rejected !== undefined || known.state === 'visited' || known.claimed)) return false;
    // Met again by a link that is to be forgotten in its turn, what has expired is forgotten first.
    const mayExpire = (candidate.expiresAt ?? candidate.expiresAfter) !== undefined;
    if (known?.state === 'queued' && mayExpire && this.isExpired(known)) known.state = 'expired';
    if (known?.state === 'queued') {
      if (depth < known.depth && score.value === known.priority)
        Object.assign(known, { priorityParent: candidate.priorityParent ?? parent });
      known.depth = Math.min(known.depth, depth);
      const priorityParent = candidate.priorityParent ?? parent;
      this.move(known, Math.min(known.level, level), merge, score, { priorityParent });
      if ((candidate.expiresAt ?? candidate.expiresAfter) !== undefined) Object.assign(known, this.expiryOf(candidate));
      return false;
    }
    const fresh: ModelUrl = {
      id: known?.id ?? this.urls.length + 1,
      url,
      host: this.host(new URL(url).host),
      state: rejected === undefined ? 'queued' : 'rejected',
      reason: rejected ?? '',
      depth,
      parent: parent === 0 && depth > 0 ? (known?.parent ?? 0) : parent,
      queue,
      level,
      priority: score.value,
      attempts: 0,
      hops,
      priorityParent: candidate.priorityParent ?? (parent === 0 && depth > 0 ? (known?.parent ?? 0) : parent),
      parts: typeof merge === 'function' ? score.parts : {},
      ...this.expiryOf(candidate),
      claimed: false,
    };
    this.urls[fresh.id - 1] = fresh;
    return rejected === undefined;
  }

  private isExpired({ expiresAt, expiresAfter }: ModelUrl): boolean {
    return expiresAt <= this.now || expiresAfter <= this.visited.length;
  }

  private expiryOf({ expiresAt = Number.POSITIVE_INFINITY, expiresAfter = Number.POSITIVE_INFINITY }: Candidate) {
    return { expiresAt, expiresAfter: this.visited.length + expiresAfter };
  }

  private move(
    url: ModelUrl,
    level: number,
    rule: MergeRule,
    offered: Score,
    origin: { priorityParent?: number } = {},
  ): boolean {
    const { priority: queued, parts } = url;
    const simple = {
      max: Math.max(queued, offered.value),
      sum: queued + offered.value,
      keep: queued,
      set: offered.value,
      follow: follow(queued, offered.value),
    };
    const merged =
      typeof rule === 'function' ? rule({ value: queued, parts }, offered) : { value: simple[rule], parts };
    if (merged.value === queued && level === url.level && typeof rule !== 'function') return false;
    Object.assign(url, { priority: merged.value, parts: merged.parts, level, ...origin });
    return true;
  }

  private worth({ url, priority }: ModelUrl, value: Revalue | undefined): number {
    return follow(priority, value?.(url) ?? priority);
  }

  /** The visit that found it, or the redirects to it. */
  private finderOf({ parent }: ModelUrl): number {
    return this.redirects.has(parent) ? this.finderOf(this.find(this.visited[parent - 1]!)!) : parent;
  }

  private promote({ promote: count, queue = 0, from, to }: Promotion): number {
    const best = this.wanted({ queue, levels: [from], count, now: 0 }).slice(0, count);
    for (const url of best) url.level = to;
    return best.length;
  }

  private take(url: ModelUrl, now: number): Omit<Claim, 'token'> {
    const { host } = url;
    const pace = { delay: host.delay, failures: host.failures };
    const holdFrom = host.nextAt;
    host.nextAt = Math.max(host.nextAt, now + host.delay);
    host.inFlight++;
    url.claimed = true;
    const leaseUntil = now + this.rules.leaseMs;
    this.unnamed.push({ url, until: leaseUntil, holdFrom, holdUntil: host.nextAt });
    const { id: urlId, queue, level, depth, priority, hops, attempts, parent, priorityParent } = url;
    return {
      ...{
        urlId,
        url: url.url,
        host: host.name,
        queue,
        agent: queue,
        level,
        depth,
        priority,
        hops,
        attempts,
        kind: 'page',
        parent,
        priorityParent,
      },
      leaseUntil,
      pace,
    };
  }

  /** The queue's queued URLs of the wished levels, best first. */
  private wanted({ queue, levels }: ClaimRequest): ModelUrl[] {
    const rank = (url: ModelUrl) => levels?.indexOf(url.level) ?? url.level;
    return this.urls
      .filter((url) => url.state === 'queued' && !url.claimed && url.queue === queue && rank(url) >= 0)
      .sort((a, b) => rank(a) - rank(b) || b.priority - a.priority || a.id - b.id);
  }

  private isClosed({ name, fetched }: ModelHost): boolean {
    return this.rules.blocked(name) || fetched >= this.rules.maxPerHost;
  }

  private isOpen(host: ModelHost, now: number): boolean {
    const { requestsPerHost, maxPerHost } = this.rules;
    const hasRoom = host.inFlight < requestsPerHost && host.fetched + host.inFlight < maxPerHost;
    return host.nextAt <= now && hasRoom && !this.isClosed(host);
  }

  private host(name: string): ModelHost {
    const known = this.hosts.find((host) => host.name === name);
    if (known !== undefined) return known;
    const host = { name, nextAt: 0, delay: this.rules.delay, failures: 0, inFlight: 0, fetched: 0 };
    this.hosts.push(host);
    return host;
  }
}

/** Scores that are nearly the same are the same. None here is below zero. */
function follow(queued: number, offered: number): number {
  return Math.min(queued, offered) >= 0.98 * Math.max(queued, offered) ? queued : offered;
}
