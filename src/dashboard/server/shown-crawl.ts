import { statSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '../../config/options.js';
import { settingsFrom } from '../../config/settings.js';
import { LabelFile, labelsName } from '../../labels/label-file.js';
import type { CrawlReader } from '../../model/crawl-reader.js';
import { configName, holdsCrawl, readCrawlConfig } from '../../store/crawl-folder.js';
import { openReader } from '../../store/open-reader.js';
import { CrawlDigest } from '../views/crawl-digest.js';
import { Cached } from './cached.js';
import { Refusal } from './refusal.js';

/** A reader that nobody has used for so long is closed (ms). */
const idleAfter = 60_000;

/** A crawl that is shown: its reader, open while somebody looks, and what is kept of what was read. */
export class ShownCrawl {
  readonly digest = new CrawlDigest();
  readonly cached = new Cached();
  /** While its process has not come far enough to be read; `problem` where it never will. */
  starting: { readonly at: number; problem?: string } | undefined;
  #reader: Promise<CrawlReader> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #settings: { readonly state: string; readonly value: Settings } | undefined;
  #labels: { readonly state: string; readonly value: LabelFile } | undefined;

  constructor(
    readonly id: string,
    readonly name: string,
    readonly folder: string,
    /** Its folder, or its address in a database; then the folder holds copies of its small files. */
    readonly location: string = folder,
  ) {}

  get isStarting(): boolean {
    return this.starting !== undefined;
  }

  /** Opened when it is first needed, closed when nobody has asked for it for a while. */
  async reader(): Promise<CrawlReader> {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.close(), idleAfter).unref();
    if (this.#reader === undefined && this.isStarting && !holdsCrawl(this.folder))
      throw new Refusal(503, 'starting', 'The crawl is being started.', { 'retry-after': '1' });
    this.#reader ??= openReader(this.location);
    try {
      return await this.#reader;
    } catch (thrown) {
      this.#reader = undefined;
      throw thrown;
    }
  }

  /** As they are now: a running crawl may be told to change them. */
  settings(): Settings {
    const state = stateOf(path.join(this.folder, configName));
    if (this.#settings?.state !== state)
      this.#settings = { state, value: settingsFrom({ file: readCrawlConfig(this.folder) }) };
    return this.#settings.value;
  }

  labels(): LabelFile {
    const state = stateOf(path.join(this.folder, labelsName));
    if (this.#labels?.state !== state) this.#labels = { state, value: LabelFile.read(this.folder) };
    return this.#labels.value;
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const reader = this.#reader;
    this.#reader = undefined;
    this.cached.clear();
    await (await reader?.catch(() => undefined))?.close();
  }
}

/** Changes with the file; '' where there is none. */
function stateOf(file: string): string {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? '' : `${stat.ino} ${stat.size} ${stat.mtimeNs}`;
}
