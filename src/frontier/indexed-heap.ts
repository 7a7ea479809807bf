import { HeapWalk } from './heap-walk.js';

/** A place in the order: higher priority first, then the earlier insertion number. */
export interface Place {
  /** The URL's id, which is its insertion number. */
  readonly urlId: number;
  readonly priority: number;
}

export function before(a: Place, b: Place): number {
  return b.priority - a.priority || a.urlId - b.urlId;
}

/** URL ids in a page of `HeapSlots`, as many as a worker takes at a time. */
const pageBits = 10;
const pageMask = 2 ** pageBits - 1;

/**
 * In which slot of its heap each URL is, so that a heap can move and remove what is not at its top. In pages, made when one of their
 * ids comes: a worker has ids from all over a crawl that many share.
 */
export class HeapSlots {
  private readonly pages: (Int32Array | undefined)[] = [];

  /** From 1; 0 where the URL is in no heap. */
  get(urlId: number): number {
    return this.pages[urlId >>> pageBits]?.[urlId & pageMask] ?? 0;
  }

  set(urlId: number, slot: number): void {
    const at = urlId >>> pageBits;
    while (this.pages.length <= at) this.pages.push(undefined);
    const page = this.pages[at] ?? new Int32Array(pageMask + 1);
    this.pages[at] = page;
    page[urlId & pageMask] = slot;
  }
}

/**
 * Places in order, best first. A binary heap in typed arrays: 12 bytes a URL, and 4 in the slots that all heaps share, so
 * that a queue of millions fits in memory. A URL is in one heap at most.
 */
export class IndexedHeap {
  size = 0;
  private priorities = new Float64Array(4);
  private urlIds = new Uint32Array(4);

  constructor(private readonly slots: HeapSlots) {}

  get top(): Place | undefined {
    return this.size === 0 ? undefined : { urlId: this.urlIds[0]!, priority: this.priorities[0]! };
  }

  /** Brings a URL in, or to another place. */
  put(urlId: number, priority: number): void {
    const slot = this.slots.get(urlId);
    if (slot === 0 && this.size === this.urlIds.length) this.grow();
    this.sift(slot === 0 ? this.size++ : slot - 1, urlId, priority);
  }

  remove(urlId: number): void {
    const index = this.slots.get(urlId) - 1;
    this.slots.set(urlId, 0);
    const last = --this.size;
    if (index !== last) this.sift(index, this.urlIds[last]!, this.priorities[last]!);
  }

  clear(): void {
    for (let index = 0; index < this.size; index++) this.slots.set(this.urlIds[index]!, 0);
    this.size = 0;
  }

  /** Walks the places in order without taking them out; the heap must not change meanwhile. */
  inOrder(): HeapWalk {
    return new HeapWalk(this.priorities, this.urlIds, this.size);
  }

  /** Writes a place at the index, or as far above or below it as its order demands. */
  private sift(start: number, urlId: number, priority: number): void {
    let index = start;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.isAhead(urlId, priority, parent)) break;
      this.write(index, this.urlIds[parent]!, this.priorities[parent]!);
      index = parent;
    }
    for (let child = 2 * index + 1; child < this.size; child = 2 * index + 1) {
      const right = child + 1;
      if (right < this.size && this.isAhead(this.urlIds[right]!, this.priorities[right]!, child)) child = right;
      if (this.isAhead(urlId, priority, child)) break;
      this.write(index, this.urlIds[child]!, this.priorities[child]!);
      index = child;
    }
    this.write(index, urlId, priority);
  }

  private isAhead(urlId: number, priority: number, index: number): boolean {
    const other = this.priorities[index]!;
    return priority > other || (priority === other && urlId < this.urlIds[index]!);
  }

  private write(index: number, urlId: number, priority: number): void {
    this.urlIds[index] = urlId;
    this.priorities[index] = priority;
    this.slots.set(urlId, index + 1);
  }

  private grow(): void {
    const priorities = new Float64Array(2 * this.size);
    priorities.set(this.priorities);
    this.priorities = priorities;
    const urlIds = new Uint32Array(2 * this.size);
    urlIds.set(this.urlIds);
    this.urlIds = urlIds;
  }
}
