import { deserialize, serialize } from 'node:v8';
import { ArchiveIndex } from '../../archive/archive-index.js';
import { ArchiveTransport } from '../../archive/archive-transport.js';
import type { Transport, TransportRequest, TransportResponse } from '../../download/transport.js';
import { type Page, pageTexts } from '../../model/page.js';
import { type PackedPage, packPage, unpackPage } from '../../reading/packed-page.js';
import { type PageJob, type PageJobResult, runPageJob } from '../../reading/page-job.js';
import type { PageReader } from '../../reading/page-pool.js';
import { partsRead } from '../../reading/parts-read.js';
import type { ReadOptions } from '../../reading/read-page.js';
import { type KeptIndex, KeptPages } from '../web/kept-pages.js';

/** What a process needs to crawl a web that was read by another. */
export interface KeptWebOptions {
  readonly archives: readonly string[];
  readonly kept: KeptIndex;
  readonly readOptions: ReadOptions;
}

/** Sets of phrases whose pages are remembered: those of one topic's strategies. */
const mostPhraseSets = 8;

/**
 * A recorded web as a crawl sees it: answers like an archive, but pages come without their bytes, since they were read
 * before. Where a strategy counts phrases, its pages are read again from the archive, once; where it reads texts, each time,
 * since a whole web of them would not fit.
 */
export class KeptWeb implements Transport {
  /** CPU time spent on reading pages, in µs: it is no part of what a strategy costs. */
  readingTime = 0;
  readonly #pages: KeptPages;
  readonly #withPhrases = new Map<string, Map<number, Buffer>>();

  private constructor(
    private readonly options: KeptWebOptions,
    private readonly index: ArchiveIndex,
    private readonly archive: ArchiveTransport,
  ) {
    this.#pages = new KeptPages(options.kept);
  }

  static async open(options: KeptWebOptions): Promise<KeptWeb> {
    const index = await ArchiveIndex.open(options.archives);
    return new KeptWeb(options, index, new ArchiveTransport(index));
  }

  get archives(): readonly string[] {
    return this.options.archives;
  }

  numberOf(url: string): number | undefined {
    return this.#pages.numberOf(url);
  }

  async fetch(request: TransportRequest): Promise<TransportResponse> {
    if (this.numberOf(request.url) === undefined) return this.archive.fetch(request);
    const { url } = request;
    return { url, status: 200, statusText: 'OK', httpVersion: '1.1', headers: asHtml, body: new Uint8Array(0) };
  }

  /** A reader for one crawl; it holds nothing of its own. */
  reader(options: ReadOptions): PageReader {
    const phrases = [...options.phrases].sort();
    const key = JSON.stringify(phrases);
    const texts = pageTexts.filter((text) => options.reads?.includes(text));
    const { reads = [] } = this.options.readOptions;
    const again = { ...this.options.readOptions, phrases, reads: [...reads, ...texts] };
    return {
      run: async (job) => {
        const start = process.cpuUsage();
        try {
          // Sitemaps are no pages of the web that was read.
          const number = this.numberOf(job.exchange.url);
          if (number === undefined) return readWith(job, options);
          if (texts.length > 0) return { page: partsRead(await this.#readAgain(job, again), texts) };
          return { page: phrases.length === 0 ? this.#pages.page(number) : await this.#readOnce(job, again, key) };
        } finally {
          const { user, system } = process.cpuUsage(start);
          this.readingTime += user + system;
        }
      },
      close: async () => {},
    };
  }

  async close(): Promise<void> {
    this.#pages.close();
    await this.archive.close();
    this.index.close();
  }

  async #readOnce(job: PageJob, options: ReadOptions, key: string): Promise<Page> {
    const number = this.numberOf(job.exchange.url)!;
    const known = this.#phraseSet(key);
    const packed = known.get(number) ?? serialize(packPage(await this.#readAgain(job, options), []));
    known.set(number, packed);
    return unpackPage(deserialize(packed) as PackedPage);
  }

  async #readAgain(job: PageJob, options: ReadOptions): Promise<Page> {
    const { exchange } = job;
    const response = await this.archive.fetch({ url: exchange.url, headers: {} });
    return (await runPageJob({ ...job, exchange: { ...exchange, response } }, options)).page!;
  }

  #phraseSet(key: string): Map<number, Buffer> {
    const known = this.#withPhrases.get(key) ?? new Map<number, Buffer>();
    // Last in line is the one used last.
    this.#withPhrases.delete(key);
    this.#withPhrases.set(key, known);
    for (const oldest of this.#withPhrases.keys()) {
      if (this.#withPhrases.size <= mostPhraseSets) break;
      this.#withPhrases.delete(oldest);
    }
    return known;
  }
}

async function readWith(job: PageJob, options: ReadOptions): Promise<PageJobResult> {
  const { page, ...made } = await runPageJob(job, options);
  return page === undefined ? made : { ...made, page: partsRead(page, options.reads) };
}

const asHtml = [['Content-Type', 'text/html']] as const;
