import { setImmediate as turn } from 'node:timers/promises';
import type { VisitFact } from '../../model/crawl-browsing.js';
import type { CrawlReader } from '../../model/crawl-reader.js';
import { isDocument } from '../../model/documents.js';
import { textHash } from '../../url/hash64.js';
import { GrowingColumn } from './growing-column.js';

/** Visits read at a time: a few milliseconds, in which nothing else is served. */
const chunk = 2_000;
/** Pages of the random order that are known: more than anybody labels. */
const mostDrawn = 3_000;

export const factFlags = { document: 1, relevant: 2, error: 4, copy: 8, seed: 16 } as const;

/** A page of the random order of an audit. */
export interface DrawnPage {
  readonly place: string;
  readonly seq: number;
  readonly url: string;
  readonly called: boolean;
}

/**
 * Who was visited when and what came of it, a few bytes a visit, for what is added up over a whole crawl. It is read once, in small
 * pieces, and then grows with the crawl; after the crawl was judged anew, it is read again. Revisits are left out.
 */
export class CrawlDigest {
  readonly hostNames: string[] = [];
  readonly host = new GrowingColumn(Int32Array);
  /** Host of the page whose link led there; -1 for seeds. */
  readonly from = new GrowingColumn(Int32Array);
  readonly at = new GrowingColumn(Float64Array);
  readonly flags = new GrowingColumn(Uint8Array);
  readonly agent = new GrowingColumn(Int16Array);
  readonly level = new GrowingColumn(Uint8Array);
  reasons = new Map<number, Map<string, number>>();
  /** What each agent brought. */
  agents = new Map<number, { pages: number; relevant: number }>();
  copies = 0;
  called = 0;
  uncalled = 0;
  #hostIds = new Map<string, number>();
  #hostOfVisit = new GrowingColumn(Int32Array);
  #drawn: DrawnPage[] = [];
  #seq = 0;
  #judge = '';
  #randomSeed = 1;
  #version = -1;
  #updating: Promise<void> | undefined;

  /** Visits in it. */
  get size(): number {
    return this.host.length;
  }

  /** Up to which visit it was read. */
  get read(): number {
    return this.#seq;
  }

  /** The first pages of the random order. */
  drawn(): readonly DrawnPage[] {
    return sortedDraw(this.#drawn);
  }

  /** Reads what is new. Waits `patience` ms at most; what is left is read meanwhile, and `isComplete` tells. */
  async update(reader: CrawlReader, randomSeed: number, patience: number): Promise<boolean> {
    const { browsing } = reader;
    const [judge, version] = [await browsing.judge(), await browsing.version()];
    if (this.#updating === undefined) {
      if (judge !== this.#judge || randomSeed !== this.#randomSeed) this.#clear(judge, randomSeed);
      else if (version === this.#version) return true;
      this.#updating = this.#readNew(reader).finally(() => {
        this.#updating = undefined;
      });
      // Whoever waits hears of it.
      this.#updating.catch(() => {});
    }
    let isDone = false;
    const reading = this.#updating.then(() => {
      isDone = true;
    });
    await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, patience).unref())]);
    if (isDone) this.#version = version;
    return isDone;
  }

  async #readNew({ browsing }: CrawlReader): Promise<void> {
    for (;;) {
      const facts = await browsing.facts({ order: 'visit', after: { seq: this.#seq, relevance: 0 }, limit: chunk });
      for (const fact of facts) this.#add(fact);
      if (facts.length < chunk) return;
      await turn();
    }
  }

  #add(fact: VisitFact): void {
    const { seq, kind, outcome, agent, level, priorityParent, fetchedAt, relevant, reason } = fact;
    const host = this.#hostId(fact.host);
    while (this.#hostOfVisit.length < seq) this.#hostOfVisit.push(-1);
    this.#hostOfVisit.push(host);
    this.#seq = seq;
    if (kind === 'revisit' || outcome === 'example' || outcome === 'sitemap') return;
    const isCopy = outcome === 'duplicate';
    const isError = outcome === 'failed' || outcome === 'refused';
    const { document, relevant: isRelevant, error, copy, seed } = factFlags;
    this.host.push(host);
    this.from.push(priorityParent === 0 ? -1 : (this.#hostOfVisit.get(priorityParent) ?? -1));
    this.at.push(fetchedAt);
    this.agent.push(agent);
    this.level.push(Math.min(255, level));
    this.flags.push(
      (isDocument(outcome) ? document : 0) +
        (relevant ? isRelevant : 0) +
        (isError ? error : 0) +
        (isCopy ? copy : 0) +
        (priorityParent === 0 ? seed : 0),
    );
    if (isDocument(outcome)) this.#bring(agent, relevant);
    if (isError) this.#count(host, reason);
    if (isCopy) this.copies++;
    else if (isDocument(outcome)) this.#draw(fact);
  }

  #bring(agent: number, isRelevant: boolean): void {
    const sum = this.agents.get(agent) ?? { pages: 0, relevant: 0 };
    sum.pages++;
    if (isRelevant) sum.relevant++;
    this.agents.set(agent, sum);
  }

  #count(host: number, reason: string): void {
    const counts = this.reasons.get(host) ?? new Map<string, number>();
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
    this.reasons.set(host, counts);
  }

  #draw({ seq, url, relevant }: VisitFact): void {
    if (relevant) this.called++;
    else this.uncalled++;
    this.#drawn.push({ place: textHash(url, String(this.#randomSeed)), seq, url, called: relevant });
    if (this.#drawn.length >= 2 * mostDrawn) this.#drawn = sortedDraw(this.#drawn).slice(0, mostDrawn);
  }

  #hostId(name: string): number {
    const known = this.#hostIds.get(name);
    if (known !== undefined) return known;
    this.#hostIds.set(name, this.hostNames.length);
    return this.hostNames.push(name) - 1;
  }

  #clear(judge: string, randomSeed: number): void {
    this.#judge = judge;
    this.#randomSeed = randomSeed;
    this.#seq = 0;
    this.#version = -1;
    this.#drawn = [];
    this.#hostIds = new Map();
    this.hostNames.length = 0;
    this.reasons = new Map();
    this.agents = new Map();
    [this.copies, this.called, this.uncalled] = [0, 0, 0];
    for (const column of [this.host, this.from, this.at, this.flags, this.agent, this.level, this.#hostOfVisit])
      column.clear();
  }
}

function sortedDraw(pages: readonly DrawnPage[]): DrawnPage[] {
  return [...pages].sort((a, b) => (a.place < b.place ? -1 : 1));
}
