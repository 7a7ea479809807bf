import TinyQueue from 'tinyqueue';
import type { ClaimWish, FrontierRules, FrontierStats, HostPace, Settlement } from './frontier.js';
import { before, HeapSlots, type Place, PlaceHeap } from './place-heap.js';

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
  readonly lanes: Lane[];
}

/** The queued URLs of one agent, level and host. */
export interface Lane {
  readonly gate: Gate;
  readonly share: Share;
  readonly places: PlaceHeap;
  /** Its entry among the offers of the share; all others of it are void. */
  offer: Offer | undefined;
  /** Its entry among those that wait for time; all others of it are void. */
  wait: Wait | undefined;
  /** Its host was found shut: not on offer until a request to the host ends or the host's time comes. */
  aside: boolean;
}

/** The lanes of one agent and level: those on offer, best first, and those whose host must wait, soonest first. */
interface Share {
  readonly agent: number;
  readonly level: number;
  readonly waiting: TinyQueue<Wait>;
  offers: TinyQueue<Offer>;
  readonly lanes: Lane[];
}

interface Offer extends Place {
  readonly lane: Lane;
}

interface Wait {
  readonly at: number;
  readonly lane: Lane;
}

/** How a claim moved its host's next time. */
export interface Hold {
  readonly from: number;
  readonly until: number;
}

/** Whose URLs are asked for. */
type Wish = Pick<ClaimWish, 'agent' | 'levels'>;

/**
 * Which URL next? Holds the place of every queued URL, in lanes, and for every agent and level its lanes in order of their
 * best place; lanes whose host must wait are set aside. Entries of lanes are not searched for but voided, so that every
 * operation takes logarithmic time.
 */
export class GateBoard {
  readonly gates: Gate[] = [];
  private readonly gateByHost = new Map<string, Gate>();
  /** By agent, in order of level. */
  private readonly shares = new Map<number, Share[]>();
  private readonly slots = new HeapSlots();

  constructor(readonly rules: FrontierRules) {}

  gate(host: string): Gate | undefined {
    return this.gateByHost.get(host);
  }

  addGate(
    id: number,
    host: string,
    state: Partial<Pick<Gate, 'nextAt' | 'delay' | 'failures' | 'fetched'>> = {},
  ): Gate {
    const gate = { id, host, nextAt: 0, delay: undefined, failures: 0, fetched: 0, ...state, inFlight: 0, lanes: [] };
    this.gates.push(gate);
    this.gateByHost.set(host, gate);
    return gate;
  }

  lane(agent: number, level: number, gate: Gate): Lane {
    const known = gate.lanes.find(({ share }) => share.agent === agent && share.level === level);
    if (known !== undefined) return known;
    const share = this.share(agent, level);
    const places = new PlaceHeap(this.slots);
    const lane = { gate, share, places, offer: undefined, wait: undefined, aside: false };
    share.lanes.push(lane);
    gate.lanes.push(lane);
    return lane;
  }

  /** Whether the URL waits in a lane; one in flight does not. */
  holds(urlId: number): boolean {
    return this.slots.get(urlId) > 0;
  }

  /** A URL enters the lane, or moves within it. */
  put(lane: Lane, urlId: number, priority: number): void {
    lane.places.put(urlId, priority);
    this.offer(lane);
  }

  remove(lane: Lane, urlId: number): void {
    lane.places.remove(urlId);
    this.offer(lane);
  }

  /** The lane to take the next URL from: the best one over all hosts that are open now. */
  best(wish: Wish, now: number): Lane | undefined {
    for (const share of this.sharesOf(wish)) {
      this.wake(share, now);
      for (let offer = share.offers.peek(); offer !== undefined; offer = share.offers.peek()) {
        const { lane } = offer;
        const stands = lane.offer === offer;
        if (stands && this.isOpen(lane.gate, now)) return lane;
        share.offers.pop();
        if (stands) this.setAside(lane);
      }
    }
    return undefined;
  }

