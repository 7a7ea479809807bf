import { closeSync, openSync } from 'node:fs';
import { ArchiveIndex, type ArchiveIndexOptions } from '../archive/archive-index.js';
import { type ResponseHead, readResponseHead } from '../archive/response-head.js';
import { readRecord } from '../archive/warc-reader.js';
import { headerOf, locationOf } from '../download/transport.js';
import { Failure } from '../failure.js';
import { canonicalUrl } from '../url/canonical-url.js';
import type { DocumentReader } from './document-reader.js';
import type { ReadDocument } from './training-source.js';

/** What a reader of pages can make sense of. */
const readable = /^(?:text\/html|application\/xhtml\+xml|text\/plain)\s*(?:;|$)/i;
const mostHops = 10;

/** The pages of an archived web by URL, through the redirects that it recorded. */
export class ArchivedPages {
  readonly #descriptors = new Map<string, number>();
  readonly #heads = new Map<string, ResponseHead | undefined>();

  private constructor(private readonly index: ArchiveIndex) {}

  static async open(files: readonly string[], onProgress?: ArchiveIndexOptions['onProgress']): Promise<ArchivedPages> {
    return new ArchivedPages(await ArchiveIndex.open(files, onProgress && { onProgress }));
  }

  /** Throws a `Failure` of policy `skip` when the archive has no such page. */
  async read(url: string, reader: DocumentReader): Promise<ReadDocument> {
    const { path, head } = this.#follow(url);
    if (head === undefined) throw notThere(url, 'it is not in the archive');
    if (head.status !== 200) throw notThere(url, `the archive has status ${head.status} for it`);
    const response = this.#at(path.at(-1)!, readRecord)!.http!;
    const type = headerOf(response, 'content-type') ?? 'text/html';
    if (!readable.test(type)) throw notThere(url, `its type is ${type.slice(0, 80)}`);
    const page = await reader.read(path.at(-1)!, response);
    return { ...page, aliases: path.slice(0, -1) };
  }

  /** Where a URL leads; undefined when that is not in the archive. */
  landing(url: string): string | undefined {
    const { path, head } = this.#follow(url);
    return head === undefined ? undefined : path.at(-1);
  }

  close(): void {
    for (const descriptor of this.#descriptors.values()) closeSync(descriptor);
    this.index.close();
  }

  /** The URLs on the way, and what answers at its end: undefined where the archive has nothing, or goes round in circles. */
  #follow(url: string): { path: string[]; head: ResponseHead | undefined } {
    const path = [url];
    while (path.length <= mostHops) {
      const at = path.at(-1)!;
      const head = this.#head(at);
      if (head === undefined || head.status < 300 || head.status > 399) return { path, head };
      const headers = [['location', head.location ?? '']] as const;
      const next = canonicalUrl(locationOf({ headers })!, at);
      if (next === undefined || path.includes(next)) break;
      path.push(next);
    }
    return { path, head: undefined };
  }

  /** Redirects lead to what is linked elsewhere too. */
  #head(url: string): ResponseHead | undefined {
    if (!this.#heads.has(url)) this.#heads.set(url, this.#at(url, readResponseHead));
    return this.#heads.get(url);
  }

  #at<Read>(url: string, read: (descriptor: number, offset: number, length: number) => Read): Read | undefined {
    const place = this.index.find(url);
    if (place === undefined) return undefined;
    let descriptor = this.#descriptors.get(place.file);
    if (descriptor === undefined) {
      descriptor = openSync(place.file, 'r');
      this.#descriptors.set(place.file, descriptor);
    }
    return read(descriptor, place.offset, place.length);
  }
}

function notThere(url: string, reason: string): Failure {
  return new Failure('page-missing', reason, 'skip', { url });
}
