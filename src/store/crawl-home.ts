import { UsageError } from '../failure.js';
import { crawlLocation } from './crawl-location.js';

/** Where the small files of a crawl are for a process that changes it: settings, labels, queries. Whoever opened it closes it. */
export interface CrawlHome {
  readonly folder: string;
  /** What settings name as `store`, of a crawl in a database. */
  readonly store?: string;
  /** For people, without a password. */
  readonly shown: string;
  close(): Promise<void>;
}

/** Opens the home of the crawl at a folder or an address, for one who wants it alone: workers of a database have to be stopped first. */
export async function openHome(location: string): Promise<CrawlHome> {
  const place = crawlLocation(location);
  if (place.kind === 'folder') return { folder: place.folder, shown: place.folder, close: async () => {} };
  const { openCrawlDatabase } = await import('./postgres/reading/open-crawl-database.js');
  const { Mirror } = await import('./postgres/reading/mirror.js');
  const { isAtWork } = await import('./postgres/reading/is-at-work.js');
  const db = await openCrawlDatabase(place);
  try {
    if (await isAtWork(db))
      throw new UsageError('crawl-running', `Workers are crawling in ${db.shown}; stop them first (osprey control).`, {
        at: db.shown,
      });
    const mirror = await Mirror.open(db);
    mirror.watch();
    const close = async () => {
      mirror.close();
      await db.close();
    };
    return { folder: mirror.folder, store: `${place.url}#${db.name}`, shown: db.shown, close };
  } catch (thrown) {
    await db.close();
    throw thrown;
  }
}
