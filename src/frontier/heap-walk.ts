import TinyQueue from 'tinyqueue';
import type { Place } from './indexed-heap.js';

/**
 * A walk through the places of a heap, best first, without taking them out; the heap must not change meanwhile. It is the place that it is
 * at. A price looks at hundreds of places of as many walks, so nothing is made for each.
 */
export class HeapWalk implements Place {
  urlId = 0;
  priority = 0;
  /** All places were met: it is at none. */
  isOver = false;
  /** Indices of what was not met yet and is below something that was. */
  private readonly edge: TinyQueue<number>;
  private index = 0;

  constructor(
    private readonly priorities: Float64Array,
    private readonly urlIds: Uint32Array,
    private readonly size: number,
  ) {
    this.edge = new TinyQueue<number>([], (a, b) => priorities[b]! - priorities[a]! || urlIds[a]! - urlIds[b]!);
    this.goTo(size === 0 ? undefined : 0);
  }

  next(): void {
    for (let child = 2 * this.index + 1; child <= 2 * this.index + 2 && child < this.size; child++)
      this.edge.push(child);
    this.goTo(this.edge.pop());
  }

  private goTo(index: number | undefined): void {
    if (index === undefined) {
      this.isOver = true;
      return;
    }
    this.index = index;
    this.urlId = this.urlIds[index]!;
    this.priority = this.priorities[index]!;
  }
}
