import TinyQueue from 'tinyqueue';
import {
  type ClaimRequest,
  closedBy,
  type FrontierRules,
  type FrontierStats,
  revisitLevel,
  type Settlement,
} from '../model/frontier.js';
import { AddressLot } from './address-lot.js';
import type { HeapWalk } from './heap-walk.js';
import type { HostTurns } from './host-turns.js';
import { type Hold, type HostState, Hosts, type SharedAddress, useOf } from './hosts.js';
import { before, HeapSlots, IndexedHeap, type Place } from './indexed-heap.js';

/** The queued URLs of one queue, level and host. */
export interface HostQueue {
  readonly hostState: HostState;
  readonly partition: QueuePartition;
  readonly places: IndexedHeap;
  /** Its entry among those that wait for time; all others of it are void. */
  wait: Wait | undefined;
  /** Its host was found shut: not on offer until a request to the host ends or the host's time comes. */
  aside: boolean;
  /** Where it is kept when nothing but its address keeps it back. */
  lot: AddressLot | undefined;
}

/** The host queues of one queue and level. */
export interface QueuePartition {
  readonly queue: number;
  readonly level: number;
  /** The best place of every host queue on offer whose host has answered before, and of all others on offer. */
  readonly open: IndexedHeap;
  readonly strange: IndexedHeap;
  /** The best place of every host queue that is set aside. */
  readonly shut: IndexedHeap;
  /** Those of them that wait for their host's time, soonest first. */
  readonly waiting: TinyQueue<Wait>;
}

/** A queued URL and where it is queued. */
export interface HostQueuePlace extends Place {
  readonly hostQueue: HostQueue;
}

/** A host queue, or those that are kept for an address, wait for a time. */
export interface Wait {
  readonly at: number;
  readonly hostQueue?: HostQueue;
  readonly lot?: AddressLot;
}

/** A walk through the places of a host queue, or through the best places of all host queues. */
interface Walk {
  readonly places: HeapWalk;
  /** Undefined where they are those of all host queues. */
  readonly hostQueue: HostQueue | undefined;
}

/** Hosts that have answered before are waited for so long (ms) before the last of a budget goes to others. */
const near = 30_000;
/** Of a host that has nothing to be taken: most of those that a crawl knows. */
const noTurns: HostTurns = { queued: 0, opensAt: Number.POSITIVE_INFINITY, delay: 0 };
/** Host queues that are looked at for one whose host is new. */
const mostLookedAt = 200;

/** Whose URLs are asked for. */
type QueueRequest = Pick<ClaimRequest, 'queue' | 'levels' | 'agent'>;

/**
 * Which URL next? Holds the place of every queued URL, in host queues, and for every queue and level its host queues in order of their
 * best place; host queues whose host must wait are set aside. Every operation takes logarithmic time, however many hosts live at an address.
 */
export class HostScheduler {
  readonly hosts: Hosts;
  /** By queue, in order of level. */
  private readonly partitions = new Map<number, QueuePartition[]>();
  private readonly slots = new HeapSlots();
  private readonly topSlots = new HeapSlots();
  private readonly lotSlots = new HeapSlots();
  /** By its best URL. */
  private readonly queueByTop = new Map<number, HostQueue>();

  constructor(public rules: FrontierRules) {
    this.hosts = new Hosts(rules);
  }

  /** Whatever was set aside under the old rules is looked at again. */
  changeRules(rules: FrontierRules): void {
    this.rules = rules;
    this.hosts.changeRules(rules);
    for (const hostState of this.hosts.all) rouseAll(hostState);
  }

  hostQueue(queue: number, level: number, hostState: HostState): HostQueue {
    const known = hostState.hostQueues.find(({ partition }) => partition.queue === queue && partition.level === level);
    if (known !== undefined) return known;
    const partition = this.partition(queue, level);
    const places = new IndexedHeap(this.slots);
    const hostQueue = { hostState, partition, places, wait: undefined, aside: false, lot: undefined };
    hostState.hostQueues.push(hostQueue);
    return hostQueue;
  }

