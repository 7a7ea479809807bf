import TinyQueue from 'tinyqueue';
import type { ClaimWish, FrontierRules, HostPace, Settlement } from './frontier.js';

/** A host as the queue sees it: whether it may be visited now. */
export interface Gate {
  readonly id: number;
  readonly host: string;
  nextAt: number;
  /** Own delay (ms), where the host has one (Crawl-delay, back-off). */
  delay: number | undefined;
  failures: number;
  inFlight: number;
  /** Documents fetched so far, for the limit a host. */
  fetched: number;
  queued: number;
  readonly lanes: Lane[];
}

/** The queued URLs of one agent, level and host; `top` is the best of those not in flight. */
export interface Lane {
  readonly agent: number;
  readonly level: number;
  readonly gate: Gate;
  top: Place | undefined;
  /** Offers made before the last change of `top` are void. */
  version: number;
  offered: boolean;
}

/** A place in the order: higher priority first, then the earlier insertion number. */
export interface Place {
  readonly urlId: number;
  readonly priority: number;
}

/** How a claim moved its host's next time. */
export interface Hold {
  readonly from: number;
  readonly until: number;
}

/** The lanes of one agent and level: those on offer, best first, and those whose host must wait, soonest first. */
interface Share {
  readonly offers: TinyQueue<Offer>;
  readonly waiting: TinyQueue<{ readonly at: number; readonly lane: Lane }>;
}

interface Offer {
  readonly lane: Lane;
  readonly place: Place;
  readonly version: number;
}

export function before(a: Place, b: Place): number {
  return b.priority - a.priority || a.urlId - b.urlId;
}

/**
 * Which host next? Keeps, for every agent and level, its lanes in order of their best URL, and sets aside those whose
 * host must wait. It holds hosts, not URLs: a store tells it the best URL of a lane whenever that changes. Offers in the
 * heaps are never removed but voided by their version, which keeps every operation O(log lanes).
 */
export class GateBoard {
  readonly gates: Gate[] = [];
  private readonly gateByHost = new Map<string, Gate>();
  private readonly shares = new Map<string, Share>();
  private readonly levelsOf = new Map<number, number[]>();
  private now = 0;

  constructor(readonly rules: FrontierRules) {}

  gate(host: string): Gate | undefined {
    return this.gateByHost.get(host);
  }

  addGate(
    id: number,
    host: string,
    state: Partial<Pick<Gate, 'nextAt' | 'delay' | 'failures' | 'fetched'>> = {},
  ): Gate {
    const gate: Gate = {
      id,
      host,
      nextAt: state.nextAt ?? 0,
      delay: state.delay,
      failures: state.failures ?? 0,
      inFlight: 0,
      fetched: state.fetched ?? 0,
      queued: 0,
      lanes: [],
    };
    this.gates.push(gate);
    this.gateByHost.set(host, gate);
    return gate;
  }

  lane(agent: number, level: number, gate: Gate): Lane {
    let lane = gate.lanes.find((known) => known.agent === agent && known.level === level);
    if (lane === undefined) {
      lane = { agent, level, gate, top: undefined, version: 0, offered: false };
      gate.lanes.push(lane);
      const levels = this.levelsOf.get(agent) ?? [];
      if (!levels.includes(level))
        this.levelsOf.set(
          agent,
          [...levels, level].sort((a, b) => a - b),
        );
    }
    return lane;
  }

  /** The best URL of a lane is now this one. */
  setTop(lane: Lane, top: Place | undefined): void {
    if (lane.top?.urlId === top?.urlId && lane.top?.priority === top?.priority) return;
    lane.top = top;
    lane.version++;
    lane.offered = false;
    this.offer(lane);
  }

  /** A URL was queued in the lane, or a queued one rose to this place. */
  raise(lane: Lane, place: Place): void {
    if (lane.top === undefined || before(place, lane.top) < 0) this.setTop(lane, place);
  }

