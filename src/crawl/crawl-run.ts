import { Failure, UsageError } from '../failure.js';
import { keepJudgements, labelPages } from '../labels/label-pages.js';
import { isDocument } from '../model/documents.js';
import { type Link, pageTexts } from '../model/page.js';
import type { PageRecord } from '../model/page-record.js';
import { pageRecord } from '../model/page-record.js';
import { CrawlControl, defaultName, receiptOf } from './control/crawl-control.js';
import type { Crawl } from './crawl.js';
import { CrawlEvents, type EventSource } from './events/crawl-events.js';
import type { CrawlHooks } from './open-crawl.js';
import type { StopReason } from './progress/stop-reason.js';
import type { SeedFailure } from './seeds/seed-failures.js';

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

/** How a program runs a crawl, besides the options of the command line. */
export interface RunOptions {
  /** Aborting it is `stop()`: the loop ends after what is in flight. One that is aborted already throws before anything is opened. */
  readonly signal?: AbortSignal | undefined;
  /** End with the reason `seeds-failed` where none of the seeds could be fetched, instead of throwing `SeedsFailed`. */
  readonly allowDeadSeeds?: boolean | undefined;
  /** Who steers the crawl through `control`; the user of the operating system where absent. */
  readonly by?: string | undefined;
}

/** A crawl that runs as fast as its pages are taken: while nobody asks for the next page, no new URL is claimed. */
export interface CrawlRun extends AsyncIterable<CrawledPage>, EventSource {
  /** Ends the iteration once what is in flight has been committed: those pages are the last. */
  stop(): void;
  /** Steers the crawl. Its methods resolve when the crawl has applied the command, and wait for the iteration to begin. */
  readonly control: CrawlControl;
  /** Known when the iteration has ended; undefined before. */
  readonly summary: CrawlSummary | undefined;
}

/** None of the seeds could be fetched; `failures` says why. */
export class SeedsFailed extends Failure {
  override readonly name = 'SeedsFailed';

  constructor(readonly failures: readonly SeedFailure[]) {
    const why = failures.slice(0, 3).map(({ url, reason }) => `${url}: ${reason}`);
    const told = why.length === 0 ? 'their hosts cannot be reached for now' : why.join(', ');
    super('seeds-failed', `None of the seeds could be fetched (${told}).`, 'fatal', { failures });
  }
}

/** Runs the crawl that `open` opens, once the iteration begins. */
export function crawlRun(
  open: (hooks: CrawlHooks) => Promise<Crawl>,
  { signal, allowDeadSeeds = false, by = defaultName() }: RunOptions,
  hooks: CrawlHooks,
): CrawlRun {
  const events = new CrawlEvents();
  const opening = new Opening();
  let summary: CrawlSummary | undefined;
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    opening.crawl?.stop();
  };
  return {
    get summary() {
      return summary;
    },
    stop,
    control: controlOf(opening, by),
    on: events.on.bind(events) as EventSource['on'],
    stream: events.stream.bind(events),
    async *[Symbol.asyncIterator]() {
      signal?.throwIfAborted();
      const crawl = await open({ ...hooks, reads: pageTexts, events });
      opening.opened(crawl);
      if (isStopped) crawl.stop();
      signal?.addEventListener('abort', stop);
      const visits = crawl.run();
      let next = await visits.next();
      try {
        for (; !next.done; next = await visits.next()) {
          const { seq, visit, page } = next.value;
          if (page === undefined || !isDocument(visit.outcome)) continue;
          const { text, mainText, links } = page;
          yield { ...pageRecord((await crawl.store.records.visit(seq))!), text, mainText, links };
        }
        const { documents: pages, relevant, harvest } = crawl.tally;
        summary = { reason: next.value, pages, relevant, harvest };
      } finally {
        opening.ended();
        signal?.removeEventListener('abort', stop);
        if (!next.done) await visits.return('interrupted');
      }
      if (summary.reason === 'seeds-failed' && !allowDeadSeeds) throw new SeedsFailed(crawl.seedFailures);
    },
  };
}

/** A crawl from when it is opened until it has ended. */
class Opening {
  crawl: Crawl | undefined;
  #hasEnded = false;
  opened: (crawl: Crawl) => void = () => {};
  readonly #whenOpen = new Promise<Crawl>((resolve) => {
    this.opened = (crawl) => {
      this.crawl = crawl;
      resolve(crawl);
    };
  });

  ended(): void {
    this.#hasEnded = true;
  }

  async running(): Promise<Crawl> {
    const crawl = await this.#whenOpen;
    if (this.#hasEnded)
      throw new UsageError('not-running', 'The crawl has ended; steer its next run, or use control(folder).');
    return crawl;
  }
}

function controlOf(opening: Opening, by: string): CrawlControl {
  return new CrawlControl({
    async give(kind, given) {
      return receiptOf(await (await opening.running()).give({ kind, by, at: Date.now(), arguments: given }));
    },
    settings: async () => (await opening.running()).settings,
    async keepLabels(labels) {
      const { settings, store } = await opening.running();
      if (settings.out === undefined)
        throw new UsageError('no-folder', 'Labels are kept in the folder of a crawl: give it one with "out".');
      const { out } = settings;
      await labelPages(async (said) => keepJudgements(out, said), store.records, labels);
    },
    last: async (limit) => (await opening.running()).store.commands.last(limit),
  });
}
