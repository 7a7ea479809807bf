import TinyQueue from 'tinyqueue';
import type { HostQueue, QueuePartition, Wait } from './host-scheduler.js';
import type { SharedAddress } from './hosts.js';
import { type HeapSlots, IndexedHeap } from './indexed-heap.js';

/**
 * The host queues of one queue and level that wait for the turns of one address. While the address is open, one that is as good as the best
 * of them is on offer in their place: as an address has a turn for one of them at a time, it need not be known how many they are.
 */
export class AddressLot {
  /** The best place of every host queue that nothing but the address keeps back. */
  readonly ready: IndexedHeap;
  /** Those whose own time comes later than that of the address, soonest first. */
  readonly timed = new TinyQueue<Wait & { readonly hostQueue: HostQueue }>([], (a, b) => a.at - b.at);
  /** Those of them that would open earlier if the address did: its time fell into their quiet hours. */
  readonly delayed: HostQueue[] = [];
  /** The address was found shut: nobody is on offer for the others until a request there ends or its time comes. */
  isShut = false;
  /** Its entry among those that wait for time; all others of it are void. */
  wait: Wait | undefined;

  constructor(
    readonly address: SharedAddress,
    readonly partition: QueuePartition,
    /** Whether it is for hosts that have answered before, or for all others. */
    readonly isProven: boolean,
    slots: HeapSlots,
  ) {
    this.ready = new IndexedHeap(slots);
  }

  /** Takes in a host queue that is set aside: nothing but the address keeps it back. */
  keep(hostQueue: HostQueue): void {
    const { urlId, priority } = hostQueue.places.top!;
    this.ready.put(urlId, priority);
    hostQueue.lot = this;
  }

  /** Takes in a host queue that is set aside until its own time. */
  keepUntil(hostQueue: HostQueue, at: number): void {
    const wait = { at, hostQueue };
    hostQueue.wait = wait;
    this.timed.push(wait);
  }

  /** The first of those that wait for their own time. */
  get nextTimed(): HostQueue | undefined {
    for (let head = this.timed.peek(); head !== undefined; head = this.timed.peek()) {
      if (head.hostQueue.wait === head) return head.hostQueue;
      this.timed.pop();
    }
    return undefined;
  }

  /** When time lets the first of them go; undefined where none waits for time. */
  get opensAt(): number | undefined {
    const { nextAt } = this.address;
    if (this.isShut && this.ready.size > 0) return nextAt;
    const next = this.nextTimed;
    return next && Math.max(next.wait!.at, nextAt);
  }
}
