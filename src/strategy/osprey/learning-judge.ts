import type { Judgement, Knowledge, LearntVisit } from '../../model/strategy.js';
import type { Idf } from '../../text/idf.js';
import type { TermCounts } from '../../text/term-counts.js';
import { TermRows } from '../../text/term-rows.js';
import { topTerms } from '../../text/vector.js';
import { joinedKnowledge } from '../joined-knowledge.js';
import { LabelledPages } from './labelled-pages.js';
import { LearntMeaning } from './learnt-meaning.js';
import { LikenessContrast } from './likeness-contrast.js';
import { exactly, numbersKnowledge } from './numbers-knowledge.js';
import type { Words } from './outlook.js';
import { sketchOf } from './page-sketch.js';
import { type PageVectors, pageVectorsBy } from './page-vectors.js';
import { SiteContext } from './site-context.js';
import type { WantedPage, WantedScore } from './wanted-score.js';

/** Names of what changes a score besides what was asked for: the page's other words, its likeness to the best pages, its site, labels. */
export const learntPart = '(learnt words)';
export const likeBestPart = '(like the best pages)';
export const sitePart = '(site)';
export const labelsPart = '(labels)';
const learntParts: readonly string[] = [learntPart, likeBestPart, sitePart, labelsPart];

/** Columns of a term: its weight in pages by what they are worth, its weight in all pages, rewards of its pages, pages; its idf. */
const [worth, weight, reward, pages, idf, columns] = [0, 1, 2, 3, 4, 5] as const;

/** At most this share of a judgement is learnt; the rest stays with what the user asked for, or the crawl could drift away. */
const mostLearnt = 0.5;
/** Half of that share is reached when as many pages' worth was seen. */
const halfLearnt = 10;
/** Weight of an example, and of what a person said of a page, in pages: neither is a guess, but an example is what was asked for. */
const [pagesOfExample, pagesOfLabel] = [10, 4] as const;
/** Numbers of a meaning. */
const meaningLength = 100;
/** Pages until the spread of scores can be told. */
const fewestScores = 3;
/** Pages from which a term's own mean reward counts. */
const pagesOfTerm = 5;

/**
 * The log-odds of a page that nothing speaks for, and how much a score of 1 adds to them. Fitted to the pages that crawls visit, which
 * are far richer in relevant ones than a whole web.
 */
const [oddsOfNothing, oddsOfAll] = [-4.6, 7] as const;

function logOddsOf(score: number): number {
  return oddsOfNothing + oddsOfAll * score;
}

/**
 * The probability that a page with this score is relevant, by people's labels of half of the topics (docs/results/judges.md shows how
 * far it holds on the others). A score may be above 1 here: what is asked for and like all that was found is as good as certain.
 */
export function probabilityOf(score: number): number {
  return logistic(logOddsOf(score));
}

function logistic(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}

/**
 * Judges pages by what the user asked for and by what the crawl has shown such pages to be like. The second is one step of
 * partial least squares (PLS1): the direction in which the words of pages go along with their worth,
 *
 *     c = Σ y·u / Σ y − Σ u / n        (u: unit tf·idf vector of a page, y: how much it teaches, `WantedScore.lessonOf`)
 *
 * The page's place along c, brought to the scale of y, is averaged in. So a page on birds that hardly says "bird" is
 * recognised by the company its words keep, and one that drops the word in passing is not taken for one.
 */
export class LearningJudge {
  readonly #terms = new TermRows(columns);
  readonly #likeBest = new LearntMeaning(meaningLength);
  readonly #sites = new SiteContext();
  readonly #labels = new LabelledPages();
  readonly #linksAsked = new LikenessContrast();
  readonly #linksLikeBest = new LikenessContrast();
  /** Σ y, n; and of the scores along c and of y at the same pages: how many, means, sums of squares about them. */
  readonly #sums = new Float64Array(7);
  /** Of the page that was judged last, which is the one to be learnt next. */
  #last: Placed | undefined;
  readonly #vectors: PageVectors;
  /** Used for one page after the other: fresh ones for each would keep the garbage collector busy. */
  #rows: Int32Array = new Int32Array(1_024);

  constructor(
    private readonly wanted: WantedScore,
    private readonly idf: Idf,
    private readonly without?: LearntIngredient,
  ) {
    this.#vectors = pageVectorsBy(idf);
  }

