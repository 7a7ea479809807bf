import type { Page } from '../../model/page.js';
import type { LabelLearning } from '../../model/strategy.js';
import { hostOf } from '../../url/canonical-url.js';

/** Documents between two sessions of the person, and how many pages they are asked about in each. */
const documentsBetweenSessions = 10;
const askedAtATime = 2;
/** On one host at most, where there are several: pages of a site are much alike. */
const mostOnAHost = 2;

/** What a person is willing to do, and what they know. */
export interface Teaching {
  /** Pages that they will answer about. */
  readonly answers: number;
  /** URLs of the pages that they call relevant. */
  readonly relevant: ReadonlySet<string>;
}

/** A visited page and what the crawl thought of it. */
export interface DoubtfulPage {
  readonly url: string;
  readonly judged: number;
}

/**
 * A person who answers while a crawl runs: whether some of the visited pages are relevant, always the most doubtful ones (those
 * nearest to 0.5). What they know stays with them; the strategy is given single answers only.
 */
export class SimulatedPerson {
  readonly #asked = new Set<string>();
  readonly #onHost = new Map<string, number>();
  #nextSession = documentsBetweenSessions;

  constructor(
    private readonly teaching: Teaching,
    private readonly visited: readonly DoubtfulPage[],
    private readonly pageAt: (url: string) => Promise<Page>,
  ) {}

  /** Answers, when it is time. True if anything was said. */
  async teach(documents: number, learning: LabelLearning): Promise<boolean> {
    if (documents < this.#nextSession) return false;
    this.#nextSession = documents + documentsBetweenSessions;
    const asked = this.#mostDoubtful();
    for (const { url } of asked)
      learning.apply({ page: await this.pageAt(url), relevant: this.teaching.relevant.has(url) });
    return asked.length > 0;
  }

  #mostDoubtful(): DoubtfulPage[] {
    const chosen: DoubtfulPage[] = [];
    const left = Math.min(askedAtATime, this.teaching.answers - this.#asked.size);
    const byDoubt = this.visited.toSorted((a, b) => Math.abs(a.judged - 0.5) - Math.abs(b.judged - 0.5));
    const most = new Set(this.visited.map(({ url }) => hostOf(url))).size > 1 ? mostOnAHost : Number.POSITIVE_INFINITY;
    for (const page of byDoubt) {
      if (chosen.length >= left) break;
      const host = hostOf(page.url);
      const onHost = this.#onHost.get(host) ?? 0;
      if (this.#asked.has(page.url) || onHost >= most) continue;
      this.#asked.add(page.url);
      this.#onHost.set(host, onHost + 1);
      chosen.push(page);
    }
    return chosen;
  }
}
