import type { Settings } from '../../config/options.js';
import type { FrontierRules } from '../../model/frontier.js';
import { crawlLocation } from '../crawl-location.js';
import { type CopiedCrawl, fromDatabase, fromFolder } from './copied-crawl.js';
import { copyToDatabase } from './copy-to-database.js';
import { copyToFolder } from './copy-to-folder.js';

export interface CopyOptions {
  /** Where the copy keeps its pages: a folder or `s3://bucket/prefix`. */
  readonly archive?: string;
  /** The rules of a queue under these settings: a crawl in a database is opened to take in what its workers left for each other. */
  readonly rules: (settings: Settings) => FrontierRules;
  /** Called before each table, and before the files. */
  readonly onStep?: (step: string) => void;
}

export interface CopyResult {
  /** Rows by table. */
  readonly tables: Readonly<Record<string, number>>;
  /** WARC files that the copy has; 0 where it shares those of the original, or there are none. */
  readonly files: number;
  /** For people, without a password. */
  readonly from: string;
  readonly to: string;
  /** Where the copy's pages are; absent where the crawl keeps none. */
  readonly archive?: string;
}

/**
 * Copies a crawl from a folder or a database into a new folder or a database, with all that it takes to go on with it there. The copy is
 * compared with the original before it counts; until then there is none. The original stays as it is.
 */
export function copyCrawl(from: string, to: string, options: CopyOptions): Promise<CopyResult> {
  const [source, target] = [crawlLocation(from), crawlLocation(to)];
  const copy = (crawl: CopiedCrawl) =>
    target.kind === 'folder' ? copyToFolder(crawl, target.folder, options) : copyToDatabase(crawl, target, options);
  return source.kind === 'folder' ? fromFolder(source.folder, copy) : fromDatabase(source, options.rules, copy);
}
