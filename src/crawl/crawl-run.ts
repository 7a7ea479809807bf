import type { CrawlOptions } from '../config/options.js';
import { settingsFrom } from '../config/settings.js';
import { type PageRecord, pageRecord } from '../export/page-record.js';
import { isDocument } from '../model/documents.js';
import { type Link, pageTexts } from '../model/page.js';
import { Crawl } from './crawl.js';
import type { CrawlHooks } from './open-crawl.js';
import type { StopReason } from './progress/stop-reason.js';

/** A visited page with its content. */
export interface CrawledPage extends PageRecord {
  /** All visible text. */
  readonly text: string;
  /** The text without navigation and other boilerplate. */
  readonly mainText: string;
  readonly links: readonly Link[];
}

export interface CrawlSummary {
  readonly reason: StopReason;
  readonly pages: number;
  readonly relevant: number;
  readonly harvest: number;
}

/** A crawl that runs as fast as its pages are taken: while nobody asks for the next page, no new URL is claimed. */
export interface CrawlRun extends AsyncIterable<CrawledPage> {
  /** Ends the iteration once what is in flight has been committed. */
  stop(): void;
  /** Known when the iteration has ended; undefined before. */
  readonly summary: CrawlSummary | undefined;
}

/**
 * Crawls for a topic. Options are those of the command line; without `out` everything stays in memory. Wrong options
 * throw at once; leaving the loop early stops the crawl, which can be resumed if it has a folder.
 */
export function crawl(options: CrawlOptions, hooks: CrawlHooks = {}): CrawlRun {
  const settings = settingsFrom({ options });
  let running: Crawl | undefined;
  let summary: CrawlSummary | undefined;
  let stopped = false;
  return {
    get summary() {
      return summary;
    },
    stop() {
      stopped = true;
      running?.stop();
    },
    async *[Symbol.asyncIterator]() {
      running = await Crawl.start(settings, { ...hooks, reads: pageTexts });
      if (stopped) running.stop();
      const { tally, store } = running;
      const visits = running.run();
      let result = await visits.next();
      try {
        for (; !result.done; result = await visits.next()) {
          const { seq, visit, page } = result.value;
          if (page === undefined || !isDocument(visit.outcome)) continue;
          const { text, mainText, links } = page;
          yield { ...pageRecord((await store.records.visit(seq))!), text, mainText, links };
        }
        summary = { reason: result.value, pages: tally.documents, relevant: tally.relevant, harvest: tally.harvest };
      } finally {
        if (!result.done) await visits.return('interrupted');
      }
    },
  };
}
