import type { Crawl } from '../crawl/crawl.js';
import { type CrawlRun, crawlRun, type RunOptions } from '../crawl/crawl-run.js';
import type { CrawlHooks } from '../crawl/open-crawl.js';

/** What is open for as long as a crawl runs. */
export interface Home {
  close(): Promise<void>;
}

/** A run of a crawl whose home is opened when the iteration begins, and closed when it has ended, after `onEnd`. */
export function runWithHome<T extends Home>(
  openHome: (hooks: CrawlHooks) => Promise<T>,
  open: (home: T, hooks: CrawlHooks) => Promise<Crawl>,
  options: RunOptions,
  hooks: CrawlHooks,
  onEnd: () => Promise<void> = async () => {},
): CrawlRun {
  let home: T | undefined;
  const opened = async (all: CrawlHooks) => {
    home = await openHome(all);
    return open(home, all);
  };
  const run = crawlRun(opened, options, hooks);
  const pages = run[Symbol.asyncIterator].bind(run);
  return Object.defineProperty(run, Symbol.asyncIterator, {
    async *value() {
      try {
        yield* { [Symbol.asyncIterator]: pages };
        await onEnd();
      } finally {
        await home?.close();
      }
    },
  });
}