  /** Whether the URL waits in a host queue; one in flight does not. */
  holds(urlId: number): boolean {
    return this.slots.get(urlId) > 0;
  }

  /** A URL enters the host queue, or moves within it. */
  put(hostQueue: HostQueue, urlId: number, priority: number): void {
    const { top } = hostQueue.places;
    hostQueue.places.put(urlId, priority);
    this.changeTop(hostQueue, top);
  }

  remove(hostQueue: HostQueue, urlId: number): void {
    const { top } = hostQueue.places;
    hostQueue.places.remove(urlId);
    this.changeTop(hostQueue, top);
  }

  /** The host queue to take the next URL from: the best one over all hosts that are open now. */
  best(request: QueueRequest, now: number): HostQueue | undefined {
    const { agent = request.queue } = request;
    for (const partition of this.partitionsOf(request)) {
      this.wake(partition, now);
      for (let top = this.bestOffer(partition, agent); top !== undefined; top = this.bestOffer(partition, agent)) {
        const hostQueue = this.queueByTop.get(top.urlId)!;
        if (this.isOpen(hostQueue, now)) return hostQueue;
        this.setAside(hostQueue, now);
      }
    }
    return undefined;
  }

  /** The best URLs of host queues on offer, a few of each kind of host and level: what `best` may come to next. */
  offered(request: QueueRequest, count: number): number[] {
    return this.partitionsOf(request).flatMap(({ open, strange }) =>
      [open, strange].flatMap((offer) => {
        const urlIds: number[] = [];
        for (const walk = offer.inOrder(); !walk.isOver && urlIds.length < count; walk.next()) urlIds.push(walk.urlId);
        return urlIds;
      }),
    );
  }

  /** The hosts are somebody else's from here on: with their queues, it is as if they had never been here. */
  forget(leaving: ReadonlySet<HostState>): void {
    for (const hostQueue of [...leaving].flatMap(({ hostQueues }) => hostQueues)) {
      const { top } = hostQueue.places;
      rouse(hostQueue);
      if (top !== undefined) {
        topsOf(hostQueue).remove(top.urlId);
        this.queueByTop.delete(top.urlId);
      }
      hostQueue.places.clear();
    }
    this.hosts.forget(leaving);
    for (const address of new Set([...leaving].map((hostState) => hostState.address))) this.release(address);
  }

  /** To be called before URLs are claimed for what is left of a budget: hosts that never answered get the last of it where no other is near. */
  spend(agent: number, pagesLeft: number, now: number): void {
    const strangers = this.hosts.strangersOf(agent);
    if (strangers.afford(pagesLeft)) return;
    const isNear = (hostState: HostState) =>
      this.hosts.isWorthWaitingFor(hostState) && this.turnsOf(hostState, now, 0).opensAt <= now + near;
    if (!this.hosts.all.some(isNear)) strangers.afford(Number.POSITIVE_INFINITY);
  }

