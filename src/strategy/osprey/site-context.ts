import type { Knowledge } from '../../model/strategy.js';
import { termId } from '../../text/term-id.js';
import { TermRows } from '../../text/term-rows.js';
import { hostOf } from '../../url/canonical-url.js';
import { numbersKnowledge } from './numbers-knowledge.js';

/** Pages as good as those of any web that every site begins with, and what they are worth. */
const [pagesAhead, worthOfAny] = [10, 0.12] as const;
/** What it adds for each unit that the site's pages are better than others, and at most: an empty page has to stay one. */
const worthOfLead = 0.65;
const mostAdded = 0.1;
/** Key of the row of all sites together; a host's hash is this once in four billion. */
const allSites = 0;

/**
 * What the site of a page is about: a page on a database's site may never say "database". It counts as far as the site's pages were
 * better, by what was asked for alone, than those of all other sites; where there are few of these, than those of any web. So a
 * site is not taken for ordinary since a crawl has been nowhere else.
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

  /** What is added to the score of a page there; below 0 where other sites are better. */
  added(url: string): number {
    const [all, pages] = this.#of(allSites);
    const [worth, own] = this.#of(termId(hostOf(url)));
    const lead = worthOfLead * (meanOf(worth, own) - meanOf(all - worth, pages - own));
    return Math.max(-mostAdded, Math.min(mostAdded, lead));
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

function meanOf(worth: number, pages: number): number {
  return (worth + pagesAhead * worthOfAny) / (pages + pagesAhead);
}
