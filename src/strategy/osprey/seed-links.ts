import type { Knowledge } from '../../model/strategy.js';
import { TermRows } from '../../text/term-rows.js';
import { numbersKnowledge } from './numbers-knowledge.js';

/** Links of seeds that are worth as much curiosity as a new host each; where there are more, they share what these would have. */
const wholeShares = 20;

/**
 * What the links of seeds have of the curiosity that all of them share. Somebody chose those pages, and a short list is a choice, too: of a
 * directory no section should stay unopened because the first one led to a site that half fits.
 */
export class SeedLinks {
  /** How many links each seed has, by the page's number. */
  readonly #seeds = new TermRows(1);
  #links = 0;

  add(seed: number, links: number): void {
    const at = this.#seeds.at(seed);
    this.#seeds.values[at] = links;
    this.#links += links;
  }

  /** The share of a link on this page: 0 where it is no seed. */
  shareOf(parent: number): number {
    return this.#links === 0 || this.#seeds.find(parent) < 0 ? 0 : Math.min(1, wholeShares / this.#links);
  }

  get knowledge(): Knowledge {
    return numbersKnowledge(
      () => this.#seeds.packed(),
      (numbers) => {
        this.#seeds.unpack(numbers);
        this.#links = this.#seeds.values.reduce((sum, links) => sum + links, 0);
      },
    );
  }
}
