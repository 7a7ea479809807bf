import type { Page } from '../../model/page.js';
import type { Judgement, Knowledge } from '../../model/strategy.js';
import type { Idf } from '../../text/idf.js';
import type { TermCounts } from '../../text/term-counts.js';
import { termId } from '../../text/term-id.js';
import { TermRows } from '../../text/term-rows.js';
import { topTerms } from '../../text/vector.js';
import { joinedKnowledge } from '../joined-knowledge.js';
import { exactly, numbersKnowledge } from './numbers-knowledge.js';
import type { Words } from './outlook.js';
import type { WantedScore } from './wanted-score.js';

/** Name of what the page's other words add, as learnt from the crawl. */
export const learntPart = '(learnt words)';

/** Columns of a term: its weight in pages by what they are worth, its weight in all pages, rewards of its pages, pages; its idf. */
const [worth, weight, reward, pages, idf, columns] = [0, 1, 2, 3, 4, 5] as const;

/** At most this share of a judgement is learnt; the rest stays with what the user asked for, or the crawl could drift away. */
const mostLearnt = 0.5;
/** Half of that share is reached when as many pages' worth was seen. */
const halfLearnt = 10;
/** Weight of a judgement by a person, in pages: it is not a guess. */
const pagesOfLabel = 10;
/** Pages until the spread of scores is known. */
const fewestScores = 3;
/** Pages from which a term's own mean reward counts. */
const pagesOfTerm = 5;

/**
 * The probability that a page is relevant, σ(6·score − 4): fitted once, by eye, to people's labels of two recorded webs, so
 * that 0.7 means about 70 % of such pages (docs/results shows how far that holds).
 */
export function probabilityOf(score: number): number {
  return 1 / (1 + Math.exp(4 - 6 * score));
}

/** The terms of a page that a person has judged. */
export interface LabelledTerms {
  readonly url: string;
  readonly terms: TermCounts;
  readonly relevant: boolean;
}

/**
 * Judges pages by what the user asked for and by what the crawl has shown such pages to be like. The second is one step of
 * partial least squares (PLS1): the direction in which the words of pages go along with their worth,
 *
 *     c = Σ y·u / Σ y − Σ u / n        (u: unit tf·idf vector of a page, y: how much it is what was asked for)
 *
 * The page's place along c, brought to the scale of y, is averaged in. So a page on birds that hardly says "bird" is
 * recognised by the company its words keep, and one that drops the word in passing is not taken for one.
 */
export class LearningJudge {
  readonly #terms = new TermRows(columns);
  /** What people called pages, by their URLs: 1 for relevant, -1 for not. */
  readonly #labels = new TermRows(1);
  /** Σ y, n; and of the scores along c and of y at the same pages: how many, means, sums of squares about them. */
  readonly #sums = new Float64Array(7);
  /** Of the page that was judged last, which is the one to be learnt next. */
  #last: Placed | undefined;
  /** Used for one page after the other: fresh ones for each would keep the garbage collector busy. */
  #unit: Float64Array = new Float64Array(1_024);
  #rows: Int32Array = new Int32Array(1_024);

  constructor(
    private readonly wanted: WantedScore,
    private readonly idf: Idf,
    /** Whether it learns at all. */
    private readonly learns = true,
  ) {}

  /** `raw` is the score that links are rewarded by; `relevance` the probability that goes with it. */
  judge(page: Pick<Page, 'terms'>): Judgement {
    const { value: asked, parts } = this.wanted.of(page);
    const { along } = this.#placeOf(page.terms, asked);
    const learnt = this.#onScaleOfAsked(along);
    if (learnt === undefined) return { raw: asked, relevance: probabilityOf(asked), parts };
    const share = this.#shareLearnt;
    const raw = (1 - share) * asked + share * learnt;
    const brought = Object.entries(parts).map(([name, part]) => [name, (1 - share) * part]);
    return {
      raw,
      relevance: probabilityOf(raw),
      parts: { ...Object.fromEntries(brought), [learntPart]: share * learnt },
    };
  }

  /** Learns from a page that was judged; `score` is its raw score. */
  learn(terms: TermCounts, score: number): void {
    const placed = this.#last?.terms === terms ? this.#last : this.#recalled(terms);
    const { asked, along } = placed;
    const [sumOfWorth, seen] = this.#sums;
    if (sumOfWorth! > 0 && seen! >= fewestScores) this.#addScore(along, asked);
    this.#add(placed, asked, score, 1);
  }

