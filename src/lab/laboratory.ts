import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import type { Settings } from '../config/options.js';
import { type ExamplePage, readExamplePages } from '../crawl/examples/example-pages.js';
import { textHash } from '../url/hash64.js';
import type { Assignment, RunTrace } from './runs/assignment.js';
import { modulesAround } from './runs/confinement.js';
import { ProcessPool, type RunOutcome } from './runs/process-pool.js';
import type { RunJournal } from './runs/run-journal.js';
import { PageSimilarities } from './truth/similarities.js';
import { type OpenWeb, readWeb, type WebProgress } from './web/read-web.js';

export interface LaboratoryOptions {
  /** Processes that crawl; `auto`: one a core. */
  readonly workers: number | 'auto';
  readonly onProgress?: WebProgress;
  /** Files of users' strategies that take part. */
  readonly strategies?: readonly string[];
}

/** A recorded web, read once, and processes that crawl it. Whoever opens it closes it. */
export class Laboratory {
  private journal: RunJournal | undefined;
  #similarities: PageSimilarities | undefined;

  private constructor(
    readonly web: OpenWeb,
    private readonly settings: Settings,
    readonly workers: number,
    /** For what only this laboratory needs: kept pages, models. It goes when the laboratory closes. */
    readonly folder: string,
    private readonly pool: ProcessPool,
    private readonly removeFolder: () => void,
  ) {}

  static async open(
    settings: Settings,
    { workers, onProgress, strategies = [] }: LaboratoryOptions,
  ): Promise<Laboratory> {
    const folder = mkdtempSync(path.join(tmpdir(), 'osprey-lab-'));
    // A program that is stopped while a large web is read has nothing to close yet.
    const remove = () => rmSync(folder, { recursive: true, force: true });
    process.once('exit', remove);
    try {
      const web = await readWeb(settings, path.join(folder, 'pages'), onProgress);
      const { kept, readOptions } = web;
      const count = workers === 'auto' ? availableParallelism() : Math.max(1, workers);
      const readable = [...settings.web, path.join(folder, '*'), ...strategies.flatMap(modulesAround)];
      const pool = new ProcessPool({ archives: settings.web, kept, readOptions }, readable, count);
      return new Laboratory(web, settings, count, folder, pool, remove);
    } catch (thrown) {
      process.off('exit', remove);
      remove();
      throw thrown;
    }
  }

  /** Of all pages of the web; worked out once. */
  get similarities(): PageSimilarities {
    this.#similarities ??= new PageSimilarities(this.web);
    return this.#similarities;
  }

  /**
   * Files that hold the texts of pages, to be given as examples: a crawl that is given URLs visits them first, and does
   * not come by them again on its way.
   */
  async exampleFiles(urls: readonly string[]): Promise<string[]> {
    const folder = path.join(this.folder, 'examples');
    mkdirSync(folder, { recursive: true });
    const files: string[] = [];
    for (const { url, title, text, terms } of await this.textsOf(urls)) {
      // A page of frames, say: nothing can be learnt from it.
      if (terms.ids.length === 0) continue;
      const file = path.join(folder, `${textHash(url)}.txt`);
      writeFileSync(file, `\ufeff${title}\n\n${text}`);
      files.push(file);
    }
    return files;
  }

  /** Pages with their texts, which kept pages come without; those that the web does not have are left out. */
  async textsOf(urls: readonly string[]): Promise<readonly ExamplePage[]> {
    const { web, language, stem } = this.settings;
    const known = urls.filter((url) => this.web.pageOf(url) !== undefined);
    return known.length === 0 ? [] : readExamplePages(known, { web, language, stem });
  }

  /** Crawls are remembered in a journal, and those that it has are not done again. */
  remember(journal: RunJournal): void {
    this.journal = journal;
  }

  /** Never rejects: what went wrong is an outcome. Crawls follow the links that the graph has. */
  async run({ options, ...rest }: Assignment): Promise<RunOutcome> {
    const { followNofollow } = this.settings;
    const assignment = { options: { followNofollow, ...options }, ...rest };
    const name = JSON.stringify(assignment).replaceAll(JSON.stringify(this.folder).slice(1, -1), '');
    const known = this.journal?.find(name);
    if (known !== undefined) return known;
    const outcome = await this.pool.run(assignment);
    if (!('failure' in outcome)) this.keep(name, outcome);
    return outcome;
  }

  /** A disk that is full costs the journal, not the comparison. */
  private keep(name: string, trace: RunTrace): void {
    try {
      this.journal?.add(name, trace);
    } catch {
      this.journal = undefined;
    }
  }

  async close(): Promise<void> {
    await this.pool.close();
    this.web.close();
    process.off('exit', this.removeFolder);
    this.removeFolder();
  }
}
