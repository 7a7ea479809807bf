import type { TermCounts } from '../../text/term-counts.js';
import { TermTable } from '../../text/term-table.js';
import { andThen, anything, count, listOf, recordOf, type Shape, termIdShape } from '../shape.js';

/** Term counts as JSON holds them. */
export interface PlainCounts {
  readonly ids: readonly number[];
  readonly counts: readonly number[];
}

/** What a Naive Bayes classifier knows of its training texts, as plain data for a model file. */
export interface ClassCounts {
  /** Texts of each class. */
  readonly documents: readonly number[];
  /** Occurrences of each term in all texts of each class. */
  readonly terms: readonly PlainCounts[];
}

/** Counts of so many classes. */
export function classCountsShape(classes: number): Shape {
  const counts = andThen(recordOf({ ids: listOf(termIdShape), counts: listOf(count) }), ({ ids }: PlainCounts) => ({
    counts: listOf(anything, { length: ids.length }),
  }));
  return recordOf({ documents: listOf(count, { length: classes }), terms: listOf(counts, { length: classes }) });
}

/** A text with the number of its class. */
export type LabelledText = readonly [label: number, terms: TermCounts];

export function countClasses(classes: number, texts: Iterable<LabelledText>): ClassCounts {
  const documents = new Array<number>(classes).fill(0);
  const tables = documents.map(() => new TermTable());
  for (const [label, { ids, counts }] of texts) {
    documents[label]!++;
    for (let i = 0; i < ids.length; i++) tables[label]!.add(ids[i]!, counts[i]!);
  }
  return { documents, terms: tables.map(({ ids, values }) => ({ ids: [...ids], counts: [...values] })) };
}

export interface NaiveBayesOptions {
  /** λ of Lidstone's law: added to every count; 1 is Laplace's. Above 0. */
  readonly smoothing?: number;
  /**
   * A longer text counts as if it had this many words in the same proportions. Words of a page depend on each other, which
   * the model denies, so the probabilities of long texts are nearly all 0 or 1; a limit keeps shades of grey between.
   */
  readonly words?: number;
}

/** How probable each class is, and how much of the text this rests on. */
export interface Posterior {
  /** By class; the sum is 1. */
  readonly probabilities: Float64Array;
  /** Occurrences of terms that the training texts have. With 0, the probabilities are those of the classes at large. */
  readonly known: number;
}

/**
 * Multinomial Naive Bayes (McCallum & Nigam 1998):
 *
 *     P(c | d) ∝ P(c) · Π_t P(t | c)^f(t,d),   P(c) = documents of c / documents,
 *     P(t | c) = (n(t,c) + λ) / (n(c) + λ·|V|)
 *
 * in logarithms. Terms outside the vocabulary V are passed over. Since log P(t|c) = log λ − log(n(c) + λ|V|) for all terms
 * that a class lacks, only the gains log((n + λ)/λ) of the terms that it has are kept: a text costs as many additions
 * as its terms have classes.
 */
export class NaiveBayes {
  readonly classes: number;
  readonly #vocabulary: Vocabulary;
  readonly #gains: Float64Array;
  readonly #logPriors: Float64Array;
  /** log(n(c) + λ·|V|). */
  readonly #logTotals: Float64Array;
  readonly #words: number;

  /** Classifiers of the same counts may share a vocabulary. */
  constructor(
    { documents, terms }: ClassCounts,
    { smoothing = 1, words = Number.POSITIVE_INFINITY }: NaiveBayesOptions = {},
    vocabulary = new Vocabulary(terms),
  ) {
    this.classes = documents.length;
    this.#words = words;
    this.#vocabulary = vocabulary;
    this.#gains = vocabulary.gains(smoothing);
    const added = smoothing * Math.max(1, vocabulary.size);
    this.#logTotals = Float64Array.from(terms, ({ counts }) => Math.log(sum(counts) + added));
    const all = sum(documents);
    this.#logPriors = Float64Array.from(documents, (count) => Math.log(all === 0 ? 1 / this.classes : count / all));
  }

  posterior(text: TermCounts): Posterior {
    const sums = new Float64Array(this.classes);
    return this.#posteriorOf(sums, this.#read(text, sums), this.#words);
  }

