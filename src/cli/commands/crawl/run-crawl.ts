import type { Crawl } from '../../../crawl/crawl.js';
import type { CrawlProgress } from '../../../crawl/progress/crawl-progress.js';
import type { StopReason } from '../../../crawl/progress/stop-reason.js';
import { pageRecord } from '../../../export/page-record.js';
import { isDocument } from '../../../model/documents.js';
import type { SeedReport } from '../../../seeding/seed-report.js';
import { readingCrawl } from '../../../store/open-reader.js';
import { exitCodes } from '../../exit-codes.js';
import { isUnderNohup } from '../../is-under-nohup.js';
import { agentLabels } from './agent-labels.js';
import { stopInWords } from './forecast-words.js';
import { LineView, type ProgressView, quietView, TerminalView } from './progress.js';

export interface RunFlags {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** What looking for seeds brought, for scripts. */
export interface FoundSeeds {
  /** All seeds that the crawl starts from. */
  readonly used: number;
  readonly found: SeedReport['found'];
  readonly asked: SeedReport['asked'];
}

const showEveryMs = 250;
const shortOfDescriptors =
  'This process may open no more connections: fewer requests are sent. Raise its limit (ulimit -n), or lower --requests.';

/** Runs a crawl to its end with progress and Ctrl-C. Returns why it ended and the last figures. */
export async function runCrawl(
  crawl: Crawl,
  flags: RunFlags,
  found?: FoundSeeds,
): Promise<{ reason: StopReason; progress: CrawlProgress }> {
  const agents = await crawl.store.directory.agents();
  const view = flags.json || flags.quiet ? quietView : progressView(crawl, agentLabels(agents));
  const emit = (event: string, data: object) =>
    flags.json && process.stdout.write(`${JSON.stringify({ event, ...data })}\n`);
  const disarm = stopOnSignal(crawl, view);
  emit('start', {
    query: crawl.settings.query ?? null,
    strategy: crawl.settings.strategy,
    out: crawl.settings.out ?? null,
    agents: agents.map(({ id, segment, seeds }) => ({ id, segment, seeds })),
  });
  let progress = await crawl.progress();
  let shownAt = 0;
  let isShort = false;
  const tellShortage = ({ isShortOfDescriptors = false }: CrawlProgress) => {
    if (isShortOfDescriptors && !isShort) view.note(shortOfDescriptors);
    isShort ||= isShortOfDescriptors;
  };
  try {
    const visits = crawl.run();
    for (;;) {
      const { value, done } = await nextOrTick(visits, async () => {
        progress = await crawl.progress();
        tellShortage(progress);
        view.show(progress);
        emit('progress', figures(progress));
      });
      if (done) {
        progress = await crawl.progress();
        view.end(progress);
        emit('stop', {
          reason: value,
          meaning: stopInWords(value, crawl.tally, crawl.settings),
          ...figures(progress),
          seeds: found ?? null,
          agents: flags.json ? await brought(crawl.settings.out) : [],
        });
        return { reason: value, progress };
      }
      view.visit(value);
      if (flags.json && isDocument(value.visit.outcome))
        emit('page', pageRecord((await crawl.store.records.visit(value.seq))!));
      if (Date.now() - shownAt < showEveryMs) continue;
      shownAt = Date.now();
      progress = await crawl.progress();
      view.show(progress);
      emit('progress', figures(progress));
    }
  } finally {
    disarm();
  }
}

/** The next visit; while it is waited for (hosts have their delays), `tick` is called now and then. */
async function nextOrTick<T, R>(
  visits: AsyncGenerator<T, R>,
  tick: () => Promise<void>,
): Promise<IteratorResult<T, R>> {
  const next = visits.next();
  let waiting = true;
  const timer = setInterval(() => {
    if (waiting) void tick().catch(() => undefined);
  }, 4 * showEveryMs);
  try {
    return await next;
  } finally {
    waiting = false;
    clearInterval(timer);
  }
}

/** What each agent has brought, read from the folder: by then the crawl is closed. */
async function brought(folder: string | undefined) {
  if (folder === undefined) return [];
  const { agents } = await readingCrawl(folder, (reader) => reader.agents.findings());
  return agents.map(({ id, segment, seeds, pages, relevant, hosts, restarts, state }) => ({
    ...{ id, segment, seeds, pages, relevant, hosts, restarts, state },
  }));
}

function progressView(crawl: Crawl, agents: ReadonlyMap<number, string>): ProgressView {
  const { query, example } = crawl.settings;
  const { maxPages, maxRelevant } = crawl.goals;
  const budgets = { title: query ?? example.join(' '), maxPages, maxRelevant, agents };
  if (!process.stderr.isTTY || process.env.TERM === 'dumb') return new LineView(process.stderr, budgets);
  return new TerminalView(process.stderr, budgets, !process.env.NO_COLOR);
}

function figures({ tally, frontier, elapsedMs, pagesPerSecond, msLeft, forecast, waitsUntil }: CrawlProgress) {
  const { documents: pages, documentsThisRun: pagesThisRun, relevant, harvest, recentHarvest } = tally;
  const { failed, refused, redirects, bytes } = tally;
  return {
    ...{ pages, pagesThisRun, relevant, harvest, recentHarvest, failed, refused, redirects, bytes },
    pagesPerSecond,
    elapsedMs,
    msLeft: msLeft ?? null,
    forecast: forecast ?? null,
    waitsUntil: waitsUntil === undefined ? null : new Date(waitsUntil).toISOString(),
    frontier,
  };
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * The first signal finishes what is in flight and saves; the second ends the process at once. Both can be resumed.
 * A reader of the events that went away (`| head`) counts as a signal too.
 */
function stopOnSignal(crawl: Crawl, view: ProgressView): () => void {
  let asked = false;
  const stop = () => {
    asked = true;
    crawl.stop('interrupted');
  };
  const outlivesTerminal = isUnderNohup();
  const onSignal = (signal: NodeJS.Signals) => {
    if (signal === 'SIGHUP' && outlivesTerminal) return;
    if (asked) process.exit(exitCodes.interrupted);
    stop();
    view.note('Finishing what is in flight and saving; press Ctrl-C again to stop at once.');
  };
  for (const signal of signals) process.on(signal, onSignal);
  process.stdout.on('error', stop);
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
    process.stdout.off('error', stop);
  };
}