  /** When the next host opens that the wish waits for, undefined when none waits for time. To be asked after `best`. */
  nextAt(wish: Wish): number | undefined {
    const times = this.sharesOf(wish).flatMap((share) => this.soonest(share) ?? []);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** The agent's best URLs of a level, best first, whether their hosts are open or not. */
  bestOf(agent: number, level: number, count: number): number[] {
    const lanes = this.share(agent, level).lanes.filter(({ places }) => places.size > 0);
    const runs = new TinyQueue(
      lanes.map(({ places }) => places.inOrder()),
      (a, b) => before(a.head!, b.head!),
    );
    const best: number[] = [];
    for (let run = runs.pop(); run !== undefined && best.length < count; run = runs.pop()) {
      best.push(run.head!.urlId);
      run.next();
      if (run.head !== undefined) runs.push(run);
    }
    return best;
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
    for (const lane of gate.lanes) if (lane.aside) this.rouse(lane);
  }

  stats(now: number): Omit<FrontierStats, 'claimed' | 'known'> {
    const stats = {
      queued: 0,
      hosts: this.gates.length,
      hostsReady: 0,
      hostsWaiting: 0,
      hostsClosed: 0,
      queuedClosed: 0,
    };
    for (const gate of this.gates) {
      const queued = gate.lanes.reduce((sum, { places }) => sum + places.size, 0);
      if (queued === 0) continue;
      stats.queued += queued;
      if (this.isClosed(gate)) {
        stats.hostsClosed++;
        stats.queuedClosed += queued;
      } else if (this.isOpen(gate, now)) stats.hostsReady++;
      else stats.hostsWaiting++;
    }
    return stats;
  }

  private isClosed(gate: Gate): boolean {
    return gate.fetched >= this.rules.maxPerHost || this.rules.blocked(gate.host);
  }

  private isOpen(gate: Gate, now: number): boolean {
    return gate.nextAt <= now && this.hasRoom(gate);
  }

  /** Whether nothing but time keeps a request back. Those in flight count as fetched: the limit a host is never passed. */
  private hasRoom(gate: Gate): boolean {
    const { requestsPerHost, maxPerHost, blocked } = this.rules;
    return gate.inFlight < requestsPerHost && gate.fetched + gate.inFlight < maxPerHost && !blocked(gate.host);
  }

  /** Puts the lane on offer with its best place, unless it is, or is set aside. */
  private offer(lane: Lane): void {
    if (lane.aside) return;
    const { share } = lane;
    const { top } = lane.places;
    if (lane.offer?.urlId === top?.urlId && lane.offer?.priority === top?.priority) return;
    lane.offer = top && { ...top, lane };
    if (lane.offer === undefined) return;
    share.offers.push(lane.offer);
    // Void offers below the best ones would pile up.
    if (share.offers.length > 2 * share.lanes.length + 64)
      share.offers = new TinyQueue(
        share.offers.data.filter((offer) => offer.lane.offer === offer),
        before,
      );
  }

  private setAside(lane: Lane): void {
    lane.offer = undefined;
    lane.wait = undefined;
    lane.aside = true;
    if (!this.hasRoom(lane.gate)) return;
    lane.wait = { at: lane.gate.nextAt, lane };
    lane.share.waiting.push(lane.wait);
  }

  private rouse(lane: Lane): void {
    lane.aside = false;
    lane.wait = undefined;
    this.offer(lane);
  }

  private wake({ waiting }: Share, now: number): void {
    for (let head = waiting.peek(); head !== undefined && head.at <= now; head = waiting.peek()) {
      waiting.pop();
      if (head.lane.wait === head) this.rouse(head.lane);
    }
  }

  private soonest({ waiting }: Share): number | undefined {
    for (let head = waiting.peek(); head !== undefined; head = waiting.peek()) {
      const { lane, at } = head;
      const stands = lane.wait === head;
      if (stands && lane.places.size > 0 && lane.gate.nextAt === at && this.hasRoom(lane.gate)) return at;
      waiting.pop();
      if (!stands) continue;
      if (lane.places.size === 0) this.rouse(lane);
      else this.setAside(lane);
    }
    return undefined;
  }

  private share(agent: number, level: number): Share {
    const shares = this.shares.get(agent) ?? [];
    const known = shares.find((share) => share.level === level);
    if (known !== undefined) return known;
    const waiting = new TinyQueue<Wait>([], (a, b) => a.at - b.at);
    const share = { agent, level, waiting, offers: new TinyQueue<Offer>([], before), lanes: [] };
    this.shares.set(
      agent,
      [...shares, share].sort((a, b) => a.level - b.level),
    );
    return share;
  }

  private sharesOf({ agent, levels }: Wish): Share[] {
    const shares = this.shares.get(agent) ?? [];
    return levels === undefined
      ? shares
      : levels.flatMap((level) => shares.find((share) => share.level === level) ?? []);
  }
}