  /** When the next host opens that the request waits for, undefined when none waits for time. To be asked after `best`. */
  nextAt(request: QueueRequest, now: number): number | undefined {
    const times = this.partitionsOf(request).flatMap((partition) => this.soonest(partition, now) ?? []);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Whether any URL waits that the request is for, whatever keeps it back. */
  holdsFor(request: QueueRequest): boolean {
    return this.partitionsOf(request).some(
      ({ open, strange, shut }) => (open.top ?? strange.top ?? shut.top) !== undefined,
    );
  }

  /** The queue's best URLs of a level, best first, whether their hosts are open or not. */
  bestOf(queue: number, level: number, count: number): HostQueuePlace[] {
    const best: HostQueuePlace[] = [];
    for (const place of this.inOrder([queue], level)) {
      if (best.length >= count) break;
      best.push(place);
    }
    return best;
  }

  /**
   * The URLs of a level in these queues, best first, whether their hosts are open or not. Nothing may change meanwhile, but that
   * the rest of a host queue is left out when `goesOn` says so of it.
   */
  *inOrder(
    queues: readonly number[],
    level: number,
    goesOn: (hostQueue: HostQueue) => boolean = () => true,
  ): Generator<HostQueuePlace, void> {
    const walks = new TinyQueue<Walk>([], (a, b) => before(a.places, b.places));
    const go = (walk: Walk) => {
      if (!walk.places.isOver) walks.push(walk);
    };
    for (const queue of queues) {
      const { open, strange, shut } = this.partition(queue, level);
      for (const tops of [open, strange, shut]) go({ places: tops.inOrder(), hostQueue: undefined });
    }
    for (let walk = walks.pop(); walk !== undefined; walk = walks.pop()) {
      const { places, hostQueue } = walk;
      const { urlId, priority } = places;
      places.next();
      if (hostQueue === undefined) {
        // Host queues are looked into when their best has its turn: there are as many as hosts.
        const best = this.queueByTop.get(urlId)!;
        go({ places: best.places.inOrder(), hostQueue: best });
      } else yield { urlId, priority, hostQueue };
      if (hostQueue === undefined || goesOn(hostQueue)) go(walk);
    }
  }

  /** The levels on which the queues have, or had, URLs, in order. */
  levelsOf(queues: readonly number[]): number[] {
    const levels = queues.flatMap((queue) => this.partitionsOf({ queue }).map(({ level }) => level));
    return [...new Set(levels)].sort((a, b) => a - b);
  }

  /** The turns of all hosts at which URLs wait. */
  allTurns(now: number, answerTime: number): HostTurns[] {
    const all: HostTurns[] = [];
    for (const hostState of this.hosts.all) {
      const turns = this.turnsOf(hostState, now, answerTime);
      if (turns.queued > 0) all.push(turns);
    }
    return all;
  }

  /** The turns of a host for what may be visited there; none where it is not worth waiting for. */
  turnsOf(hostState: HostState, now: number, answerTime: number): HostTurns {
    if (this.hosts.isPoor(hostState)) return noTurns;
    let queued = 0;
    for (const hostQueue of hostState.hostQueues)
      if (hostQueue.places.size > 0 && !this.isClosed(hostQueue)) queued += hostQueue.places.size;
    if (queued === 0) return noTurns;
    const delay = this.hosts.paceOf(hostState).delay + answerTime;
    return { queued, opensAt: this.hosts.opensAt(hostState, now), delay };
  }

  /** When the host queue is expected to open: one with a request in flight when that ends, which is taken for soon. */
  opening(hostQueue: HostQueue, now: number): number | undefined {
    const { hostState, places } = hostQueue;
    if (places.size === 0 || this.isClosed(hostQueue) || !this.hosts.isWorthWaitingFor(hostState)) return undefined;
    return this.hosts.opensAt(hostState, now);
  }

  /** The best of those on offer whose host was never visited, looking at so many at most. */
  bestUnseen(request: QueueRequest, now: number): HostQueue | undefined {
    const { agent = request.queue } = request;
    let left = mostLookedAt;
    for (const { open, strange } of this.partitionsOf(request)) {
      const offers = this.hosts.strangersOf(agent).hasRoom ? [strange, open] : [open];
      const walks = new TinyQueue<HeapWalk>([], before);
      const go = (walk: HeapWalk) => {
        if (!walk.isOver) walks.push(walk);
      };
      for (const offer of offers) go(offer.inOrder());
      const lots = new Set<AddressLot>();
      for (let walk = walks.pop(); walk !== undefined && left-- > 0; walk = walks.pop()) {
        const hostQueue = this.queueByTop.get(walk.urlId)!;
        const { fetched, inFlight, failures } = hostQueue.hostState;
        if (fetched + inFlight + failures === 0 && this.isOpen(hostQueue, now)) return hostQueue;
        walk.next();
        go(walk);
        // It may stand for others, which are no better.
        const lot = this.lotOf(hostQueue);
        if (lot === undefined || lot.isShut || lots.has(lot)) continue;
        lots.add(lot);
        go(lot.ready.inOrder());
      }
    }
    return undefined;
  }

  /** A request to the host ended, or was not sent: then the hold it took is given back. */
  leave(hostState: HostState, hold: Hold, settlement: Pick<Settlement, 'pace' | 'unused' | 'address'>): void {
    const { address } = hostState;
    for (const freed of this.hosts.leave(hostState, hold, settlement)) rouseAll(freed);
    const { pace, unused } = settlement;
    if (!hostState.isProven && !unused && pace?.failures === 0) prove(hostState);
    this.release(hold.address?.shared);
    if (address !== hold.address?.shared) this.release(address);
  }

  stats(now: number): Omit<FrontierStats, 'claimed' | 'known' | 'spending'> {
    const stats = {
      queued: 0,
      hosts: this.hosts.all.length,
      hostsReady: 0,
      hostsWaiting: 0,
      hostsClosed: 0,
      queuedClosed: 0,
      queuedAgain: 0,
    };
    for (const hostState of this.hosts.all) {
      const hostQueues = hostState.hostQueues.filter(({ places }) => places.size > 0);
      if (hostQueues.length === 0) continue;
      const closed = hostQueues.filter((hostQueue) => this.isClosed(hostQueue));
      stats.queued += queuedIn(hostQueues);
      stats.queuedClosed += queuedIn(closed);
      stats.queuedAgain += queuedIn(
        hostQueues.filter((hostQueue) => hostQueue.partition.level === revisitLevel && !closed.includes(hostQueue)),
      );
      if (closed.length === hostQueues.length) stats.hostsClosed++;
      else if (hostQueues.some((hostQueue) => this.isOpen(hostQueue, now))) stats.hostsReady++;
      else stats.hostsWaiting++;
    }
    return stats;
  }

  /** When the first host opens of those that nothing but time keeps from being asked; undefined where there is none. */
  nextOpening(now: number): number | undefined {
    const waiting = this.hosts.all.filter(({ hostQueues }) =>
      hostQueues.some((hostQueue) => hostQueue.places.size > 0 && this.hasRoom(hostQueue)),
    );
    return waiting.reduce<number | undefined>((soonest, hostState) => {
      const at = this.hosts.opensAt(hostState, now);
      return soonest === undefined || at < soonest ? at : soonest;
    }, undefined);
  }

  /** Hosts that never answered wait while enough of them are asked already. */
  private bestOffer({ open, strange }: QueuePartition, agent: number): Place | undefined {
    if (strange.top === undefined || !this.hosts.strangersOf(agent).hasRoom) return open.top;
    return open.top === undefined || before(strange.top, open.top) < 0 ? strange.top : open.top;
  }

  private isClosed({ hostState, partition }: HostQueue): boolean {
    return closedBy(useOf(hostState), partition.level, this.rules) !== undefined;
  }

  private isOpen(hostQueue: HostQueue, now: number): boolean {
    return this.hasRoom(hostQueue) && this.hosts.opensAt(hostQueue.hostState, now) <= now;
  }

  /** Whether nothing but time keeps a request back. */
  private hasRoom(hostQueue: HostQueue): boolean {
    const { address } = hostQueue.hostState;
    return this.hasOwnRoom(hostQueue) && (address === undefined || this.hasRoomAt(address, hostQueue.partition));
  }

  /** Whether nothing but time and the address keeps a request back. */
  private hasOwnRoom({ hostState, partition }: HostQueue): boolean {
    const { requestsPerHost, blocked } = this.rules;
    const mayFetch = partition.level === revisitLevel || this.hosts.hasPagesLeft(hostState);
    return mayFetch && hostState.inFlight < requestsPerHost && !blocked(hostState.host);
  }

  private hasRoomAt(address: SharedAddress, { level }: QueuePartition): boolean {
    return this.hosts.hasRoomAt(address) && (level === revisitLevel || this.hosts.hasPagesLeftAt(address));
  }

  /** To be called when a host queue's places have changed. */
  private changeTop(hostQueue: HostQueue, from: Place | undefined): void {
    const { top: to } = hostQueue.places;
    if (from?.urlId === to?.urlId && from?.priority === to?.priority) return;
    const tops = topsOf(hostQueue);
    const { lot } = hostQueue;
    if (from !== undefined && from.urlId !== to?.urlId) {
      tops.remove(from.urlId);
      lot?.ready.remove(from.urlId);
      this.queueByTop.delete(from.urlId);
    }
    if (to === undefined) {
      if (lot !== undefined) putOnOffer(hostQueue);
    } else {
      tops.put(to.urlId, to.priority);
      lot?.ready.put(to.urlId, to.priority);
      this.queueByTop.set(to.urlId, hostQueue);
    }
    // Whoever is on offer must be as good as those that are kept.
    if (lot !== undefined) this.offerNext(lot);
    else if (from !== undefined && !hostQueue.aside && (to === undefined || before(from, to) < 0))
      this.offerNext(this.lotOf(hostQueue));
  }

  private setAside(hostQueue: HostQueue, now: number): void {
    turn(hostQueue, true);
    hostQueue.wait = undefined;
    const lot = this.lotOf(hostQueue, true);
    if (this.hasOwnRoom(hostQueue)) {
      const at = this.hosts.opensAt(hostQueue.hostState, now);
      if (lot === undefined) {
        hostQueue.wait = { at, hostQueue };
        hostQueue.partition.waiting.push(hostQueue.wait);
      } else if (at > Math.max(lot.address.nextAt, now)) {
        lot.keepUntil(hostQueue, at);
        if (at > this.hosts.opensAt(hostQueue.hostState, now, 0)) lot.delayed.push(hostQueue);
      } else {
        lot.keep(hostQueue);
        lot.isShut = true;
      }
    }
    if (lot === undefined) return;
    this.offerNext(lot);
    this.awaitTime(lot);
  }

  /** The lot in which the host queue is kept when it has to wait; none where its address is not known. */
  private lotOf({ hostState, partition }: HostQueue, make = false): AddressLot | undefined {
    const { address, isProven } = hostState;
    const known = address?.lots.find((lot) => lot.partition === partition && lot.isProven === isProven);
    if (known !== undefined || address === undefined || !make) return known;
    const lot = new AddressLot(address, partition, isProven, this.lotSlots);
    address.lots.push(lot);
    return lot;
  }

  /** There may be room at the address. */
  private release(address: SharedAddress | undefined): void {
    for (const lot of address?.lots ?? []) {
      for (const hostQueue of lot.delayed.splice(0)) rouse(hostQueue);
      this.open(lot);
    }
  }

  private open(lot: AddressLot): void {
    lot.isShut = false;
    this.offerNext(lot);
    this.awaitTime(lot);
  }

  /** The best of those that are kept is on offer, too, unless the address is known to be shut. */
  private offerNext(lot: AddressLot | undefined): void {
    if (lot === undefined || lot.isShut || lot.ready.top === undefined) return;
    rouse(this.queueByTop.get(lot.ready.top.urlId)!);
  }

  /** The lot is looked at again when time may have opened it, or earlier. */
  private awaitTime(lot: AddressLot): void {
    if (!this.hasRoomAt(lot.address, lot.partition)) return;
    const at = lot.opensAt;
    if (at === undefined || (lot.wait !== undefined && lot.wait.at <= at)) return;
    lot.wait = { at, lot };
    lot.partition.waiting.push(lot.wait);
  }

  private wake({ waiting }: QueuePartition, now: number): void {
    for (let head = waiting.peek(); head !== undefined && head.at <= now; head = waiting.peek()) {
      waiting.pop();
      const { hostQueue, lot } = head;
      if (hostQueue?.wait === head) rouse(hostQueue);
      if (lot?.wait === head) this.wakeLot(lot, now);
    }
  }

  private wakeLot(lot: AddressLot, now: number): void {
    lot.wait = undefined;
    for (let next = lot.nextTimed; next !== undefined && next.wait!.at <= now; next = lot.nextTimed) {
      next.wait = undefined;
      if (next.places.size === 0) rouse(next);
      else lot.keep(next);
    }
    this.open(lot);
  }

  private soonest({ waiting }: QueuePartition, now: number): number | undefined {
    for (let head = waiting.peek(); head !== undefined; head = waiting.peek()) {
      const { hostQueue, lot, at } = head;
      const stands = (hostQueue ?? lot)!.wait === head;
      if (stands && hostQueue !== undefined && this.opensBy(hostQueue, at, now)) return at;
      waiting.pop();
      if (!stands) continue;
      if (hostQueue !== undefined) this.waitAnew(hostQueue, now);
      if (lot === undefined) continue;
      lot.wait = undefined;
      const opensAt = this.openingOf(lot, now);
      this.awaitTime(lot);
      if (opensAt === at) return at;
    }
    return undefined;
  }

  /** When time alone opens the lot, undefined where it does not. Those of it that have to wait for something else do so from here on. */
  private openingOf(lot: AddressLot, now: number): number | undefined {
    if (!this.hasRoomAt(lot.address, lot.partition)) return undefined;
    for (let at = lot.opensAt; at !== undefined; at = lot.opensAt) {
      const isKept = lot.isShut && lot.ready.top !== undefined;
      const first = isKept ? this.queueByTop.get(lot.ready.top!.urlId)! : lot.nextTimed!;
      if (this.opensBy(first, Math.max(at, now), now)) return at;
      this.waitAnew(first, now);
    }
    return undefined;
  }

  private opensBy(hostQueue: HostQueue, at: number, now: number): boolean {
    const { hostState, places } = hostQueue;
    return places.size > 0 && this.hasRoom(hostQueue) && this.hosts.opensAt(hostState, now) <= at;
  }

  private waitAnew(hostQueue: HostQueue, now: number): void {
    rouse(hostQueue);
    if (hostQueue.places.size > 0) this.setAside(hostQueue, now);
  }

  private partition(queue: number, level: number): QueuePartition {
    const partitions = this.partitions.get(queue) ?? [];
    const known = partitions.find((partition) => partition.level === level);
    if (known !== undefined) return known;
    const waiting = new TinyQueue<Wait>([], (a, b) => a.at - b.at);
    const heap = () => new IndexedHeap(this.topSlots);
    const partition = { queue, level, open: heap(), strange: heap(), shut: heap(), waiting };
    this.partitions.set(
      queue,
      [...partitions, partition].sort((a, b) => a.level - b.level),
    );
    return partition;
  }

  private partitionsOf({ queue, levels }: QueueRequest): QueuePartition[] {
    const partitions = this.partitions.get(queue) ?? [];
    return levels === undefined
      ? partitions
      : levels.flatMap((level) => partitions.find((partition) => partition.level === level) ?? []);
  }
}

function queuedIn(hostQueues: readonly HostQueue[]): number {
  return hostQueues.reduce((sum, { places }) => sum + places.size, 0);
}

function topsOf({ aside, hostState, partition }: HostQueue): IndexedHeap {
  if (aside) return partition.shut;
  return hostState.isProven ? partition.open : partition.strange;
}

/** The host has answered: its hostQueues are offered with those of all others that have. */
function prove(hostState: HostState): void {
  const offered = hostState.hostQueues.filter(({ aside }) => !aside);
  for (const hostQueue of offered) turn(hostQueue, true);
  hostState.isProven = true;
  for (const hostQueue of offered) turn(hostQueue, false);
}

/** The host queue is on offer again. */
function rouse(hostQueue: HostQueue): void {
  const { top } = hostQueue.places;
  if (top !== undefined) hostQueue.lot?.ready.remove(top.urlId);
  putOnOffer(hostQueue);
}

function putOnOffer(hostQueue: HostQueue): void {
  turn(hostQueue, false);
  hostQueue.lot = undefined;
  hostQueue.wait = undefined;
}

function rouseAll({ hostQueues }: HostState): void {
  for (const hostQueue of hostQueues) if (hostQueue.aside) rouse(hostQueue);
}

/** Brings the host queue among those that are set aside, or back on offer. */
function turn(hostQueue: HostQueue, aside: boolean): void {
  if (hostQueue.aside === aside) return;
  const { top } = hostQueue.places;
  if (top !== undefined) topsOf(hostQueue).remove(top.urlId);
  hostQueue.aside = aside;
  if (top !== undefined) topsOf(hostQueue).put(top.urlId, top.priority);
}
