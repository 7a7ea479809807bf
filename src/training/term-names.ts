import { termId } from '../text/term-id.js';
import { TermTable } from '../text/term-table.js';
import { scanTokens, type TokenSink, tokenAt } from '../text/tokens.js';
import { type Vocabulary, vocabularyFor } from '../text/vocabulary.js';

/** Words that first come up after this many others are rare: nothing that a model found turns on them. */
const mostWords = 1 << 19;

/** Terms are numbers, and stems would be hard to read: this remembers how they are written most often. */
export class TermNames implements TokenSink {
  readonly #vocabulary: Vocabulary;
  /** From the hash of a word to its place in the lists, counted from 1. */
  readonly #places = new TermTable();
  readonly #words: string[] = [];
  readonly #terms: number[] = [];
  readonly #counts: number[] = [];
  #names: Map<number, string> | undefined;

  constructor(language: string, stem: boolean) {
    this.#vocabulary = vocabularyFor(language, stem);
  }

  add(text: string): void {
    this.#names = undefined;
    scanTokens(text, this);
  }

  /** The commonest written form of a term; its number in hexadecimal where the texts did not hold it. */
  nameOf(id: number): string {
    this.#names ??= this.#commonest();
    return this.#names.get(id) ?? `#${id.toString(16).padStart(8, '0')}`;
  }

  take(hash: number, _check: number, text: string, start: number, end: number): void {
    const place = this.#places.get(hash);
    if (place > 0) {
      this.#counts[place - 1]!++;
      return;
    }
    if (this.#words.length === mostWords) return;
    const word = tokenAt(text, start, end);
    const term = this.#vocabulary.termOf(word);
    this.#terms.push(term === undefined ? 0 : termId(term));
    this.#counts.push(1);
    this.#places.add(hash, this.#words.push(word));
  }

  #commonest(): Map<number, string> {
    const best = new Map<number, number>();
    for (const [place, term] of this.#terms.entries()) {
      const before = best.get(term);
      if (before === undefined || this.#counts[place]! > this.#counts[before]!) best.set(term, place);
    }
    return new Map([...best].map(([term, place]) => [term, this.#words[place]!]));
  }
}
