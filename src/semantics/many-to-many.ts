/** A relation between numbered things, packed: the targets of each thing are one stretch of one array. */
export class ManyToMany {
  private constructor(
    private readonly starts: Uint32Array,
    private readonly targets: Uint32Array,
  ) {}

  /** From the targets of all things, one thing after the other, without repeats, and how many each has. */
  static packed(counts: Uint32Array, targets: Uint32Array): ManyToMany {
    const starts = new Uint32Array(counts.length + 1);
    for (let thing = 0; thing < counts.length; thing++) starts[thing + 1] = starts[thing]! + counts[thing]!;
    return new ManyToMany(starts, targets);
  }

  /** From the pairs (from[i], to[i]), `from` being below `count`. Targets keep the order of the pairs; repeats are dropped. */
  static of(count: number, from: ArrayLike<number>, to: ArrayLike<number>): ManyToMany {
    const ends = new Uint32Array(count + 1);
    for (let i = 0; i < from.length; i++) ends[from[i]! + 1]!++;
    for (let thing = 0; thing < count; thing++) ends[thing + 1]! += ends[thing]!;
    const starts = ends.slice();
    const targets = new Uint32Array(from.length);
    for (let i = 0; i < from.length; i++) {
      const thing = from[i]!;
      const end = ends[thing]!;
      let at = starts[thing]!;
      while (at < end && targets[at] !== to[i]) at++;
      if (at === end) targets[ends[thing]!++] = to[i]!;
    }
    return ManyToMany.#withoutGaps(starts, ends, targets);
  }

  /** How many things there are. */
  get size(): number {
    return this.starts.length - 1;
  }

  /** The targets of a thing, in order: a view. */
  of(thing: number): Uint32Array {
    return this.targets.subarray(this.starts[thing]!, this.starts[thing + 1]!);
  }

  /** The same without a view, for loops that are run often: `target(i)` for i from `start(thing)` up to `start(thing + 1)`. */
  start(thing: number): number {
    return this.starts[thing]!;
  }

  target(index: number): number {
    return this.targets[index]!;
  }

  /** The same pairs the other way round, to `count` things; those that lead to one come in ascending order. */
  inverse(count: number): ManyToMany {
    const from = new Uint32Array(this.targets.length);
    for (let thing = 0; thing < this.size; thing++) from.fill(thing, this.starts[thing]!, this.starts[thing + 1]!);
    return ManyToMany.of(count, this.targets, from);
  }

  static #withoutGaps(starts: Uint32Array, ends: Uint32Array, targets: Uint32Array): ManyToMany {
    let length = 0;
    for (let thing = 0; thing < starts.length - 1; thing++) {
      const start = starts[thing]!;
      starts[thing] = length;
      targets.copyWithin(length, start, ends[thing]!);
      length += ends[thing]! - start;
    }
    starts[starts.length - 1] = length;
    return new ManyToMany(starts, targets.slice(0, length));
  }
}