  /** `relevance` is the probability that goes with the parts of the score. */
  judge(page: WantedPage): Judgement {
    const { value: asked, parts, meaning } = this.wanted.of(page);
    const placed = this.#placeOf(page.terms, meaning);
    const score = new Adjusted(asked, parts);
    const learnt = this.#onScaleOfAsked(placed.along);
    if (learnt !== undefined) score.add(learntPart, this.#shareLearnt * (learnt - this.wanted.lessonOf(parts)));
    if (meaning !== undefined && this.without !== 'learnt-meaning')
      score.add(likeBestPart, this.#likeBest.added(meaning));
    if (this.without !== 'site') score.add(sitePart, this.#sites.added(page.url));
    if (!this.#labels.isEmpty) score.add(labelsPart, this.#byLabels(placed, asked));
    return { raw: score.value, relevance: probabilityOf(score.sum), parts: score.parts };
  }

  /**
   * Learns from a page that was judged. What was asked for is told from the parts of the judgement, as on resume there is
   * nothing else of it.
   */
  learn({ url, terms, judgement }: JudgedVisit): void {
    const placed = this.#last?.terms === terms ? this.#last : this.#placeOf(terms, this.wanted.meaningOf(terms));
    const lesson = this.wanted.lessonOf(askedOf(judgement));
    const [sumOfWorth, seen] = this.#sums;
    if (sumOfWorth! > 0 && seen! >= fewestScores) this.#addScore(placed.along, lesson);
    this.#add(placed, lesson, this.rewardOf(judgement), 1);
    if (placed.meaning !== undefined) this.#likeBest.learn(placed.meaning, lesson);
    this.#sites.learn(url, lesson);
  }

  /**
   * What a link is rewarded with that led to a page so judged: two thirds by the words of the query with half of what its other words
   * change, one third by its probability. Words tell near misses from pages on something else, the probability tells what counts;
   * titles and meaning are left to the latter, since lists of wanted pages are named like them.
   */
  rewardOf({ relevance, parts }: Judgement): number {
    const words = this.wanted.wordsIn(parts);
    const withLearnt = Math.max(0, Math.min(1, words + (parts[learntPart] ?? 0)));
    return (words + withLearnt + relevance) / 3;
  }

  /** How like the query, or the best pages so far, the few words of a link are in meaning: 0 for what is usual on this web. */
  likenessOfLink(ids: Uint32Array): number {
    const meaning = ids.length === 0 ? undefined : this.wanted.meaningOfWords(ids);
    if (meaning === undefined) return 0;
    const asked = this.#linksAsked.of(this.wanted.likenessOf(meaning));
    return Math.max(asked, this.#linksLikeBest.of(this.#likeBest.likeness(meaning)));
  }

  /** An example is a page that a person calls relevant before the crawl has seen any. */
  learnExample(terms: TermCounts): void {
    const meaning = this.wanted.meaningOf(terms);
    this.#addCertain(terms, meaning, 1, pagesOfExample);
    if (meaning !== undefined) this.#likeBest.learn(meaning, 1);
  }

  /**
   * Takes a person's word for it; what the same page was called before is taken back. Pages like it are judged by it, and what
   * was learnt from it as a guess is learnt once more as certain.
   */
  applyLabel(page: WantedPage, relevant: boolean): void {
    const { value, meaning } = this.wanted.of(page);
    const before = this.#labels.said(page.url);
    this.#labels.learn(page.url, relevant, logOddsOf(value), this.#sketchOf(page.terms, meaning));
    if (before === relevant) return;
    if (before !== undefined) this.#addCertain(page.terms, meaning, Number(before), -pagesOfLabel);
    this.#addCertain(page.terms, meaning, Number(relevant), pagesOfLabel);
    if (meaning !== undefined) this.#likeBest.correct(meaning, Number(relevant));
  }

  #addCertain(terms: TermCounts, meaning: Float64Array | undefined, worth: number, times: number): void {
    this.#add(this.#placeOf(terms, meaning), worth, worth, times);
  }

  /** Labels lower what is plainly asked for by next to nothing. */
  #byLabels({ terms, meaning }: Placed, asked: number): number {
    const added = this.#labels.added(this.#sketchOf(terms, meaning)) / oddsOfAll;
    return added < 0 ? added * (1 - probabilityOf(asked)) ** 2 : added;
  }

  #sketchOf(terms: TermCounts, meaning: Float64Array | undefined): Float64Array {
    return sketchOf(terms.ids, this.#vectors.unitOf(terms), meaning);
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
    return joinedKnowledge(
      [
        numbersKnowledge(
          () => this.#sums,
          (numbers) => this.#sums.set(exactly(numbers, this.#sums.length)),
        ),
        numbersKnowledge(
          () => this.#terms.packed(),
          (numbers) => this.#terms.unpack(numbers),
        ),
        this.#labels.knowledge,
        this.#likeBest.knowledge,
        this.#sites.knowledge,
        this.#linksAsked.knowledge,
        this.#linksLikeBest.knowledge,
      ],
      [partsOfFirstVersion],
    );
  }

  /** How much of a judgement is learnt, once there is something to compare with. */
  get #shareLearnt(): number {
    const [sumOfWorth] = this.#sums;
    return this.without !== 'learnt-words' ? (mostLearnt * sumOfWorth!) / (sumOfWorth! + halfLearnt) : 0;
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
    if (this.without === 'learnt-words' || sumOfWorth === 0 || seen! < fewestScores || scores! < fewestScores)
      return undefined;
    const spread = Math.sqrt(squaresAlong! / scores!);
    if (spread === 0) return undefined;
    const value = meanAsked! + (Math.sqrt(squaresAsked! / scores!) * (along - meanAlong!)) / spread;
    return Math.max(0, Math.min(1, value));
  }

  #placeOf(terms: TermCounts, meaning: Float64Array | undefined): Placed {
    const [unit, rows] = [this.#vectors.unitOf(terms), this.#rowsOf(terms)];
    const { values } = this.#terms;
    const [sumOfWorth, seen] = this.#sums as unknown as number[];
    let along = 0;
    if (sumOfWorth! > 0)
      for (let i = 0; i < terms.ids.length; i++) {
        const at = rows[i]!;
        if (at >= 0) along += unit[i]! * (values[at + worth]! / sumOfWorth! - values[at + weight]! / seen!);
      }
    this.#last = { terms, rows, along, meaning };
    return this.#last;
  }

  /** Where the terms have their rows: each is looked up once a page. */
  #rowsOf({ ids }: TermCounts): Int32Array {
    if (this.#rows.length < ids.length) this.#rows = new Int32Array(2 * ids.length);
    if (this.#terms.size === 0) this.#rows.fill(-1, 0, ids.length);
    else for (let i = 0; i < ids.length; i++) this.#rows[i] = this.#terms.find(ids[i]!);
    return this.#rows;
  }

  #add({ terms, rows }: Placed, asked: number, score: number, times: number): void {
    const unit = this.#vectors.unitOf(terms);
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
  /** Where its terms have their rows, -1 for those that are new; valid until the next page is placed. */
  readonly rows: Int32Array;
  /** Its place along c. */
  readonly along: number;
  readonly meaning: Float64Array | undefined;
}

/** A score from 0 to 1 to which learnt parts are added, each as far as there is room; they add up to it. `sum` has no limits. */
class Adjusted {
  readonly parts: Record<string, number>;
  sum: number;

  constructor(
    public value: number,
    asked: Readonly<Record<string, number>>,
  ) {
    this.parts = { ...asked };
    this.sum = value;
  }

  add(name: string, part: number): void {
    this.sum += part;
    const added = Math.max(-this.value, Math.min(1 - this.value, part));
    if (added === 0) return;
    this.parts[name] = added;
    this.value += added;
  }
}

/** Of a judgement, the parts that were asked for. */
function askedOf({ parts }: Pick<Judgement, 'parts'>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(parts).filter(([name]) => !learntParts.includes(name)));
}

/** What of a visit is learnt from. */
export type JudgedVisit = Pick<LearntVisit, 'url' | 'terms' | 'judgement'>;

/** What of it the lab can leave out. */
export type LearntIngredient = 'learnt-words' | 'learnt-meaning' | 'site';

/** Of `knowledge`: what came later is absent from snapshots of version 0.1. */
const partsOfFirstVersion = 3;
