import type { Entry, SenseChoice } from './wordnet.js';

/** Meanings, the words for them, and what they are kinds of; both words and meanings are numbered. WordNet is one. */
export interface Thesaurus {
  /** What is known of a word or expression, given as tokens joined by one space; undefined where nothing is. */
  lookUp(text: string, choice: SenseChoice): Entry | undefined;
  /** False if no expression begins with these two words; true says only that one may. */
  mayBeginCollocation(first: string, second: string): boolean;
  textOf(lemma: number): string;
  /** The words for one meaning. */
  wordsOf(sense: number): string[];
  /** Steps to the root by the shortest way. */
  depthOf(sense: number): number;
  /** Every concept that one of the meanings is a kind of, itself included, with the steps up to it, nearest first. */
  eachAncestor(senses: Iterable<number>, visit: (sense: number, steps: number) => void): void;
}
