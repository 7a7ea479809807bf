import { damagedKnowledge } from '../../failure.js';
import type { Knowledge, LearntLink } from '../../model/strategy.js';
import { packLinks, unpackLinks } from '../../page/link-blob.js';
import { packTerms, unpackTerms } from '../../text/term-blob.js';
import type { TermCounts } from '../../text/term-counts.js';

/** What of a page is needed to score its links later. */
export interface HeldPage {
  readonly terms: TermCounts;
  readonly links: readonly LearntLink[];
  readonly relevant: boolean;
}

/**
 * Pages whose links wait for the table. They are kept in the form in which they are saved, which is a third of the size
 * of the arrays and strings that they are made of.
 */
export class HeldPages implements Knowledge, Iterable<HeldPage> {
  private pages: Uint8Array[] = [];

  get size(): number {
    return this.pages.length;
  }

  add(page: HeldPage): void {
    this.pages.push(packed(page));
  }

  clear(): void {
    this.pages = [];
  }

  *[Symbol.iterator](): Generator<HeldPage> {
    for (const page of this.pages) yield unpacked(page);
  }

  snapshot(): Uint8Array {
    return Buffer.concat(this.pages);
  }

  restore(snapshot: Uint8Array): void {
    const view = new DataView(snapshot.buffer, snapshot.byteOffset, snapshot.byteLength);
    const pages: Uint8Array[] = [];
    for (let at = 0; at < snapshot.length; ) {
      const start = at;
      if (start + HEADER_BYTES > snapshot.length)
        throw damagedKnowledge('pages that wait for the weight table', snapshot.length);
      at += HEADER_BYTES + view.getUint32(start, true) + view.getUint32(start + 4, true);
      if (at > snapshot.length) throw damagedKnowledge('pages that wait for the weight table', snapshot.length);
      pages.push(new Uint8Array(snapshot.subarray(start, at)));
    }
    this.pages = pages;
  }
}

const HEADER_BYTES = 12;

/** Header: bytes of the terms, bytes of the links, 1 if relevant. Then these. */
function packed({ terms, links, relevant }: HeldPage): Uint8Array {
  const [termBytes, linkBytes] = [packTerms(terms), packLinks(links)];
  const header = new DataView(new ArrayBuffer(HEADER_BYTES));
  header.setUint32(0, termBytes.length, true);
  header.setUint32(4, linkBytes.length, true);
  header.setUint32(8, Number(relevant), true);
  return Buffer.concat([new Uint8Array(header.buffer), termBytes, linkBytes]);
}

function unpacked(page: Uint8Array): HeldPage {
  const header = new DataView(page.buffer, page.byteOffset, HEADER_BYTES);
  const linksAt = HEADER_BYTES + header.getUint32(0, true);
  return {
    terms: unpackTerms(page.subarray(HEADER_BYTES, linksAt)),
    links: unpackLinks(page.subarray(linksAt)),
    relevant: header.getUint32(8, true) === 1,
  };
}