  /** With each of these limits instead of its own: the text is read once for all of them. */
  posteriors(text: TermCounts, words: readonly number[]): Posterior[] {
    const sums = new Float64Array(this.classes);
    const known = this.#read(text, sums);
    return words.map((most) => this.#posteriorOf(sums.slice(), known, most));
  }

  /** For a short text in one or several pieces, given as term ids with repeats: an anchor, a URL. */
  posteriorOfIds(...texts: readonly Uint32Array[]): Posterior {
    const sums = new Float64Array(this.classes);
    let known = 0;
    for (const ids of texts) {
      for (let i = 0; i < ids.length; i++) known += this.#vocabulary.take(sums, this.#gains, ids[i]!, 1);
    }
    return this.#posteriorOf(sums, known, this.#words);
  }

  #read({ ids, counts }: TermCounts, sums: Float64Array): number {
    let known = 0;
    for (let i = 0; i < ids.length; i++) known += this.#vocabulary.take(sums, this.#gains, ids[i]!, counts[i]!);
    return known;
  }

  /** Turns the sums of the gains into probabilities, in place. */
  #posteriorOf(sums: Float64Array, known: number, words: number): Posterior {
    const scale = known > words ? words / known : 1;
    let highest = Number.NEGATIVE_INFINITY;
    for (let label = 0; label < sums.length; label++) {
      sums[label] = this.#logPriors[label]! + scale * (sums[label]! - known * this.#logTotals[label]!);
      if (sums[label]! > highest) highest = sums[label]!;
    }
    let total = 0;
    for (let label = 0; label < sums.length; label++) total += sums[label] = Math.exp(sums[label]! - highest);
    for (let label = 0; label < sums.length; label++) sums[label]! /= total;
    return { probabilities: sums, known };
  }
}

/** The terms of all classes, and for each the classes that have it: what does not depend on smoothing. */
export class Vocabulary {
  /** Number of each term, from 1. */
  readonly #numbers = new TermTable();
  /** The classes that have term k, and how often, are at #starts[k − 1] up to #starts[k]. */
  readonly #starts: Uint32Array;
  readonly #classes: Uint16Array;
  readonly #counts: Uint32Array;

  constructor(terms: readonly PlainCounts[]) {
    const numbers = this.#numbers;
    for (const { ids } of terms) {
      for (const id of ids) if (numbers.get(id) === 0) numbers.add(id, numbers.size + 1);
    }
    this.#starts = new Uint32Array(numbers.size + 1);
    for (const { ids } of terms) for (const id of ids) this.#starts[numbers.get(id)]!++;
    for (let number = 1; number <= numbers.size; number++) this.#starts[number]! += this.#starts[number - 1]!;
    const free = this.#starts.slice();
    this.#classes = new Uint16Array(free.at(-1)!);
    this.#counts = new Uint32Array(free.at(-1)!);
    for (const [label, { ids, counts }] of terms.entries()) {
      for (let i = 0; i < ids.length; i++) {
        const place = free[numbers.get(ids[i]!) - 1]!++;
        this.#classes[place] = label;
        this.#counts[place] = counts[i]!;
      }
    }
  }

  get size(): number {
    return this.#numbers.size;
  }

  /** log((n + λ)/λ) of every term, for the classes that have it. */
  gains(smoothing: number): Float64Array {
    const gains = new Float64Array(this.#counts.length);
    for (let place = 0; place < gains.length; place++) gains[place] = Math.log1p(this.#counts[place]! / smoothing);
    return gains;
  }

  /** Adds what the term gains to each class. Returns how many of its occurrences count: all, or none of an unknown term. */
  take(sums: Float64Array, gains: Float64Array, id: number, count: number): number {
    const number = this.#numbers.get(id);
    if (number === 0) return 0;
    const end = this.#starts[number]!;
    for (let place = this.#starts[number - 1]!; place < end; place++) {
      sums[this.#classes[place]!]! += count * gains[place]!;
    }
    return count;
  }
}

function sum(counts: readonly number[]): number {
  let total = 0;
  for (const count of counts) total += count;
  return total;
}

/** The number of the most probable class; the first of equals. */
export function likeliest(probabilities: ArrayLike<number>): number {
  let best = 0;
  for (let label = 1; label < probabilities.length; label++)
    if (probabilities[label]! > probabilities[best]!) best = label;
  return best;
}
