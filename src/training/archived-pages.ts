import { closeSync, openSync } from 'node:fs';
import { ArchiveIndex, type ArchiveIndexOptions } from '../archive/archive-index.js';
import type { HttpMessage } from '../archive/http-message.js';
import { readRecord } from '../archive/warc-reader.js';
import { headerOf, locationOf } from '../download/transport.js';
import { Failure } from '../failure.js';
import { canonicalUrl } from '../page/canonical-url.js';
import type { DocumentReader } from './document-reader.js';
import type { ReadDocument } from './training-source.js';

/** What a reader of pages can make sense of. */
const readable = /^(?:text\/html|application\/xhtml\+xml|text\/plain)\s*(?:;|$)/i;
const mostHops = 10;

/** The pages of an archived web by URL, through the redirects that it recorded. */
export class ArchivedPages {
  readonly #descriptors = new Map<string, number>();

  private constructor(private readonly index: ArchiveIndex) {}

  static async open(files: readonly string[], onProgress?: ArchiveIndexOptions['onProgress']): Promise<ArchivedPages> {
    return new ArchivedPages(await ArchiveIndex.open(files, onProgress && { onProgress }));
  }

  /** Throws a `Failure` of policy `skip` when the archive has no such page. */
  async read(url: string, reader: DocumentReader): Promise<ReadDocument> {
    const { path, response } = this.#follow(url);
    if (response === undefined) throw notThere(url, 'it is not in the archive');
    if (response.status !== 200) throw notThere(url, `the archive has status ${response.status} for it`);
    const type = headerOf(response, 'content-type') ?? 'text/html';
    if (!readable.test(type)) throw notThere(url, `its type is ${type.slice(0, 80)}`);
    const page = await reader.read(path.at(-1)!, response);
    return { ...page, aliases: path.slice(0, -1) };
  }

  /** Where a URL leads; undefined when that is not in the archive. */
  landing(url: string): string | undefined {
    const { path, response } = this.#follow(url);
    return response === undefined ? undefined : path.at(-1);
  }

  close(): void {
    for (const descriptor of this.#descriptors.values()) closeSync(descriptor);
    this.index.close();
  }

  /** The URLs on the way, and the answer at its end: undefined where the archive has none, or goes round in circles. */
  #follow(url: string): { path: string[]; response: HttpMessage | undefined } {
    const path = [url];
    while (path.length <= mostHops) {
      const at = path.at(-1)!;
      const response = this.#response(at);
      if (response === undefined || response.status < 300 || response.status > 399) return { path, response };
      const next = canonicalUrl(locationOf(response) ?? '', at);
      if (next === undefined || path.includes(next)) break;
      path.push(next);
    }
    return { path, response: undefined };
  }

  #response(url: string): HttpMessage | undefined {
    const place = this.index.find(url);
    if (place === undefined) return undefined;
    let descriptor = this.#descriptors.get(place.file);
    if (descriptor === undefined) {
      descriptor = openSync(place.file, 'r');
      this.#descriptors.set(place.file, descriptor);
    }
    return readRecord(descriptor, place.offset, place.length).http;
  }
}

function notThere(url: string, reason: string): Failure {
  return new Failure('page-missing', reason, 'skip', { url });
}
