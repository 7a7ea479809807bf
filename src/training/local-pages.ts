import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { Failure, messageOf } from '../failure.js';
import type { Page } from '../model/page.js';
import { isTextFile, type PageFile, readPageFile } from '../reading/page-file.js';
import { canonicalUrl, hostOf } from '../url/canonical-url.js';
import type { DocumentReader } from './document-reader.js';
import type { ReadDocument } from './training-source.js';

const htmlName = /(?:^|\/)[^./][^.]*$|\.(?:x?html?|shtml|xht|php\d?|aspx?|jsp|cgi)$/i;
const indexName = /(?<=\/)index\.x?html?$/i;
/** Old pages were saved with their address in a base element. It stands near the top. */
const base = /<base\s[^>]*?href\s*=\s*["']?(https?:[^"'\s>]+)/i;
const baseWithin = 16_384;
const noTerms = new Uint32Array(0);

/** The HTML and text files in a folder and the folders below it, in order of name; hidden ones do not count. */
export function pageFilesIn(folder: string): { files: string[]; leftOut: string[] } {
  const names = [...filesBelow(folder, '')].sort();
  const isPage = (name: string) => htmlName.test(name) || isTextFile(name);
  return {
    files: names.filter(isPage).map((name) => path.join(folder, name)),
    leftOut: names.filter((name) => !isPage(name)),
  };
}

/** Names with slashes. Links to folders are not followed: they may lead round in circles. */
function* filesBelow(folder: string, prefix: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) yield* filesBelow(file, `${prefix}${entry.name}/`);
    else if (existsSync(file) && statSync(file).isFile()) yield prefix + entry.name;
  }
}

/**
 * Files as pages of a made-up host, so that relative links between them meet. A page that states its own address, as
 * canonical link or base, is known by that too: links to files of ours lead there, its other links start from its address.
 */
export class LocalPages {
  readonly #urls = new Map<string, string>();
  readonly #files = new Set<string>();

  /** `root`: the folder that all files lie in, at any depth. `host`: for what has no address of its own. */
  constructor(
    private readonly host: string,
    root: string,
    files: readonly string[],
  ) {
    for (const file of files) {
      const names = path.relative(root, file).split(path.sep).map(encodeURIComponent);
      const url = canonicalUrl(`http://${host}/${names.join('/')}`);
      if (url === undefined) continue;
      this.#urls.set(file, url);
      for (const name of [url, ...folderOf(url)]) this.#files.add(name);
    }
  }

  async read(file: string, reader: DocumentReader): Promise<ReadDocument> {
    const url = this.#urls.get(file);
    if (url === undefined) throw new Failure('bad-file', 'its name is too long', 'skip', { file });
    const { body, contentType } = pageFile(file, reader.maxPageBytes);
    const headers = [['Content-Type', contentType]] as const;
    // Each reading takes its bytes away.
    const readAt = (address: string) => reader.read(address, { headers, body: new Uint8Array(body) });
    const page = await readAt(url);
    const stated = this.#statedAddress(page, body);
    if (stated === undefined) return { ...page, links: this.#linksOf(page), aliases: folderOf(url) };
    const links = this.#linksOf(await readAt(stated), page);
    return { ...page, url: stated, links, aliases: [url, ...folderOf(url)], ownUrl: url };
  }

  #statedAddress({ canonical }: Page, body: Buffer): string | undefined {
    const fromBase = canonicalUrl(base.exec(body.toString('latin1', 0, baseWithin))?.[1] ?? '');
    return [canonical, fromBase].find((stated) => stated !== undefined && hostOf(stated) !== this.host);
  }

  /** Where the same link of `among` leads to one of the files, it is that file which is meant. */
  #linksOf({ links }: Page, among?: Page): ReadDocument['links'] {
    const toFiles = (among?.links ?? []).filter(({ url }) => this.#files.has(url));
    const files = new Map(toFiles.map(({ position, url }) => [position, url]));
    return links.map((link) => {
      const url = files.get(link.position) ?? link.url;
      // Names of our folders are no words of the web: they would give away what a page is labelled.
      return this.#files.has(url) ? { ...link, url, urlTerms: noTerms } : link;
    });
  }
}

/** `…/` for `…/index.html`. */
function folderOf(url: string): string[] {
  return indexName.test(url) ? [url.replace(indexName, '')] : [];
}

/** A page that cannot be read is left out and reported. */
function pageFile(file: string, maxBytes: number): PageFile {
  try {
    return readPageFile(file, maxBytes);
  } catch (thrown) {
    throw new Failure('bad-file', messageOf(thrown), 'skip', { file });
  }
}
