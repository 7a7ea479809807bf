import { damagedKnowledge } from '../../failure.js';
import type { Knowledge } from '../../model/strategy.js';
import type { TermCounts } from '../../text/term-counts.js';
import { TermTable } from '../../text/term-table.js';
import { topTerms } from '../../text/vector.js';
import { Keywords, type KeywordTable } from './keywords.js';

const HEADER_BYTES = 4;
const ENTRY_BYTES = 12;

/**
 * The static table that Meenu et al. 2014 compare theirs with (Pal et al., their eq 2): w = tf·df over the first results of a search,
 * which are the seeds here, divided by the greatest. Made once, when all seeds have been visited; the query serves
 * until then.
 */
export class SeedTable implements KeywordTable, Knowledge {
  #frequencies = new TermTable();
  #documents = new TermTable();
  #formed = false;
  #keywords: Keywords;

  constructor(
    private readonly query: Keywords,
    private readonly most: number,
  ) {
    this.#keywords = query;
  }

  get keywords(): Keywords {
    return this.#keywords;
  }

  get isFormed(): boolean {
    return this.#formed;
  }

  /** One more seed's page, before the table is made. */
  add({ ids, counts }: TermCounts): void {
    for (let i = 0; i < ids.length; i++) {
      this.#frequencies.add(ids[i]!, counts[i]!);
      this.#documents.add(ids[i]!, 1);
    }
  }

  /** Makes the table. False where that is done already, or there is nothing yet to make it of. */
  form(): boolean {
    if (this.#formed || this.#frequencies.size === 0) return false;
    this.#formed = true;
    this.#weigh();
    return true;
  }

  snapshot(): Uint8Array {
    const { ids, values, size } = this.#frequencies;
    const view = new DataView(new ArrayBuffer(HEADER_BYTES + ENTRY_BYTES * size));
    view.setUint32(0, Number(this.#formed), true);
    for (let i = 0; i < size; i++) {
      const at = HEADER_BYTES + ENTRY_BYTES * i;
      view.setUint32(at, ids[i]!, true);
      view.setUint32(at + 4, values[i]!, true);
      view.setUint32(at + 8, this.#documents.get(ids[i]!), true);
    }
    return new Uint8Array(view.buffer);
  }

  restore(data: Uint8Array): void {
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    const formed = data.length < HEADER_BYTES ? 2 : view.getUint32(0, true);
    if (formed > 1 || (data.length - HEADER_BYTES) % ENTRY_BYTES !== 0)
      throw damagedKnowledge('words of the seeds', data.length);
    this.#frequencies = new TermTable();
    this.#documents = new TermTable();
    for (let at = HEADER_BYTES; at < data.length; at += ENTRY_BYTES) {
      const id = view.getUint32(at, true);
      this.#frequencies.add(id, view.getUint32(at + 4, true));
      this.#documents.add(id, view.getUint32(at + 8, true));
    }
    this.#formed = formed === 1;
    this.#weigh();
  }

  #weigh(): void {
    if (!this.#formed) {
      this.#keywords = this.query;
      return;
    }
    const { ids, values } = this.#frequencies;
    const weights = new Map<number, number>();
    for (let i = 0; i < ids.length; i++) weights.set(ids[i]!, values[i]! * this.#documents.get(ids[i]!));
    const top = topTerms(weights, this.most);
    const greatest = top[0]?.[1] ?? 1;
    this.#keywords = new Keywords(new Map(top.map(([id, weight]) => [id, weight / greatest])), this.query.names);
  }
}