  /** An example is a page that a person calls relevant before the crawl has seen any. */
  learnExample(terms: TermCounts): void {
    this.#add(this.#recalled(terms), 1, 1, pagesOfLabel);
  }

  /** Takes a person's word for it; what the same page was called before is taken back. */
  applyLabel({ url, terms, relevant }: LabelledTerms): void {
    const placed = this.#recalled(terms);
    const at = this.#labels.at(termId(url));
    const before = this.#labels.values[at]!;
    if (before !== 0) this.#add(placed, Number(before > 0), Number(before > 0), -pagesOfLabel);
    this.#add(placed, Number(relevant), Number(relevant), pagesOfLabel);
    this.#labels.values[at] = relevant ? 1 : -1;
  }

  /** Mean reward of the pages that have these words, rare words first; `usual` where none of them was met yet. */
  rewardOfTerms({ ids, from, to }: Words, usual: number): number {
    const { values } = this.#terms;
    let rewards = 0;
    let weights = 0;
    for (let i = from; i < to; i++) {
      const at = this.#terms.find(ids[i]!);
      if (at < 0 || values[at + pages] === 0) continue;
      const mean = (values[at + reward]! + pagesOfTerm * usual) / (values[at + pages]! + pagesOfTerm);
      rewards += values[at + idf]! * mean;
      weights += values[at + idf]!;
    }
    return (rewards + 2 * usual) / (weights + 2);
  }

  /**
   * The words that count most, heaviest first: those of the query by their share of it, those that wanted pages have more of by
   * their place in c, in units of the highest; each by how much of a judgement is asked for and how much is learnt.
   */
  topTerms(count: number): [termId: number, weight: number][] {
    const { queryWeights } = this.wanted;
    const learnt = this.#shareLearnt;
    const along = learnt === 0 ? [] : this.#highestAlong(count + queryWeights.length);
    const [[, highest] = [0, 1]] = along;
    const weights = new Map(along.map(([id, c]) => [id, (learnt * c) / highest]));
    for (const [id, share] of queryWeights) {
      const at = this.#terms.find(id);
      const c = at < 0 ? 0 : Math.max(0, this.#along(at));
      weights.set(id, (1 - learnt) * share + (learnt * c) / highest);
    }
    return topTerms(weights, count);
  }

  get knowledge(): Knowledge {
    return joinedKnowledge([
      numbersKnowledge(
        () => this.#sums,
        (numbers) => this.#sums.set(exactly(numbers, this.#sums.length)),
      ),
      numbersKnowledge(
        () => this.#terms.packed(),
        (numbers) => this.#terms.unpack(numbers),
      ),
      numbersKnowledge(
        () => this.#labels.packed(),
        (numbers) => this.#labels.unpack(numbers),
      ),
    ]);
  }

  /** How much of a judgement is learnt, once there is something to compare with. */
  get #shareLearnt(): number {
    const [sumOfWorth] = this.#sums;
    return this.learns ? (mostLearnt * sumOfWorth!) / (sumOfWorth! + halfLearnt) : 0;
  }

