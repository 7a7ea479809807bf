import type { Knowledge } from '../../model/strategy.js';
import { termId } from '../../text/term-id.js';
import { TermRows } from '../../text/term-rows.js';
import { hostOf } from '../../url/canonical-url.js';
import { numbersKnowledge } from './numbers-knowledge.js';

/** Pages as good as all others that every site begins with. */
const pagesAhead = 3;
/** What it adds for each unit that the site's pages are better than others, and at most. */
const worthOfLead = 1.1;
const mostAdded = 0.3;
/** Key of the row of all sites together; a host's hash is this once in four billion. */
const allSites = 0;

/**
 * What the site of a page is about: a page on a database's site may never say "database". It counts as far as the site's pages were
 * better, by what was asked for alone, than those of all sites.
 */
export class SiteContext {
  /** Σ worth and pages of every host. */
  readonly #hosts = new TermRows(2);

  learn(url: string, worth: number): void {
    for (const key of [allSites, termId(hostOf(url))]) {
      const at = this.#hosts.at(key);
      this.#hosts.values[at]! += worth;
      this.#hosts.values[at + 1]!++;
    }
  }

  /** What is added to the score of a page there; never less than 0. */
  added(url: string): number {
    const [all, pages] = this.#of(allSites);
    if (pages === 0) return 0;
    const [worth, own] = this.#of(termId(hostOf(url)));
    const usual = all / pages;
    const lead = (worth + pagesAhead * usual) / (own + pagesAhead) - usual;
    return Math.min(mostAdded, worthOfLead * Math.max(0, lead));
  }

  get knowledge(): Knowledge {
    return numbersKnowledge(
      () => this.#hosts.packed(),
      (numbers) => this.#hosts.unpack(numbers),
    );
  }

  #of(key: number): [worth: number, pages: number] {
    const at = this.#hosts.find(key);
    return at < 0 ? [0, 0] : [this.#hosts.values[at]!, this.#hosts.values[at + 1]!];
  }
}
