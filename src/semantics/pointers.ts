import { ManyToMany } from './many-to-many.js';
import { unzigzag } from './number-column.js';
import type { WordNetColumns } from './wordnet-columns.js';

/** Kinds of relations between synsets, see wninput(5WN): `@` hypernym, `~` hyponym, `;c` topic domain, … */
export const POINTER_SYMBOLS: readonly string[] =
  '! #m #p #s $ %m %p %s & * + -c -r -u ;c ;r ;u < = > @ @i \\ ^ ~ ~i'.split(' ');

/**
 * The relations of all synsets, packed. Those of a synset are numbered from `start(synset)` up to `start(synset + 1)`, in the order that
 * WordNet gives them.
 */
export class Pointers {
  readonly #symbols: Uint8Array;
  readonly #targets: ManyToMany;

  constructor(columns: WordNetColumns, synsets: number) {
    const symbols = columns.numbers('pointer-symbols');
    const counts = columns.numbers('pointer-counts', synsets);
    const targets = columns.numbers('pointer-targets', symbols.length);
    let pointer = 0;
    for (let synset = 0; synset < synsets; synset++) {
      for (let left = counts[synset]!; left > 0; left--, pointer++) {
        targets[pointer] = synset + unzigzag(targets[pointer]!);
      }
    }
    this.#symbols = new Uint8Array(symbols);
    this.#targets = ManyToMany.packed(counts, targets);
  }

  start(synset: number): number {
    return this.#targets.start(synset);
  }

  symbol(pointer: number): string {
    return POINTER_SYMBOLS[this.#symbols[pointer]!]!;
  }

  target(pointer: number): number {
    return this.#targets.target(pointer);
  }
}
