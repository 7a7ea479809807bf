import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import type { Page } from '../../model/page.js';
import { type PackedPage, packPage, unpackPage } from '../../reading/packed-page.js';

/** Where the pages are and how to find them: small enough to be sent to every process that crawls. */
export interface KeptIndex {
  readonly file: string;
  /** Canonical URLs, by number. */
  readonly urls: readonly string[];
  /** Place of page n: from `offsets[n]` to `offsets[n + 1]`. */
  readonly offsets: Float64Array;
}

/** Writes pages one after the other to a file that several processes can read. */
export class PageKeeper {
  readonly #descriptor: number;
  readonly #urls: string[] = [];
  readonly #offsets = [0];

  constructor(private readonly file: string) {
    this.#descriptor = openSync(file, 'wx');
  }

  add(page: Page): void {
    const bytes = serialize(packPage(page, []));
    // Unlike writeSync, it writes all of it.
    writeFileSync(this.#descriptor, bytes);
    this.#urls.push(page.url);
    this.#offsets.push(this.#offsets.at(-1)! + bytes.length);
  }

  close(): KeptIndex {
    closeSync(this.#descriptor);
    return { file: this.file, urls: this.#urls, offsets: Float64Array.from(this.#offsets) };
  }
}

/**
 * Pages that were read once, by number: terms and facts, without texts. Each is made afresh: unpacking costs a fraction of
 * reading, and a whole web of objects would not fit.
 */
export class KeptPages {
  readonly #descriptor: number;
  readonly #numbers: ReadonlyMap<string, number>;

  constructor(private readonly index: KeptIndex) {
    this.#descriptor = openSync(index.file, 'r');
    this.#numbers = new Map(index.urls.map((url, number) => [url, number]));
  }

  /** The number of the page at this canonical URL itself, without redirects. */
  numberOf(url: string): number | undefined {
    return this.#numbers.get(url);
  }

  page(number: number): Page {
    const { offsets } = this.index;
    const bytes = Buffer.allocUnsafe(offsets[number + 1]! - offsets[number]!);
    readSync(this.#descriptor, bytes, 0, bytes.length, offsets[number]!);
    return unpackPage(deserialize(bytes) as PackedPage);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
