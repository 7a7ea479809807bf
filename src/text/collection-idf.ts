import { damagedKnowledge } from '../failure.js';
import type { Idf } from './idf.js';
import type { TermCounts } from './term-counts.js';
import { TermTable } from './term-table.js';

/** As many pages as the papers' crawls have: early pages adjust the background, a long crawl replaces it. */
const PRIOR_DOCUMENTS = 1000;
/** About 40 MB. Beyond it the rarest terms are forgotten, and count as never seen if they come back. */
const MOST_TERMS = 1 << 20;
const HEADER_BYTES = 16;

/**
 * Idf that grows with the pages crawled: log(1 + N/n), N pages of which n have the term. A prior counts as if N₀ pages
 * with its statistics had been crawled before, so idf = log(1 + (N₀ + N) / (N₀·share + n)) with share = 1/(e^prior −
 * 1), and an empty collection has exactly the prior's idf. Without a prior, n = 0 and N = 0 count as 1.
 */
export class CollectionIdf implements Idf {
  readonly #prior: Idf | undefined;
  readonly #priorDocuments: number;
  readonly #mostTerms: number;
  #documents = 0;
  #frequencies = new TermTable();

  constructor(prior?: Idf, priorDocuments = PRIOR_DOCUMENTS, mostTerms = MOST_TERMS) {
    this.#prior = priorDocuments > 0 ? prior : undefined;
    this.#priorDocuments = priorDocuments;
    this.#mostTerms = mostTerms;
  }

  get documents(): number {
    return this.#documents;
  }

  of(termId: number): number {
    const n = this.#frequencies.get(termId);
    if (this.#prior === undefined) return Math.log1p(Math.max(1, this.#documents) / Math.max(1, n));
    const priorN = this.#priorDocuments / Math.expm1(this.#prior.of(termId));
    return Math.log1p((this.#priorDocuments + this.#documents) / (priorN + n));
  }

  /** Counts one more page. */
  add(counts: TermCounts): void {
    this.#documents++;
    for (const id of counts.ids) this.#frequencies.add(id, 1);
    for (let least = 2; this.#frequencies.size > this.#mostTerms; least++) this.#forgetBelow(least);
  }

  /** All that was counted, to go on from with `restore`; the prior is not in it. */
  snapshot(): Uint8Array {
    const { ids, values, size } = this.#frequencies;
    const bytes = new Uint8Array(HEADER_BYTES + 8 * size);
    const view = new DataView(bytes.buffer);
    view.setFloat64(0, this.#documents, true);
    view.setUint32(8, size, true);
    for (let i = 0; i < size; i++) {
      view.setUint32(HEADER_BYTES + 8 * i, ids[i]!, true);
      view.setUint32(HEADER_BYTES + 8 * i + 4, values[i]!, true);
    }
    return bytes;
  }

  /** Replaces all that was counted by a snapshot. */
  restore(snapshot: Uint8Array): void {
    const view = new DataView(snapshot.buffer, snapshot.byteOffset, snapshot.byteLength);
    const size = snapshot.length < HEADER_BYTES ? -1 : view.getUint32(8, true);
    if (snapshot.length !== HEADER_BYTES + 8 * size) {
      throw damagedKnowledge('statistics of the collection', snapshot.length);
    }
    this.#documents = view.getFloat64(0, true);
    this.#frequencies = new TermTable();
    for (let at = HEADER_BYTES; at < snapshot.length; at += 8) {
      this.#frequencies.add(view.getUint32(at, true), view.getUint32(at + 4, true));
    }
  }

  #forgetBelow(least: number): void {
    const { ids, values } = this.#frequencies;
    this.#frequencies = new TermTable();
    for (let i = 0; i < ids.length; i++) if (values[i]! >= least) this.#frequencies.add(ids[i]!, values[i]!);
  }
}