  /** The words with the highest places in c above 0, highest first. */
  #highestAlong(count: number): [termId: number, c: number][] {
    let highest: [number, number][] = [];
    let least = Number.MIN_VALUE;
    const { ids } = this.#terms;
    for (let row = 0; row < ids.length; row++) {
      const c = this.#along(row * columns);
      if (c < least) continue;
      highest.push([ids[row]!, c]);
      if (highest.length < 2 * count) continue;
      highest = topTerms(new Map(highest), count);
      least = highest.at(-1)?.[1] ?? least;
    }
    return topTerms(new Map(highest), count);
  }

  /** c of the word whose row starts here. */
  #along(at: number): number {
    const { values } = this.#terms;
    const sumOfWorth = this.#sums[0]!;
    return sumOfWorth > 0 ? values[at + worth]! / sumOfWorth - values[at + weight]! / this.#sums[1]! : 0;
  }

  /** Score along c, brought to mean and spread of y; undefined as long as there is nothing to compare with. */
  #onScaleOfAsked(along: number): number | undefined {
    const [sumOfWorth, seen, scores, meanAlong, squaresAlong, meanAsked, squaresAsked] = this
      .#sums as unknown as number[];
    if (!this.learns || sumOfWorth === 0 || seen! < fewestScores || scores! < fewestScores) return undefined;
    const spread = Math.sqrt(squaresAlong! / scores!);
    if (spread === 0) return undefined;
    const value = meanAsked! + (Math.sqrt(squaresAsked! / scores!) * (along - meanAlong!)) / spread;
    return Math.max(0, Math.min(1, value));
  }

  #placeOf(terms: TermCounts, asked: number): Placed {
    const { unit, rows } = this.#unitOf(terms);
    const { values } = this.#terms;
    const [sumOfWorth, seen] = this.#sums as unknown as number[];
    let along = 0;
    if (sumOfWorth! > 0)
      for (let i = 0; i < terms.ids.length; i++) {
        const at = rows[i]!;
        if (at >= 0) along += unit[i]! * (values[at + worth]! / sumOfWorth! - values[at + weight]! / seen!);
      }
    this.#last = { terms, unit, rows, asked, along };
    return this.#last;
  }

  #recalled(terms: TermCounts): Placed {
    return this.#placeOf(terms, this.wanted.of({ terms }).value);
  }

  /** (1 + ln f)·idf, brought to length 1, and where the terms have their rows: each is looked up once a page. */
  #unitOf({ ids, counts }: TermCounts): Pick<Placed, 'unit' | 'rows'> {
    if (this.#unit.length < ids.length) {
      this.#unit = new Float64Array(2 * ids.length);
      this.#rows = new Int32Array(2 * ids.length);
    }
    const [unit, rows] = [this.#unit, this.#rows];
    let square = 0;
    for (let i = 0; i < ids.length; i++) {
      const at = this.#terms.find(ids[i]!);
      rows[i] = at;
      const weightOfTerm = at < 0 ? this.idf.of(ids[i]!) : this.#terms.values[at + idf]!;
      const value = frequencyWeight(counts[i]!) * weightOfTerm;
      unit[i] = value;
      square += value * value;
    }
    const length = Math.sqrt(square) || 1;
    for (let i = 0; i < ids.length; i++) unit[i]! /= length;
    return { unit, rows };
  }

  #add({ terms, unit, rows }: Placed, asked: number, score: number, times: number): void {
    for (let i = 0; i < terms.ids.length; i++) {
      const at = rows[i]! < 0 ? this.#newRow(terms.ids[i]!) : rows[i]!;
      const { values } = this.#terms;
      values[at + worth]! += times * asked * unit[i]!;
      values[at + weight]! += times * unit[i]!;
      values[at + reward]! += times * score;
      values[at + pages]! += times;
    }
    this.#sums[0]! += times * asked;
    this.#sums[1]! += times;
  }

  /** A term's idf is that of the page that it was first learnt from. */
  #newRow(id: number): number {
    const at = this.#terms.at(id);
    this.#terms.values[at + idf] = this.idf.of(id);
    return at;
  }

  /** Means and squares one value at a time (Welford). */
  #addScore(along: number, asked: number): void {
    const sums = this.#sums;
    const count = ++sums[2]!;
    const fromAlong = along - sums[3]!;
    sums[3]! += fromAlong / count;
    sums[4]! += fromAlong * (along - sums[3]!);
    const fromAsked = asked - sums[5]!;
    sums[5]! += fromAsked / count;
    sums[6]! += fromAsked * (asked - sums[5]!);
  }
}

/** A page among what has been learnt. */
interface Placed {
  readonly terms: TermCounts;
  /** Unit tf·idf vector, as far as it has terms; valid until the next page is placed. */
  readonly unit: Float64Array;
  /** Where its terms have their rows, -1 for those that are new; valid as long. */
  readonly rows: Int32Array;
  /** How much it is what was asked for. */
  readonly asked: number;
  /** Its place along c. */
  readonly along: number;
}

/** 1 + ln f, of small counts from a table. */
function frequencyWeight(count: number): number {
  return frequencyWeights[count] ?? 1 + Math.log(count);
}

const frequencyWeights = Float64Array.from({ length: 256 }, (_, count) => (count === 0 ? 0 : 1 + Math.log(count)));
