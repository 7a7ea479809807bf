import { launchResume } from '../../launch/launch-crawl.js';
import { badRequest } from '../server/refusal.js';
import type { ShownCrawl } from '../server/shown-crawl.js';

/** Has a crawl go on, as a process of its own. Workers of a crawl in a database are on machines that others start them on. */
export async function resumed(crawl: ShownCrawl): Promise<void> {
  if (crawl.location !== crawl.folder) {
    const { location } = await crawl.reader();
    throw badRequest(`Start a worker for it where it should run: osprey worker ${location}`);
  }
  await launchResume(crawl.folder);
}
