import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { messageOf } from '../failure.js';
import { bytesInFolder } from '../store/crawl-folder.js';
import { crawlsIn } from '../store/crawls-in.js';
import { readingCrawl } from '../store/open-reader.js';
import { topicInWords } from '../words/topic-in-words.js';

/** A crawl in a folder of crawls. */
export interface ListedCrawl {
  /** The name of its folder, with those of the folders that it lies in: `demo-cars/osprey`. */
  readonly name: string;
  readonly folder: string;
  /** The query, or what else the crawl goes by. */
  readonly topic: string;
  readonly running: boolean;
  /** Why it stopped; absent while it runs and where it was killed. */
  readonly stopReason?: string;
  readonly pages: number;
  readonly relevant: number;
  readonly queued: number;
  readonly bytesOnDisk: number;
  /** When its files last changed (ms). */
  readonly changedAt: number;
  /** Why it cannot be read; figures are 0 then. */
  readonly error?: string;
}

/** The crawls in a folder (`crawls` where absent) and in the folders in it, those that changed last first. Empty where there is no such folder. */
export async function listCrawls(root = 'crawls'): Promise<readonly ListedCrawl[]> {
  const crawls: ListedCrawl[] = [];
  for (const folder of crawlsIn(root)) crawls.push(await listed(nameIn(root, folder), path.resolve(folder)));
  return crawls.sort((a, b) => b.changedAt - a.changedAt || (a.name < b.name ? -1 : 1));
}

function nameIn(root: string, folder: string): string {
  return path.relative(root, folder).split(path.sep).join('/') || path.basename(folder);
}

async function listed(name: string, folder: string): Promise<ListedCrawl> {
  const files = readdirSync(folder).map((file) => statSync(path.join(folder, file), { throwIfNoEntry: false }));
  const changedAt = Math.max(...files.map((file) => file?.mtimeMs ?? 0));
  const common = { name, folder, bytesOnDisk: bytesInFolder(folder), changedAt };
  try {
    return await readingCrawl(folder, async (reader) => {
      const { running, stopReason, pages, totals, queue } = await reader.status();
      const topic = topicInWords(reader.settings);
      const figures = { pages, relevant: totals.relevant, queued: queue.queued };
      return { ...common, topic, running, ...(stopReason !== undefined && { stopReason }), ...figures };
    });
  } catch (thrown) {
    // One damaged folder must not hide the others.
    return { ...common, topic: '', running: false, pages: 0, relevant: 0, queued: 0, error: messageOf(thrown) };
  }
}
