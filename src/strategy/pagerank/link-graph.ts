import { damagedKnowledge } from '../../failure.js';
import { bytesOf } from '../bytes-of.js';
import { grown } from './grown.js';
import { UrlIndex } from './url-index.js';

/** Bytes of text, URLs, pages, links. */
const HEADER = 4;

/** The pages visited, in order, and the URLs that they link to. A page's links to itself do not count. */
export class LinkGraph {
  #urls = new UrlIndex();
  /** By URL: 1 for a page that was visited. */
  #visited = new Uint8Array(64);
  /** By page: its URL, and where its links end in `targets`. */
  #pages = new Uint32Array(16);
  #ends = new Uint32Array(16);
  #targets = new Uint32Array(64);
  #pageCount = 0;

  /** URLs known, pages included: they are numbered from 0. */
  get size(): number {
    return this.#urls.size;
  }

  get pageCount(): number {
    return this.#pageCount;
  }

  /** By page: the number of its URL. A view that is valid until the next change, as the two below. */
  get pages(): Uint32Array {
    return this.#pages.subarray(0, this.#pageCount);
  }

  /** By page: where its links end in `targets`. They start where those of the page before end. */
  get ends(): Uint32Array {
    return this.#ends.subarray(0, this.#pageCount);
  }

  /** The URLs that the pages link to. */
  get targets(): Uint32Array {
    return this.#targets.subarray(0, this.#pageCount === 0 ? 0 : this.#ends[this.#pageCount - 1]);
  }

  /** -1 if it is not known. */
  find(url: string): number {
    return this.#urls.find(url);
  }

  urlOf(node: number): string {
    return this.#urls.urlOf(node);
  }

  isVisited(node: number): boolean {
    return this.#visited[node] === 1;
  }

  /** Adds a page that was not visited yet; returns the URLs that it links to, as a view. */
  add(page: string, links: readonly { readonly url: string }[]): Uint32Array {
    const start = this.targets.length;
    this.#targets = grown(this.#targets, start + links.length);
    this.#pages = grown(this.#pages, this.#pageCount + 1);
    this.#ends = grown(this.#ends, this.#pageCount + 1);
    const node = this.#urls.add(page);
    let end = start;
    for (const { url } of links) if (url !== page) this.#targets[end++] = this.#urls.add(url);
    this.#visited = grown(this.#visited, this.#urls.size);
    this.#visited[node] = 1;
    this.#pages[this.#pageCount] = node;
    this.#ends[this.#pageCount++] = end;
    return this.#targets.subarray(start, end);
  }

  snapshot(): Uint8Array {
    const { text, ends } = this.#urls.contents;
    const { pages, targets } = this;
    const header = Uint32Array.of(text.length, ends.length, pages.length, targets.length);
    return Buffer.concat([header, ends, pages, this.ends, targets, text].map(bytesOf));
  }

  restore(data: Uint8Array): void {
    // A copy, since numbers must start at a multiple of four.
    const { buffer } = new Uint8Array(data);
    const numbers = new Uint32Array(buffer, 0, data.length >> 2);
    const [textBytes = 0, urls = 0, pages = 0, links = 0] = numbers;
    let at = HEADER;
    const next = (length: number) => {
      at += length;
      return numbers.subarray(at - length, at);
    };
    const [urlEnds, pageUrls, linkEnds, targets] = [next(urls), next(pages), next(pages), next(links)];
    const isKnown = (node: number) => node < urls;
    if (data.length !== 4 * at + textBytes || !targets.every(isKnown) || !pageUrls.every(isKnown))
      throw damagedKnowledge('link graph', data.length);
    this.#urls = UrlIndex.of({ text: new Uint8Array(buffer, 4 * at), ends: urlEnds });
    [this.#pages, this.#ends, this.#targets, this.#pageCount] = [pageUrls, linkEnds, targets, pages];
    this.#visited = new Uint8Array(urls);
    for (const node of pageUrls) this.#visited[node] = 1;
  }
}
