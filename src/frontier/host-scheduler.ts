import TinyQueue from 'tinyqueue';
import {
  type ClaimWish,
  type FrontierRules,
  type FrontierStats,
  isClosed,
  revisitLevel,
  type Settlement,
} from '../model/frontier.js';
import { type Gate, type Hold, Hosts } from './hosts.js';
import { before, HeapSlots, type Place, PlaceHeap, type PlaceWalk } from './indexed-heap.js';

/** The queued URLs of one agent, level and host. */
export interface Lane {
  readonly gate: Gate;
  readonly share: Share;
  readonly places: PlaceHeap;
  /** Its entry among those that wait for time; all others of it are void. */
  wait: Wait | undefined;
  /** Its host was found shut: not on offer until a request to the host ends or the host's time comes. */
  aside: boolean;
}

/** The lanes of one agent and level. */
interface Share {
  readonly agent: number;
  readonly level: number;
  /** The best place of every lane on offer. */
  readonly open: PlaceHeap;
  /** The best place of every lane that is set aside. */
  readonly shut: PlaceHeap;
  /** Those of them that wait for their host's time, soonest first. */
  readonly waiting: TinyQueue<Wait>;
}

/** A queued URL and where it is queued. */
export interface LanePlace extends Place {
  readonly lane: Lane;
}

interface Wait {
  readonly at: number;
  readonly lane: Lane;
}

/** A walk through the places of a lane, or through the best places of all lanes. */
interface Walk {
  readonly places: PlaceWalk;
  readonly lane?: Lane;
}

/** Whose URLs are asked for. */
type Wish = Pick<ClaimWish, 'agent' | 'levels'>;

/**
 * Which URL next? Holds the place of every queued URL, in lanes, and for every agent and level its lanes in order of their
 * best place; lanes whose host must wait are set aside. Every operation takes logarithmic time, but that all hosts at an address are
 * looked at when a request to one of them ends: 4 ms for a thousand.
 */
export class GateBoard {
  readonly hosts: Hosts;
  /** By agent, in order of level. */
  private readonly shares = new Map<number, Share[]>();
  private readonly slots = new HeapSlots();
  private readonly topSlots = new HeapSlots();
  /** By its best URL. */
  private readonly laneByTop = new Map<number, Lane>();

  constructor(readonly rules: FrontierRules) {
    this.hosts = new Hosts(rules);
  }

  lane(agent: number, level: number, gate: Gate): Lane {
    const known = gate.lanes.find(({ share }) => share.agent === agent && share.level === level);
    if (known !== undefined) return known;
    const share = this.share(agent, level);
    const places = new PlaceHeap(this.slots);
    const lane = { gate, share, places, wait: undefined, aside: false };
    gate.lanes.push(lane);
    return lane;
  }

  /** Whether the URL waits in a lane; one in flight does not. */
  holds(urlId: number): boolean {
    return this.slots.get(urlId) > 0;
  }

  /** A URL enters the lane, or moves within it. */
  put(lane: Lane, urlId: number, priority: number): void {
    const { top } = lane.places;
    lane.places.put(urlId, priority);
    this.changeTop(lane, top);
  }

  remove(lane: Lane, urlId: number): void {
    const { top } = lane.places;
    lane.places.remove(urlId);
    this.changeTop(lane, top);
  }

  /** The lane to take the next URL from: the best one over all hosts that are open now. */
  best(wish: Wish, now: number): Lane | undefined {
    for (const share of this.sharesOf(wish)) {
      this.wake(share, now);
      for (let { top } = share.open; top !== undefined; { top } = share.open) {
        const lane = this.laneByTop.get(top.urlId)!;
        if (this.isOpen(lane, now)) return lane;
        this.setAside(lane, now);
      }
    }
    return undefined;
  }

