import { setTimeout as sleep } from 'node:timers/promises';
import type { RawOptions } from '../../config/layer.js';
import { Failure } from '../../failure.js';
import type { Crawl } from '../crawl.js';
import type { CrawlHooks } from '../open-crawl.js';
import { openWorker } from './open-worker.js';

/** Failures after which a worker begins anew: others have taken over, or the database was away. What it had in memory is dropped. */
const passing: ReadonlySet<string> = new Set(['lease-lost', 'database-unreachable']);
const firstWait = 500;
const longestWait = 15_000;

export interface WorkOptions {
  readonly changes: RawOptions;
  readonly hooks?: CrawlHooks;
  /** Told before the worker begins anew. */
  readonly onAnew?: (why: Failure) => void;
}

/**
 * Works on the crawl at an address until `run` returns, however often the worker has to begin anew meanwhile. `run` gets the
 * crawl, opened, and runs it to its end.
 */
export async function workOn<T>(address: string, options: WorkOptions, run: (crawl: Crawl) => Promise<T>): Promise<T> {
  let wait = firstWait;
  let hasBegun = false;
  for (;;) {
    try {
      const { crawl, close } = await openWorker(address, options.changes, options.hooks);
      hasBegun = true;
      wait = firstWait;
      try {
        return await run(crawl);
      } finally {
        await close().catch(() => undefined);
      }
    } catch (thrown) {
      // What cannot be reached at all may be misspelt.
      if (!(thrown instanceof Failure) || !passing.has(thrown.code) || !hasBegun) throw thrown;
      options.onAnew?.(thrown);
      await sleep(wait);
      wait = Math.min(2 * wait, longestWait);
    }
  }
}
