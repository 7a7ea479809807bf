import path from 'node:path';
import { ArchiveIndex } from '../../archive/archive-index.js';
import { ArchiveTransport } from '../../archive/archive-transport.js';
import { systemClock } from '../../clock.js';
import type { Settings } from '../../config/options.js';
import { type Download, Downloader } from '../../download/downloader.js';
import { headerOf, locationOf, type TransportResponse } from '../../download/transport.js';
import { Failure, UsageError } from '../../failure.js';
import { unlimited } from '../../model/frontier.js';
import type { Page } from '../../model/page.js';
import { inOrder } from '../../reading/in-order.js';
import { type PageReader, pageReader } from '../../reading/page-pool.js';
import type { ReadOptions } from '../../reading/read-page.js';
import { readingJob } from '../../reading/reading-job.js';
import { MemoryStore } from '../../store/memory/memory-store.js';
import { canonicalUrl } from '../../url/canonical-url.js';
import { landing } from '../../url/redirect-landing.js';
import { type KeptIndex, KeptPages, PageKeeper } from './kept-pages.js';
import { graphOf } from './link-graph.js';
import type { RecordedWeb } from './recorded-web.js';

/** How far the reading of a web is. */
export type WebProgress = (progress: {
  readonly stage: 'index' | 'read';
  readonly done: number;
  readonly total: number;
}) => void;

/** A web whose pages were read into a file, which belongs to whoever asked for it. */
export interface OpenWeb extends RecordedWeb {
  readonly kept: KeptIndex;
  readonly readOptions: ReadOptions;
  close(): void;
}

/** All terms of links that any strategy may ask for: a page is read once for all of them. */
function labReadOptions({ language, stem }: Pick<Settings, 'language' | 'stem'>): ReadOptions {
  return { language, stem, phrases: [], reads: ['urlTerms', 'contextTerms'] };
}

/**
 * Reads every document of the archives as a crawl would come to it (robots.txt, redirects, types, nofollow), once, on all
 * cores, and keeps it in `file`.
 */
export async function readWeb(
  settings: Pick<
    Settings,
    'web' | 'language' | 'stem' | 'types' | 'maxPageBytes' | 'maxRedirects' | 'followNofollow' | 'workers'
  >,
  file: string,
  onProgress: WebProgress = () => {},
): Promise<OpenWeb> {
  const readOptions = labReadOptions(settings);
  const index = await ArchiveIndex.open(settings.web, {
    onProgress: ({ done, total }) => onProgress({ stage: 'index', done, total }),
  });
  const transport = new ArchiveTransport(index);
  const reader = pageReader(settings.workers, readOptions);
  try {
    const documents = new RecordedDocuments(transport, reader, settings);
    const keeper = new PageKeeper(file);
    const links: string[][] = [];
    const moved = new Map<string, string>();
    const urls = new Set(index.urls());
    let done = 0;
    for await (const [url, found] of inOrder(urls, (url) => documents.at(url))) {
      onProgress({ stage: 'read', done: ++done, total: urls.size });
      if (found === undefined) continue;
      if (typeof found === 'string') moved.set(url, found);
      else {
        keeper.add(found);
        links.push(followed(found, settings.followNofollow));
      }
    }
    const kept = keeper.close();
    if (kept.urls.length === 0) throw noPages(settings.web);
    return connected(webName(settings.web), kept, links, moved, settings.maxRedirects, readOptions);
  } finally {
    await reader.close();
    await transport.close();
    index.close();
  }
}

/** What an archive answers, by the rules of a crawl. */
class RecordedDocuments {
  readonly #downloader: Downloader;

  constructor(
    transport: ArchiveTransport,
    private readonly reader: PageReader,
    private readonly settings: Pick<Settings, 'types' | 'maxPageBytes'>,
  ) {
    const { notes } = new MemoryStore(unlimited);
    this.#downloader = new Downloader({
      transport,
      notes,
      clock: systemClock,
      userAgent: 'Osprey',
      headers: new Map(),
      credentialOrigins: new Set(),
      types: settings.types,
    });
  }

  /** A page, or where the URL leads; undefined for all that a crawl would make nothing of. */
  async at(url: string): Promise<Page | string | undefined> {
    let download: Download;
    do download = await this.#downloader.get(url);
    while (download.kind === 'robots');
    if (download.kind !== 'answer') return undefined;
    const { response } = download;
    if (response.status >= 300 && response.status < 400) return targetOf(url, response);
    const isDocument = response.status >= 200 && response.status <= 299 && !response.bodySkipped;
    if (!isDocument || !this.#downloader.isWanted(headerOf(response, 'content-type'))) return undefined;
    try {
      return (await this.reader.run(readingJob(url, response, 0, this.settings.maxPageBytes))).page;
    } catch (thrown) {
      if (thrown instanceof Failure && thrown.policy === 'skip') return undefined;
      throw thrown;
    }
  }
}

function targetOf(url: string, response: TransportResponse): string | undefined {
  const location = locationOf(response);
  const target = location && canonicalUrl(location, url);
  return target === url ? undefined : target;
}

function followed({ nofollow, links }: Page, all: boolean): string[] {
  return links.filter((link) => all || !(nofollow || link.nofollow)).map(({ url }) => url);
}

function connected(
  name: string,
  kept: KeptIndex,
  links: readonly (readonly string[])[],
  moved: ReadonlyMap<string, string>,
  maxRedirects: number,
  readOptions: ReadOptions,
): OpenWeb {
  const pages = new KeptPages(kept);
  const pageAt = (canonical: string) => {
    let hops = 0;
    return pages.numberOf(landing(canonical, (at) => (hops++ < maxRedirects ? moved.get(at) : undefined)));
  };
  const graph = graphOf(
    links.map((urls, from) => {
      const targets = new Set<number>();
      for (const url of urls) {
        const target = pageAt(url);
        if (target !== undefined && target !== from) targets.add(target);
      }
      return [...targets];
    }),
  );
  return {
    name,
    urls: kept.urls,
    hosts: hostNumbers(kept.urls),
    graph,
    kept,
    readOptions,
    pageOf: (url) => pageAt(canonicalUrl(url) ?? url),
    page: (number) => pages.page(number),
    close: () => pages.close(),
  };
}

function hostNumbers(urls: readonly string[]): Int32Array {
  const numbers = new Map<string, number>();
  return Int32Array.from(urls, (url) => {
    const { host } = new URL(url);
    const number = numbers.get(host) ?? numbers.size;
    numbers.set(host, number);
    return number;
  });
}

/** Archives are often all called web.warc.gz: then the folder tells more. */
export function webName(files: readonly string[]): string {
  const name = (file: string) => {
    const base = path.basename(file).replace(/\.warc(?:\.gz)?$/, '');
    return base === 'web' ? path.basename(path.dirname(path.resolve(file))) : base;
  };
  return [...new Set(files.map(name))].join(' + ');
}

function noPages(files: readonly string[]): UsageError {
  return new UsageError(
    'empty-web',
    `${files.join(', ')} contains no readable pages; give a web archive of HTML pages.`,
  );
}
