import { LEXICOGRAPHER_FILES, partOfSpeechOf } from '../semantics/lexicographer-files.js';
import type { Lines } from '../semantics/lines.js';
import { boundsOf } from '../semantics/packed-wordnet.js';
import { PARTS_OF_SPEECH, type PartOfSpeech } from '../semantics/part-of-speech.js';
import { Pointers } from '../semantics/pointers.js';
import { WordNetColumns } from '../semantics/wordnet-columns.js';
import { type Pointer, Synset } from './synset.js';

/**
 * The synsets of WordNet with all that is said of them: nouns, verbs, adjectives, adverbs, each by offset. They are numbered from 0 in this
 * order. All but the glosses is read at once; the glosses of a part of speech, most of the text, when one of them is asked for.
 */
export class SynsetTable {
  readonly #columns: WordNetColumns;
  readonly #files: Uint8Array;
  readonly #satellites: Uint8Array;
  readonly #offsets: Uint32Array;
  readonly #bounds: readonly number[];
  readonly #words: Lines;
  readonly #pointers: Pointers;
  readonly #glosses: (Lines | undefined)[] = [];

  constructor(columns = new WordNetColumns()) {
    const files = columns.numbers('lexicographer-files');
    this.#columns = columns;
    this.#files = new Uint8Array(files);
    this.#bounds = boundsOf(files);
    this.#satellites = new Uint8Array(columns.numbers('satellites', this.size));
    this.#offsets = columns.numbers('offsets', this.size);
    for (let place = 0; place < PARTS_OF_SPEECH.length; place++) {
      for (let n = this.#bounds[place]! + 1; n < this.#bounds[place + 1]!; n++) {
        this.#offsets[n]! += this.#offsets[n - 1]!;
      }
    }
    this.#words = columns.lines('words', this.size);
    this.#pointers = new Pointers(columns, this.size);
  }

  get size(): number {
    return this.#files.length;
  }

  /** The synset whose line begins at `offset` in the data file of a part of speech, if one does. */
  at(partOfSpeech: PartOfSpeech, offset: number): Synset | undefined {
    const place = PARTS_OF_SPEECH.findIndex(([other]) => other === partOfSpeech);
    let low = this.#bounds[place]!;
    let high = this.#bounds[place + 1]!;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#offsets[middle]! < offset) low = middle + 1;
      else high = middle;
    }
    return low < this.#bounds[place + 1]! && this.#offsets[low] === offset ? new Synset(this, low) : undefined;
  }

  nth(number: number): Synset {
    if (number in this.#files) return new Synset(this, number);
    throw new RangeError(`There are ${this.size} synsets; number ${number} was asked for.`);
  }

  follow({ target }: Pointer): Synset {
    return new Synset(this, target);
  }

  /** All synsets, or those of one lexicographer file. */
  *synsets(lexicographerFile?: string): Generator<Synset> {
    const wanted = lexicographerFile === undefined ? -1 : LEXICOGRAPHER_FILES.indexOf(lexicographerFile);
    for (let n = 0; n < this.size; n++) {
      if (lexicographerFile === undefined || this.#files[n] === wanted) yield new Synset(this, n);
    }
  }

  /** The synsets that have a pointer with this symbol. */
  *synsetsWith(symbol: string): Generator<Synset> {
    for (let n = 0; n < this.size; n++) if (this.#hasPointer(n, symbol)) yield new Synset(this, n);
  }

  partOfSpeechOf(number: number): PartOfSpeech {
    return partOfSpeechOf(this.lexicographerFileOf(number));
  }

  offsetOf(number: number): number {
    return this.#offsets[number]!;
  }

  lexicographerFileOf(number: number): string {
    return LEXICOGRAPHER_FILES[this.#files[number]!]!;
  }

  isSatellite(number: number): boolean {
    return this.#satellites[number] === 1;
  }

  wordsOf(number: number): string[] {
    return this.#words.at(number).split('\t');
  }

  pointersOf(number: number): Pointer[] {
    const first = this.#pointers.start(number);
    return Array.from({ length: this.#pointers.start(number + 1) - first }, (_, n) => ({
      symbol: this.#pointers.symbol(first + n),
      target: this.#pointers.target(first + n),
    }));
  }

  glossOf(number: number): string {
    const place = this.#bounds.findIndex((bound) => number < bound) - 1;
    const first = this.#bounds[place]!;
    this.#glosses[place] ??= this.#columns.lines(
      `glosses-${PARTS_OF_SPEECH[place]![1]}`,
      this.#bounds[place + 1]! - first,
    );
    return this.#glosses[place].at(number - first);
  }

  #hasPointer(number: number, symbol: string): boolean {
    const end = this.#pointers.start(number + 1);
    for (let pointer = this.#pointers.start(number); pointer < end; pointer++) {
      if (this.#pointers.symbol(pointer) === symbol) return true;
    }
    return false;
  }
}
