import type { PartOfSpeech } from '../semantics/part-of-speech.js';
import type { SynsetTable } from './synset-table.js';

/** A relation to another synset. */
export interface Pointer {
  /** As in WordNet's data files: `@` hypernym, `~` hyponym, `;c` topic domain, ... (see wninput(5WN)). */
  readonly symbol: string;
  /** Number of the other synset. */
  readonly target: number;
}

/** A set of synonyms: one meaning, the words for it, and its relations. Nothing is read before it is asked for. */
export class Synset {
  readonly #table: SynsetTable;
  #words: readonly string[] | undefined;

  /** `number` is its place in the table, from 0. */
  constructor(
    table: SynsetTable,
    readonly number: number,
  ) {
    this.#table = table;
  }

  get partOfSpeech(): PartOfSpeech {
    return this.#table.partOfSpeechOf(this.number);
  }

  /** Where its line begins in the data file of its part of speech: the name under which others know it. */
  get offset(): number {
    return this.#table.offsetOf(this.number);
  }

  /** Name of the lexicographer file, such as `noun.artifact`. */
  get lexicographerFile(): string {
    return this.#table.lexicographerFileOf(this.number);
  }

  /** An adjective that belongs to the cluster of a head adjective (`similar to`). */
  get satellite(): boolean {
    return this.#table.isSatellite(this.number);
  }

  get words(): readonly string[] {
    this.#words ??= this.#table.wordsOf(this.number);
    return this.#words;
  }

  get pointers(): Pointer[] {
    return this.#table.pointersOf(this.number);
  }

  get definition(): string {
    return this.#table.glossOf(this.number).split(EXAMPLES_BEGIN, 1)[0]!;
  }

  /** Without the quotation marks around them; one with an attribution after it stays as it is. */
  get examples(): string[] {
    const [, ...examples] = this.#table.glossOf(this.number).split(EXAMPLES_BEGIN);
    return examples.map((example) => /^"([^"]*)"$/.exec(example)?.[1] ?? example);
  }
}

/** A gloss reads `definition; "example"; "example"`. */
const EXAMPLES_BEGIN = /;\s*(?=")/;
