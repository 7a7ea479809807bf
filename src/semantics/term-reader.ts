import type { TextPipeline } from '../text/text-pipeline.js';
import { tokens } from '../text/tokens.js';
import type { Thesaurus } from './thesaurus.js';
import type { SenseChoice } from './wordnet.js';

/** A word or collocation of a text with its meanings. */
export interface MeantTerm {
  /** Its tokens as written, joined by one space. */
  readonly text: string;
  /** Ids of its words in the text pipeline, without stop words: one at least. */
  readonly wordIds: Uint32Array;
  /** By which it is the same as another: its base forms, or its stem where WordNet does not know it. */
  readonly names: readonly string[];
  /** None where WordNet does not know it. */
  readonly senses: readonly number[];
}

export interface Occurring<Value> {
  readonly term: MeantTerm;
  /** What was worked out for it. */
  readonly value: Value;
  count: number;
}

export interface ReadingRules {
  readonly wordnet: Thesaurus;
  readonly pipeline: TextPipeline;
  readonly choice: SenseChoice;
  /** Words of the longest collocation to look for. */
  readonly longest: number;
  /** Terms to remember; beyond it all are forgotten, and worked out again when they come back. */
  readonly capacity: number;
}

/**
 * Reads short texts as terms of WordNet: at each place the longest collocation that it knows, else the word. Stop words
 * alone are no terms. What `workOut` finds for a term is remembered.
 */
export class TermReader<Value> {
  readonly #rules: ReadingRules;
  readonly #workOut: (term: MeantTerm) => Value;
  /** By text; undefined for texts that are no terms. */
  readonly #known = new Map<string, Omit<Occurring<Value>, 'count'> | undefined>();

  constructor(rules: ReadingRules, workOut: (term: MeantTerm) => Value) {
    this.#rules = rules;
    this.#workOut = workOut;
  }

  /** Distinct terms with their frequency, in order of first appearance. */
  read(text: string): Occurring<Value>[] {
    const words = tokens(text);
    const terms: Occurring<Value>[] = [];
    for (let at = 0; at < words.length; ) {
      const length = this.#lengthAt(words, at);
      const found = this.#termOf(length === 1 ? words[at]! : words.slice(at, at + length).join(' '));
      at += length;
      if (found === undefined) continue;
      const before = terms.find(({ term }) => term === found.term);
      if (before === undefined) terms.push({ ...found, count: 1 });
      else before.count++;
    }
    return terms;
  }

  /** Words of the longest collocation at this place, or 1. */
  #lengthAt(words: readonly string[], at: number): number {
    const { wordnet, choice, longest } = this.#rules;
    const second = words[at + 1];
    if (second === undefined || !wordnet.mayBeginCollocation(words[at]!, second)) return 1;
    for (let length = Math.min(longest, words.length - at); length > 1; length--) {
      const text = words.slice(at, at + length).join(' ');
      if (wordnet.lookUp(text, choice) !== undefined) return length;
    }
    return 1;
  }

  #termOf(text: string): Omit<Occurring<Value>, 'count'> | undefined {
    const known = this.#known.get(text);
    if (known !== undefined || this.#known.has(text)) return known;
    if (this.#known.size >= this.#rules.capacity) this.#known.clear();
    const { wordnet, pipeline, choice } = this.#rules;
    const wordIds = pipeline.termIds(text);
    if (wordIds.length === 0) {
      this.#known.set(text, undefined);
      return undefined;
    }
    const entry = wordnet.lookUp(text, choice);
    const names = entry?.lemmas.map((lemma) => wordnet.textOf(lemma)) ?? [pipeline.termOf(text)];
    const term = { text, wordIds, names, senses: entry?.senses ?? [] };
    const found = { term, value: this.#workOut(term) };
    this.#known.set(text, found);
    return found;
  }
}
