import type { Knowledge } from '../../model/strategy.js';
import { termId } from '../../text/term-id.js';
import { TermRows } from '../../text/term-rows.js';
import { numbersKnowledge } from './numbers-knowledge.js';
import { likenessOf, sketchLength } from './page-sketch.js';

/** Columns: what a person said (1 or 0), the log-odds by what was asked for, how much the page counts; then its sketch. */
const [said, odds, weight, sketch] = [0, 1, 2, 3] as const;
const width = sketch + sketchLength;
/** How much one label can move the log-odds of its own page. */
const strength = 5;
/** Rounds until the weights agree with each other. */
const rounds = 30;
/** Labels beyond these replace nothing and are not taken in: each is compared with every page. */
const mostLabels = 500;

/**
 * What people said of pages, and what follows for pages like them: kernel logistic regression on top of what was asked for,
 *
 *     log-odds(p) = asked(p) + Σ wⱼ · likeness(p, j)   with   wⱼ = 5 · (label of j − probability of j)
 *
 * So a label that says what was thought already changes nothing, and one that does not moves the pages that are like its page.
 */
export class LabelledPages {
  readonly #pages = new TermRows(width);

  /** What was said of the same page before is replaced. */
  learn(url: string, relevant: boolean, oddsAsked: number, ownSketch: Float64Array): void {
    const key = termId(url);
    if (this.#pages.find(key) < 0 && this.#pages.size >= mostLabels) return;
    const at = this.#pages.at(key);
    this.#pages.values[at + said] = Number(relevant);
    this.#pages.values[at + odds] = oddsAsked;
    this.#pages.values.set(ownSketch, at + sketch);
    this.#weigh();
  }

  /** What was said of a page; undefined where nothing was. */
  said(url: string): boolean | undefined {
    const at = this.#pages.find(termId(url));
    return at < 0 ? undefined : this.#pages.values[at + said] === 1;
  }

  /** What is added to the log-odds of a page. */
  added(ownSketch: Float64Array): number {
    const { values } = this.#pages;
    let sum = 0;
    for (let at = 0; at < width * this.#pages.size; at += width)
      if (values[at + weight] !== 0) sum += values[at + weight]! * this.#likeness(at, ownSketch);
    return sum;
  }

  get isEmpty(): boolean {
    return this.#pages.size === 0;
  }

  get knowledge(): Knowledge {
    return numbersKnowledge(
      () => this.#pages.packed(),
      (numbers) => {
        // Version 0.1 kept labels in another form; what they taught is among the words.
        if (numbers.length % (1 + width) === 0) this.#pages.unpack(numbers);
      },
    );
  }

  #likeness(at: number, ownSketch: Float64Array): number {
    return likenessOf(this.#pages.values.subarray(at + sketch, at + width), ownSketch);
  }

  /** One weight after the other, half of the way each time, until they hardly change. */
  #weigh(): void {
    const { values, size } = this.#pages;
    const likeness = Array.from({ length: size }, (_, a) =>
      Float64Array.from({ length: size }, (_, b) =>
        this.#likeness(a * width, values.subarray(b * width + sketch, (b + 1) * width)),
      ),
    );
    // From the beginning, so that what was said before of a page leaves no trace.
    for (let page = 0; page < size; page++) values[page * width + weight] = 0;
    for (let round = 0; round < rounds; round++)
      for (let page = 0; page < size; page++) {
        const at = page * width;
        let sum = values[at + odds]!;
        for (let other = 0; other < size; other++) sum += values[other * width + weight]! * likeness[page]![other]!;
        const wanted = strength * (values[at + said]! - 1 / (1 + Math.exp(-sum)));
        values[at + weight]! += (wanted - values[at + weight]!) / 4;
      }
  }
}
