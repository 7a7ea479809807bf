import type { Knowledge } from '../../model/strategy.js';
import { exactly, numbersKnowledge } from './numbers-knowledge.js';

/** Cosine that words have which are of one kind and no more: likeness begins above it on any web. */
const ofOneKind = 0.25;
/** Likeness begins below this on any web: there is always some that tells. */
const mostUsual = 0.9;
/** Links without likeness that every crawl begins with, and their spread. */
const [linksAhead, spreadAhead] = [20, 0.1] as const;

/**
 * By how much the likeness of a link's words in meaning exceeds what is usual on this web: its mean and one standard deviation.
 * Where all links are of the topic's kind, such as those of technical manuals for a technical query, that tells nothing.
 */
export class LikenessContrast {
  /** Links so far, Σ of their likeness and of its squares. */
  readonly #sums = new Float64Array(3);

  /** 0..1; takes the link in. */
  of(cosine: number): number {
    const likeness = Math.max(0, Math.min(1, cosine));
    const usual = this.#usual;
    this.#sums[0]!++;
    this.#sums[1]! += likeness;
    this.#sums[2]! += likeness * likeness;
    return Math.max(0, (likeness - usual) / (1 - usual));
  }

  get knowledge(): Knowledge {
    return numbersKnowledge(
      () => this.#sums,
      (numbers) => this.#sums.set(exactly(numbers, this.#sums.length)),
    );
  }

  get #usual(): number {
    const [links, sum, squares] = this.#sums as unknown as [number, number, number];
    const count = links + linksAhead;
    const mean = sum / count;
    const variance = (squares + linksAhead * spreadAhead * spreadAhead) / count - mean * mean;
    return Math.min(mostUsual, Math.max(ofOneKind, mean + Math.sqrt(Math.max(0, variance))));
  }
}
