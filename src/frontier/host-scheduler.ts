import TinyQueue from 'tinyqueue';
import {
  type ClaimRequest,
  closedBy,
  type FrontierRules,
  type FrontierStats,
  revisitLevel,
  type Settlement,
} from '../model/frontier.js';
import type { HostTurns } from './host-turns.js';
import { type Hold, type HostState, Hosts, useOf } from './hosts.js';
import { before, HeapSlots, IndexedHeap, type Place, type PlaceWalk } from './indexed-heap.js';

/** The queued URLs of one queue, level and host. */
export interface HostQueue {
  readonly hostState: HostState;
  readonly partition: QueuePartition;
  readonly places: IndexedHeap;
  /** Its entry among those that wait for time; all others of it are void. */
  wait: Wait | undefined;
  /** Its host was found shut: not on offer until a request to the host ends or the host's time comes. */
  aside: boolean;
}

/** The host queues of one queue and level. */
interface QueuePartition {
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

interface Wait {
  readonly at: number;
  readonly hostQueue: HostQueue;
}

/** A walk through the places of a host queue, or through the best places of all host queues. */
interface Walk {
  readonly places: PlaceWalk;
  readonly hostQueue?: HostQueue;
}

/** Hosts that have answered before are waited for so long (ms) before the last of a budget goes to others. */
const near = 30_000;
/** Host queues that are looked at for one whose host is new. */
const mostLookedAt = 200;

/** Whose URLs are asked for. */
type QueueRequest = Pick<ClaimRequest, 'queue' | 'levels' | 'agent'>;

/**
 * Which URL next? Holds the place of every queued URL, in host queues, and for every queue and level its host queues in order of their
 * best place; host queues whose host must wait are set aside. Every operation takes logarithmic time, but that all hosts at an address are
 * looked at when a request to one of them ends: 4 ms for a thousand.
 */
export class HostScheduler {
  readonly hosts: Hosts;
  /** By queue, in order of level. */
  private readonly partitions = new Map<number, QueuePartition[]>();
  private readonly slots = new HeapSlots();
  private readonly topSlots = new HeapSlots();
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
    const hostQueue = { hostState, partition, places, wait: undefined, aside: false };
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
        for (const walk = offer.inOrder(); walk.head !== undefined && urlIds.length < count; walk.next())
          urlIds.push(walk.head.urlId);
        return urlIds;
      }),
    );
  }

  /** The hosts are somebody else's from here on: with their queues, it is as if they had never been here. */
  forget(leaving: ReadonlySet<HostState>): void {
    for (const hostQueue of [...leaving].flatMap(({ hostQueues }) => hostQueues)) {
      const { top } = hostQueue.places;
      if (top !== undefined) {
        topsOf(hostQueue).remove(top.urlId);
        this.queueByTop.delete(top.urlId);
      }
      hostQueue.wait = undefined;
      hostQueue.places.clear();
    }
    this.hosts.forget(leaving);
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
    const walks = new TinyQueue<Walk>([], (a, b) => before(a.places.head!, b.places.head!));
    const go = (walk: Walk) => {
      if (walk.places.head !== undefined) walks.push(walk);
    };
    for (const queue of queues) {
      const { open, strange, shut } = this.partition(queue, level);
      for (const tops of [open, strange, shut]) go({ places: tops.inOrder() });
    }
    for (let walk = walks.pop(); walk !== undefined; walk = walks.pop()) {
      const { urlId, priority } = walk.places.head!;
      walk.places.next();
      if (walk.hostQueue === undefined) {
        // Host queues are looked into when their best has its turn: there are as many as hosts.
        const hostQueue = this.queueByTop.get(urlId)!;
        go({ places: hostQueue.places.inOrder(), hostQueue });
      } else yield { urlId, priority, hostQueue: walk.hostQueue };
      if (walk.hostQueue === undefined || goesOn(walk.hostQueue)) go(walk);
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
    let queued = 0;
    if (!this.hosts.isPoor(hostState))
      for (const hostQueue of hostState.hostQueues)
        if (hostQueue.places.size > 0 && !this.isClosed(hostQueue)) queued += hostQueue.places.size;
    const opensAt = queued === 0 ? Number.POSITIVE_INFINITY : this.hosts.opensAt(hostState, now);
    return { queued, opensAt, delay: this.hosts.paceOf(hostState).delay + answerTime };
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
      const walks = new TinyQueue(
        offers.map((offer) => offer.inOrder()).filter(({ head }) => head !== undefined),
        (a, b) => before(a.head!, b.head!),
      );
      for (let walk = walks.pop(); walk !== undefined && left-- > 0; walk = walks.pop()) {
        const hostQueue = this.queueByTop.get(walk.head!.urlId)!;
        const { fetched, inFlight, failures } = hostQueue.hostState;
        if (fetched + inFlight + failures === 0 && this.isOpen(hostQueue, now)) return hostQueue;
        walk.next();
        if (walk.head !== undefined) walks.push(walk);
      }
    }
    return undefined;
  }

  /** A request to the host ended, or was not sent: then the hold it took is given back. */
  leave(hostState: HostState, hold: Hold, settlement: Pick<Settlement, 'pace' | 'unused' | 'address'>): void {
    for (const freed of this.hosts.leave(hostState, hold, settlement)) rouseAll(freed);
    const { pace, unused } = settlement;
    if (!hostState.isProven && !unused && pace?.failures === 0) prove(hostState);
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
  private hasRoom({ hostState, partition }: HostQueue): boolean {
    const { requestsPerHost, blocked } = this.rules;
    const mayFetch = partition.level === revisitLevel || this.hosts.hasPagesLeft(hostState);
    if (!mayFetch || hostState.inFlight >= requestsPerHost) return false;
    return this.hosts.hasAddressRoom(hostState) && !blocked(hostState.host);
  }

  /** To be called when a host queue's places have changed. */
  private changeTop(hostQueue: HostQueue, from: Place | undefined): void {
    const { top: to } = hostQueue.places;
    if (from?.urlId === to?.urlId && from?.priority === to?.priority) return;
    const tops = topsOf(hostQueue);
    if (from !== undefined && from.urlId !== to?.urlId) {
      tops.remove(from.urlId);
      this.queueByTop.delete(from.urlId);
    }
    if (to === undefined) return;
    tops.put(to.urlId, to.priority);
    this.queueByTop.set(to.urlId, hostQueue);
  }

  private setAside(hostQueue: HostQueue, now: number): void {
    turn(hostQueue, true);
    hostQueue.wait = undefined;
    if (!this.hasRoom(hostQueue)) return;
    hostQueue.wait = { at: this.hosts.opensAt(hostQueue.hostState, now), hostQueue };
    hostQueue.partition.waiting.push(hostQueue.wait);
  }

  private wake({ waiting }: QueuePartition, now: number): void {
    for (let head = waiting.peek(); head !== undefined && head.at <= now; head = waiting.peek()) {
      waiting.pop();
      if (head.hostQueue.wait === head) rouse(head.hostQueue);
    }
  }

  private soonest({ waiting }: QueuePartition, now: number): number | undefined {
    for (let head = waiting.peek(); head !== undefined; head = waiting.peek()) {
      const { hostQueue, at } = head;
      const stands = hostQueue.wait === head;
      if (
        stands &&
        hostQueue.places.size > 0 &&
        this.hasRoom(hostQueue) &&
        this.hosts.opensAt(hostQueue.hostState, now) <= at
      )
        return at;
      waiting.pop();
      if (!stands) continue;
      if (hostQueue.places.size === 0) rouse(hostQueue);
      else this.setAside(hostQueue, now);
    }
    return undefined;
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

function rouse(hostQueue: HostQueue): void {
  turn(hostQueue, false);
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
