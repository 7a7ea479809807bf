import { baseForm } from './base-form.js';
import { irregularBase } from './irregular-forms.js';
import { type PackedWordNet, readWordNet } from './packed-wordnet.js';
import { PARTS_OF_SPEECH, type PartOfSpeech } from './part-of-speech.js';
import type { Thesaurus } from './thesaurus.js';
import { WordNetColumns } from './wordnet-columns.js';

/** Which meanings of a word count. */
export interface SenseChoice {
  readonly partsOfSpeech: readonly PartOfSpeech[];
  /** So many of each part of speech, the most frequent first. */
  readonly mostSenses: number;
}

/** What WordNet knows of a word or collocation: its base forms and its meanings, as numbers of lemmas and synsets. */
export interface Entry {
  readonly lemmas: readonly number[];
  readonly senses: readonly number[];
}

/**
 * WordNet 3.1: meanings (synsets), the words for them, and what they are kinds of. Both words and meanings are numbered.
 *
 * Nouns form one hierarchy under *entity*. Verbs form some 560, adjectives and adverbs none. To treat all alike, a synset without
 * hypernyms is a child of a root that is no concept: no path leads through it. *entity* says no more than such a root, so its depth
 * is 0, that of all other tops is 1.
 */
export class WordNet implements Thesaurus {
  readonly #packed: PackedWordNet;
  readonly #depths: Uint8Array;
  /** The walk that reached a synset last, so that none has to be cleared. */
  readonly #reached: Uint32Array;
  #walks = 0;

  private constructor(packed: PackedWordNet) {
    this.#packed = packed;
    this.#depths = depthsOf(packed);
    this.#reached = new Uint32Array(packed.hypernyms.size);
  }

  /** The WordNet that is shipped, read when it is first asked for, then shared. */
  static load(): WordNet {
    loaded ??= WordNet.from(new WordNetColumns());
    return loaded;
  }

  static from(columns: WordNetColumns): WordNet {
    return new WordNet(readWordNet(columns));
  }

  /** The words for one meaning. */
  wordsOf(synset: number): string[] {
    return Array.from(this.#packed.words.of(synset), (lemma) => this.#packed.lemmas.textOf(lemma));
  }

  /** Steps to the root by the shortest way. */
  depthOf(synset: number): number {
    return this.#depths[synset]!;
  }

  /**
   * What is known of a word or collocation, given as tokens joined by one space; undefined where nothing is. For each part of
   * speech it is looked up as written and as an irregular form; if it is not there as written, by its ending too.
   */
  lookUp(text: string, { partsOfSpeech, mostSenses }: SenseChoice): Entry | undefined {
    const { lemmas: table, bounds } = this.#packed;
    const found: { lemmas: number[]; senses: number[] } = { lemmas: [], senses: [] };
    const asWritten = table.find(text);
    const lastWord = text.lastIndexOf(' ') + 1;
    const head = text.slice(0, lastWord);
    const last = text.slice(lastWord);
    for (let part = 0; part < PARTS_OF_SPEECH.length; part++) {
      const partOfSpeech = PARTS_OF_SPEECH[part]![0];
      if (!partsOfSpeech.includes(partOfSpeech)) continue;
      const most = found.senses.length + mostSenses;
      const take = (lemma: number) => this.#take(lemma, bounds[part]!, bounds[part + 1]!, most, found);
      const known = take(asWritten);
      const irregular = irregularBase(last, partOfSpeech);
      if (irregular !== undefined) take(table.find(head + irregular));
      if (!known) baseForm(last, partOfSpeech, (base) => take(table.find(head + base)));
    }
    return found.lemmas.length === 0 ? undefined : found;
  }

  /** Takes the senses of a lemma whose numbers are in [from, to), up to a limit. False if it has none. */
  #take(lemma: number, from: number, to: number, most: number, into: { lemmas: number[]; senses: number[] }): boolean {
    if (lemma < 0) return false;
    const { senses } = this.#packed;
    let known = false;
    for (let at = senses.start(lemma); at < senses.start(lemma + 1); at++) {
      const synset = senses.target(at);
      if (synset < from || synset >= to) continue;
      known = true;
      if (into.senses.length < most && !into.senses.includes(synset)) into.senses.push(synset);
    }
    if (known && !into.lemmas.includes(lemma)) into.lemmas.push(lemma);
    return known;
  }

  /** False if no collocation begins with these two words; true says only that one may. */
  mayBeginCollocation(first: string, second: string): boolean {
    return this.#packed.lemmas.mayBegin(first, second);
  }

  textOf(lemma: number): string {
    return this.#packed.lemmas.textOf(lemma);
  }

  /** Every concept that one of the meanings is a kind of, itself included, with the steps up to it, nearest first. */
  eachAncestor(senses: Iterable<number>, visit: (synset: number, steps: number) => void): void {
    const { hypernyms } = this.#packed;
    const walk = ++this.#walks;
    const queue: number[] = [];
    for (const synset of senses) {
      if (this.#reached[synset] === walk) continue;
      this.#reached[synset] = walk;
      queue.push(synset);
    }
    for (let steps = 0, next = 0; next < queue.length; steps++) {
      for (const end = queue.length; next < end; next++) {
        const synset = queue[next]!;
        visit(synset, steps);
        for (let at = hypernyms.start(synset); at < hypernyms.start(synset + 1); at++) {
          const above = hypernyms.target(at);
          if (this.#reached[above] === walk) continue;
          this.#reached[above] = walk;
          queue.push(above);
        }
      }
    }
  }
}

let loaded: WordNet | undefined;

const NOUN_ROOT = 0;
const UNKNOWN = 255;

/** Settles within as many rounds as the hierarchy is deep, whatever the order of synsets, and in a circle too. */
function depthsOf({ hypernyms }: PackedWordNet): Uint8Array {
  const depths = new Uint8Array(hypernyms.size).fill(UNKNOWN);
  for (let changed = true; changed; ) {
    changed = false;
    for (let synset = 0; synset < depths.length; synset++) {
      let above = hypernyms.start(synset) === hypernyms.start(synset + 1) ? 0 : UNKNOWN;
      for (let at = hypernyms.start(synset); at < hypernyms.start(synset + 1); at++) {
        above = Math.min(above, depths[hypernyms.target(at)]!);
      }
      const depth = synset === NOUN_ROOT ? 0 : Math.min(above + 1, UNKNOWN);
      if (depth >= depths[synset]!) continue;
      depths[synset] = depth;
      changed = true;
    }
  }
  return depths;
}