  /** The lane to take the next URL from: the best one over all hosts that are open now. */
  best(wish: Pick<ClaimWish, 'agent' | 'levels'>, now: number): Lane | undefined {
    this.now = now;
    for (const share of this.sharesOf(wish)) {
      this.wake(share);
      const { offers } = share;
      for (let offer = offers.peek(); offer !== undefined; offer = offers.peek()) {
        const { lane } = offer;
        if (offer.version === lane.version && this.isOpen(lane.gate)) return lane;
        offers.pop();
        if (offer.version === lane.version) this.setAside(lane, share);
      }
    }
    return undefined;
  }

  paceOf(gate: Gate): Omit<HostPace, 'notBefore'> {
    return { delay: gate.delay ?? this.rules.delay, failures: gate.failures };
  }

  /** A request to the host begins. */
  enter(gate: Gate, now: number): Hold {
    const from = gate.nextAt;
    gate.inFlight++;
    gate.nextAt = Math.max(gate.nextAt, now + this.paceOf(gate).delay);
    return { from, until: gate.nextAt };
  }

  /** A request to the host ended, or was not sent: then the hold it took is given back. */
  leave(gate: Gate, hold: Hold, { pace, unused }: Pick<Settlement, 'pace' | 'unused'>): void {
    gate.inFlight--;
    if (unused && gate.nextAt === hold.until) gate.nextAt = hold.from;
    if (pace !== undefined) {
      gate.failures = pace.failures;
      gate.delay = pace.delay === this.rules.delay ? undefined : pace.delay;
      if (pace.notBefore !== undefined) gate.nextAt = Math.max(gate.nextAt, pace.notBefore);
    }
    for (const lane of gate.lanes) this.offer(lane);
  }

  /** When the next host that the wish waits for opens, undefined when none waits for time. */
  nextAt(wish: Pick<ClaimWish, 'agent' | 'levels'>): number | undefined {
    let soonest: number | undefined;
    for (const { waiting } of this.sharesOf(wish)) {
      for (let head = waiting.peek(); head !== undefined; head = waiting.peek()) {
        if (head.lane.top !== undefined && !this.isClosed(head.lane.gate)) {
          soonest = Math.min(head.at, soonest ?? head.at);
          break;
        }
        waiting.pop();
      }
    }
    return soonest;
  }

  isClosed(gate: Gate): boolean {
    return gate.fetched >= this.rules.maxPerHost || this.rules.blocked(gate.host);
  }

  /** Requests in flight count as fetched, so that the limit a host is never passed. */
  isOpen(gate: Gate): boolean {
    return (
      gate.nextAt <= this.now &&
      gate.inFlight < this.rules.requestsPerHost &&
      gate.fetched + gate.inFlight < this.rules.maxPerHost &&
      !this.rules.blocked(gate.host)
    );
  }

  private offer(lane: Lane): void {
    if (lane.offered || lane.top === undefined) return;
    lane.offered = true;
    this.share(lane.agent, lane.level).offers.push({ lane, place: lane.top, version: lane.version });
  }

  private share(agent: number, level: number): Share {
    const key = `${agent}/${level}`;
    let share = this.shares.get(key);
    if (share === undefined) {
      share = {
        offers: new TinyQueue<Offer>([], (a, b) => before(a.place, b.place)),
        waiting: new TinyQueue<{ at: number; lane: Lane }>([], (a, b) => a.at - b.at),
      };
      this.shares.set(key, share);
    }
    return share;
  }

  private sharesOf({ agent, levels }: Pick<ClaimWish, 'agent' | 'levels'>): Share[] {
    return (levels ?? this.levelsOf.get(agent) ?? []).flatMap((level) => this.shares.get(`${agent}/${level}`) ?? []);
  }

  /** Its host is not open: offered again when a request to it ends or its time comes. */
  private setAside(lane: Lane, { waiting }: Share): void {
    lane.offered = false;
    const { gate } = lane;
    if (gate.nextAt > this.now && gate.inFlight < this.rules.requestsPerHost) waiting.push({ at: gate.nextAt, lane });
  }

  private wake({ waiting }: Share): void {
    for (let head = waiting.peek(); head !== undefined && head.at <= this.now; head = waiting.peek()) {
      waiting.pop();
      this.offer(head.lane);
    }
  }
}
