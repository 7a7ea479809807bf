import type { TermCounts } from '../../text/term-counts.js';
import type { Knowledge, LearntLink } from '../strategy.js';
import { damagedKnowledge } from './damaged-knowledge.js';

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
      if (start + HEADER_BYTES > snapshot.length) throw damagedKnowledge(snapshot);
      at += HEADER_BYTES + 4 * view.getUint32(start, true) + view.getUint32(start + 4, true);
      if (at > snapshot.length) throw damagedKnowledge(snapshot);
      pages.push(new Uint8Array(snapshot.subarray(start, at)));
    }
    this.pages = pages;
  }

  /** The links that another agent holds are in the queue of that agent. */
  merge(): void {}
}

const HEADER_BYTES = 8;

/**
 * Header: number of 32-bit numbers, number of bytes of URLs. The numbers: 1 if relevant, distinct terms, their ids, their counts; then of
 * each link the number of terms of anchor, URL and context, and these terms. The URLs, one a line.
 */
function packed({ terms, links, relevant }: HeldPage): Uint8Array {
  const urls = Buffer.from(links.map(({ url }) => url).join('\n'));
  let length = 2 + 2 * terms.ids.length;
  for (const link of links) for (const text of textsOf(link)) length += 1 + text.length;
  const numbers = new Uint32Array(length);
  let at = 0;
  const put = (text: Uint32Array) => {
    numbers.set(text, at);
    at += text.length;
  };
  numbers[at++] = relevant ? 1 : 0;
  numbers[at++] = terms.ids.length;
  put(terms.ids);
  put(terms.counts);
  for (const link of links) {
    const texts = textsOf(link);
    for (const text of texts) numbers[at++] = text.length;
    for (const text of texts) put(text);
  }
  const header = new Uint8Array(HEADER_BYTES);
  new DataView(header.buffer).setUint32(0, numbers.length, true);
  new DataView(header.buffer).setUint32(4, urls.length, true);
  return Buffer.concat([header, new Uint8Array(numbers.buffer), urls]);
}

function unpacked(page: Uint8Array): HeldPage {
  const end = HEADER_BYTES + 4 * new DataView(page.buffer, page.byteOffset).getUint32(0, true);
  const numbers = new Uint32Array(new Uint8Array(page.subarray(HEADER_BYTES, end)).buffer);
  let at = 0;
  const take = (length: number) => {
    at += length;
    return numbers.subarray(at - length, at);
  };
  const relevant = numbers[at++] === 1;
  const size = numbers[at++]!;
  const terms = { ids: take(size), counts: take(size) };
  const urls = new TextDecoder().decode(page.subarray(end));
  const links = (urls === '' ? [] : urls.split('\n')).map((url) => {
    const [anchor, ofUrl, context] = take(3);
    return { url, anchorTerms: take(anchor!), urlTerms: take(ofUrl!), contextTerms: take(context!) };
  });
  return { terms, links, relevant };
}

function textsOf({ anchorTerms, urlTerms, contextTerms }: LearntLink): readonly Uint32Array[] {
  return [anchorTerms, urlTerms, contextTerms];
}
