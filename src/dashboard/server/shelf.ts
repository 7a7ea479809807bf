import { existsSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../../failure.js';
import { crawlsIn } from '../../store/crawls-in.js';
import { notFound } from './refusal.js';
import { ShownCrawl } from './shown-crawl.js';

/** Folders are looked through again after this time (ms). */
const looksEvery = 2_000;
const mostCrawls = 2_000;

/** A crawl in a database, with the folder that holds copies of its small files. */
export interface SharedCrawl {
  readonly name: string;
  readonly folder: string;
  readonly location: string;
}

/** The crawls that are shown: those in the folders that the user named. A client names them by id; no id is ever a path. */
export class Shelf {
  readonly #crawls = new Map<string, ShownCrawl>();
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(
    /** Where new crawls go; undefined where only the named ones are shown. */
    readonly root: string | undefined,
    private readonly folders: readonly string[],
    databases: readonly SharedCrawl[] = [],
  ) {
    for (const { name, folder, location } of databases) {
      const id = this.#idOf(folder);
      this.#crawls.set(id, new ShownCrawl(id, name, folder, location));
    }
    for (const folder of folders)
      if (!existsSync(folder) && folder !== root)
        throw new UsageError('no-crawl', `There is no folder ${folder}.`, { folder });
  }

  all(now = Date.now()): ShownCrawl[] {
    if (now - this.#lookedAt > looksEvery) this.#look(now);
    return [...this.#crawls.values()];
  }

  find(id: string): ShownCrawl {
    const crawl = this.#crawls.get(id) ?? this.all().find((each) => each.id === id);
    if (crawl === undefined) throw notFound('There is no such crawl here.');
    return crawl;
  }

  /** Shows a crawl that is being started. */
  add(folder: string): ShownCrawl {
    const id = this.#idOf(folder);
    const crawl = this.#crawls.get(id) ?? new ShownCrawl(id, path.basename(folder), folder);
    this.#crawls.set(id, crawl);
    return crawl;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#crawls.values()].map((crawl) => crawl.close()));
  }

  #look(now: number): void {
    this.#lookedAt = now;
    const found = new Set(this.folders.flatMap((folder) => [...crawlsIn(folder)]).slice(0, mostCrawls));
    for (const folder of found) this.add(folder);
    for (const [id, crawl] of this.#crawls) {
      if (found.has(crawl.folder) || crawl.isStarting || crawl.location !== crawl.folder) continue;
      this.#crawls.delete(id);
      void crawl.close();
    }
  }

  /** Of its place below the folder that it was found in. */
  #idOf(folder: string): string {
    const above = this.folders.find((each) => folder.startsWith(`${each}${path.sep}`));
    const name = above === undefined ? path.basename(folder) : path.relative(above, folder).split(path.sep).join('~');
    for (let number = 1; ; number++) {
      const id = number === 1 ? name : `${name}~${number}`;
      const known = this.#crawls.get(id);
      if (known === undefined || known.folder === folder) return id;
    }
  }
}