  /** When the next host opens that the wish waits for, undefined when none waits for time. To be asked after `best`. */
  nextAt(wish: Wish, now: number): number | undefined {
    const times = this.sharesOf(wish).flatMap((share) => this.soonest(share, now) ?? []);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Whether any URL waits that the wish is for, whatever keeps it back. */
  holdsFor(wish: Wish): boolean {
    return this.sharesOf(wish).some(({ open, shut }) => open.top !== undefined || shut.top !== undefined);
  }

  /** The agent's best URLs of a level, best first, whether their hosts are open or not. */
  bestOf(agent: number, level: number, count: number): LanePlace[] {
    const { open, shut } = this.share(agent, level);
    const walks = new TinyQueue<Walk>([], (a, b) => before(a.places.head!, b.places.head!));
    const go = (walk: Walk) => {
      if (walk.places.head !== undefined) walks.push(walk);
    };
    for (const tops of [open, shut]) go({ places: tops.inOrder() });
    const best: LanePlace[] = [];
    for (let walk = walks.pop(); walk !== undefined && best.length < count; walk = walks.pop()) {
      const { urlId, priority } = walk.places.head!;
      walk.places.next();
      go(walk);
      if (walk.lane !== undefined) best.push({ urlId, priority, lane: walk.lane });
      else {
        // Lanes are looked into when their best has its turn: there are as many as hosts.
        const lane = this.laneByTop.get(urlId)!;
        go({ places: lane.places.inOrder(), lane });
      }
    }
    return best;
  }

  /** The levels on which the agent has, or had, URLs. */
  levelsOf(agent: number): number[] {
    return this.sharesOf({ agent }).map(({ level }) => level);
  }

  /** A request to the host ended, or was not sent: then the hold it took is given back. */
  leave(gate: Gate, hold: Hold, settlement: Pick<Settlement, 'pace' | 'unused' | 'address'>): void {
    for (const freed of this.hosts.leave(gate, hold, settlement)) rouseAll(freed);
  }

  stats(now: number): Omit<FrontierStats, 'claimed' | 'known'> {
    const stats = {
      queued: 0,
      hosts: this.hosts.all.length,
      hostsReady: 0,
      hostsWaiting: 0,
      hostsClosed: 0,
      queuedClosed: 0,
      queuedAgain: 0,
    };
    for (const gate of this.hosts.all) {
      const lanes = gate.lanes.filter(({ places }) => places.size > 0);
      if (lanes.length === 0) continue;
      const closed = lanes.filter((lane) => this.isClosed(lane));
      stats.queued += queuedIn(lanes);
      stats.queuedClosed += queuedIn(closed);
      stats.queuedAgain += queuedIn(
        lanes.filter((lane) => lane.share.level === revisitLevel && !closed.includes(lane)),
      );
      if (closed.length === lanes.length) stats.hostsClosed++;
      else if (lanes.some((lane) => this.isOpen(lane, now))) stats.hostsReady++;
      else stats.hostsWaiting++;
    }
    return stats;
  }

  /** When the first host opens of those that nothing but time keeps from being asked; undefined where there is none. */
  nextOpening(now: number): number | undefined {
    const waiting = this.hosts.all.filter(({ lanes }) =>
      lanes.some((lane) => lane.places.size > 0 && this.hasRoom(lane)),
    );
    return waiting.reduce<number | undefined>((soonest, gate) => {
      const at = this.hosts.opensAt(gate, now);
      return soonest === undefined || at < soonest ? at : soonest;
    }, undefined);
  }

  private isClosed({ gate, share }: Lane): boolean {
    return isClosed({ host: gate.host, fetched: gate.fetched, level: share.level }, this.rules);
  }

  private isOpen(lane: Lane, now: number): boolean {
    return this.hasRoom(lane) && this.hosts.opensAt(lane.gate, now) <= now;
  }

  /** Whether nothing but time keeps a request back. Those in flight count as fetched: the limit a host is never passed. */
  private hasRoom({ gate, share }: Lane): boolean {
    const { requestsPerHost, maxPerHost, blocked } = this.rules;
    const mayFetch = share.level === revisitLevel || gate.fetched + gate.inFlight < maxPerHost;
    if (!mayFetch || gate.inFlight >= requestsPerHost) return false;
    return this.hosts.hasAddressRoom(gate) && !blocked(gate.host);
  }

  /** To be called when a lane's places have changed. */
  private changeTop(lane: Lane, from: Place | undefined): void {
    const { top: to } = lane.places;
    if (from?.urlId === to?.urlId && from?.priority === to?.priority) return;
    const tops = topsOf(lane);
    if (from !== undefined && from.urlId !== to?.urlId) {
      tops.remove(from.urlId);
      this.laneByTop.delete(from.urlId);
    }
    if (to === undefined) return;
    tops.put(to.urlId, to.priority);
    this.laneByTop.set(to.urlId, lane);
  }

  private setAside(lane: Lane, now: number): void {
    turn(lane, true);
    lane.wait = undefined;
    if (!this.hasRoom(lane)) return;
    lane.wait = { at: this.hosts.opensAt(lane.gate, now), lane };
    lane.share.waiting.push(lane.wait);
  }

  private wake({ waiting }: Share, now: number): void {
    for (let head = waiting.peek(); head !== undefined && head.at <= now; head = waiting.peek()) {
      waiting.pop();
      if (head.lane.wait === head) rouse(head.lane);
    }
  }

  private soonest({ waiting }: Share, now: number): number | undefined {
    for (let head = waiting.peek(); head !== undefined; head = waiting.peek()) {
      const { lane, at } = head;
      const stands = lane.wait === head;
      if (stands && lane.places.size > 0 && this.hasRoom(lane) && this.hosts.opensAt(lane.gate, now) <= at) return at;
      waiting.pop();
      if (!stands) continue;
      if (lane.places.size === 0) rouse(lane);
      else this.setAside(lane, now);
    }
    return undefined;
  }

  private share(agent: number, level: number): Share {
    const shares = this.shares.get(agent) ?? [];
    const known = shares.find((share) => share.level === level);
    if (known !== undefined) return known;
    const waiting = new TinyQueue<Wait>([], (a, b) => a.at - b.at);
    const [open, shut] = [new PlaceHeap(this.topSlots), new PlaceHeap(this.topSlots)];
    const share = { agent, level, open, shut, waiting };
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

function queuedIn(lanes: readonly Lane[]): number {
  return lanes.reduce((sum, { places }) => sum + places.size, 0);
}

function topsOf({ aside, share }: Lane): PlaceHeap {
  return aside ? share.shut : share.open;
}

function rouse(lane: Lane): void {
  turn(lane, false);
  lane.wait = undefined;
}

function rouseAll({ lanes }: Gate): void {
  for (const lane of lanes) if (lane.aside) rouse(lane);
}

/** Brings the lane among those that are set aside, or back on offer. */
function turn(lane: Lane, aside: boolean): void {
  if (lane.aside === aside) return;
  const { top } = lane.places;
  if (top !== undefined) topsOf(lane).remove(top.urlId);
  lane.aside = aside;
  if (top !== undefined) topsOf(lane).put(top.urlId, top.priority);
}
