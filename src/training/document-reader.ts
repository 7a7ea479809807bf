import type { Settings } from '../config/options.js';
import type { TransportResponse } from '../download/transport.js';
import type { Page } from '../model/page.js';
import { type PageReader, pageReader } from '../reading/page-pool.js';
import { readingJob } from '../reading/reading-job.js';

export type ReadingSettings = Pick<Settings, 'language' | 'stem' | 'workers' | 'maxPageBytes'>;

/** Reads documents on all threads as a crawl would, with the text and the link terms that training needs. */
export class DocumentReader {
  readonly #reader: PageReader;
  readonly maxPageBytes: number;

  constructor({ language, stem, workers, maxPageBytes }: ReadingSettings) {
    const reads = ['text', 'urlTerms'] as const;
    this.#reader = pageReader(workers, { language, stem, phrases: [], reads, detectLanguage: false });
    this.maxPageBytes = maxPageBytes;
  }

  /** The body is taken over: it may be gone afterwards. Throws a `Failure` when it cannot be read. */
  async read(url: string, { headers, body }: Pick<TransportResponse, 'headers' | 'body'>): Promise<Page> {
    const response = { status: 200, statusText: '', httpVersion: '1.1', headers, body };
    const { page } = await this.#reader.run(readingJob(url, response, 0, this.maxPageBytes));
    return page!;
  }

  close(): Promise<void> {
    return this.#reader.close();
  }
}
