import { TermTable } from '../../text/term-table.js';
import type { RecordedWeb } from '../web/recorded-web.js';

/** Terms of a page by their numbers in the web, and how often it uses each. */
export interface NumberedTerms {
  readonly terms: Uint32Array;
  readonly counts: Uint32Array;
}

/** The terms of all pages of a web, read once and kept compact: a page of a recorded web is made anew each time it is asked for. */
export class PageTerms {
  readonly pages: readonly NumberedTerms[];
  /** How many pages use each term, by the term's number. */
  readonly frequencies: Uint32Array;
  /** Number of each term, + 1. */
  readonly #numbers = new TermTable();

  constructor(web: RecordedWeb) {
    const frequencies = new TermTable();
    // Copies, which do not hold the rest of the page.
    this.pages = web.urls.map((_, page) => {
      const { ids, counts } = web.page(page).terms;
      for (const id of ids) frequencies.add(id, 1);
      return { terms: ids.slice(), counts: counts.slice() };
    });
    this.frequencies = Uint32Array.from(frequencies.values);
    for (const id of frequencies.ids) this.#numbers.add(id, this.#numbers.size + 1);
    for (const { terms } of this.pages) {
      for (let i = 0; i < terms.length; i++) terms[i] = this.#numbers.get(terms[i]!) - 1;
    }
  }

  /** Undefined for a term that no page uses. */
  numberOf(id: number): number | undefined {
    const number = this.#numbers.get(id);
    return number === 0 ? undefined : number - 1;
  }

  /** 1 for the pages that use all of these terms, given by their ids without repeats. */
  containing(ids: Uint32Array): Uint8Array {
    const wanted = new Uint8Array(this.frequencies.length + 1);
    for (const id of ids) wanted[this.#numbers.get(id)] = 1;
    return Uint8Array.from(this.pages, ({ terms }) => {
      let found = 0;
      for (let i = 0; i < terms.length; i++) found += wanted[terms[i]! + 1]!;
      return found === ids.length ? 1 : 0;
    });
  }
}
