import type { RawOptions } from '../../config/layer.js';
import { UsageError } from '../../failure.js';
import { crawlLocation } from '../../store/crawl-location.js';
import { Mirror } from '../../store/postgres/reading/mirror.js';
import { openCrawlDatabase } from '../../store/postgres/reading/open-crawl-database.js';
import { Crawl } from '../crawl.js';
import type { CrawlHooks } from '../open-crawl.js';
import { resumedSettings } from '../resumed-settings.js';

/** A worker of a crawl in a database. Its small files are in a folder of this machine while it works. */
export interface OpenedWorker {
  readonly crawl: Crawl;
  close(): Promise<void>;
}

/** Joins the crawl at an address, `postgres://user@host/database#name`, with changes that are for this machine. */
export async function openWorker(
  address: string,
  changes: RawOptions,
  hooks: CrawlHooks = {},
  source: 'flags' | 'options' = 'flags',
): Promise<OpenedWorker> {
  const location = crawlLocation(address);
  if (location.kind !== 'postgres')
    throw new UsageError('no-database', `${address} is no database: workers share crawls at postgres://… addresses.`);
  const db = await openCrawlDatabase(location);
  let mirror: Mirror | undefined;
  const close = async () => {
    mirror?.close();
    await db.close();
  };
  try {
    mirror = await Mirror.open(db);
    mirror.watch();
    const store = `${location.url}#${db.name}`;
    const { settings, previous } = await resumedSettings(mirror.folder, changes, source);
    const crawl = await Crawl.resume({ ...settings, store }, { ...previous, store }, [], hooks);
    return { crawl, close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}
