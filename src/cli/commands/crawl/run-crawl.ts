import type { Crawl } from '../../../crawl/crawl.js';
import type { EventSource } from '../../../crawl/events/crawl-events.js';
import type { CrawlProgress } from '../../../crawl/progress/crawl-progress.js';
import type { StopReason } from '../../../crawl/progress/stop-reason.js';
import type { SeedReport } from '../../../seeding/seed-report.js';
import { stopInWords } from '../../../words/forecast-words.js';
import type { RunOptions } from '../../add-run-flags.js';
import { exitCodes } from '../../exit-codes.js';
import { isUnderNohup } from '../../is-under-nohup.js';
import { agentLabels } from './agent-labels.js';
import { LineView, type ProgressView, quietView, TerminalView } from './progress.js';
import { doubtNote } from './unsure-words.js';

/** What looking for seeds brought, for scripts. */
export interface FoundSeeds {
  /** All seeds that the crawl starts from. */
  readonly used: number;
  readonly found: SeedReport['found'];
  readonly asked: SeedReport['asked'];
}

const shortOfDescriptors =
  'Too many open files: fewer requests are sent. Raise the limit (ulimit -n), or lower --requests.';

/** Events that scripts get; there are too many of the others, which programs can have from the library. */
const toldToScripts = ['start', 'page', 'fault', 'agent', 'control', 'label'] as const;

/** Runs a crawl to its end with progress and Ctrl-C. Returns why it ended and the last figures. */
export async function runCrawl(
  crawl: Crawl,
  flags: RunOptions,
  found?: FoundSeeds,
): Promise<{ reason: StopReason; progress: CrawlProgress }> {
  const agents = await crawl.store.directory.agents();
  const view = flags.json || flags.quiet ? quietView : progressView(crawl, agentLabels(agents));
  crawl.events.on('visit', (visit) => view.visit(visit));
  let shortages = 0;
  let doubts = 0;
  crawl.events.on('progress', (progress) => {
    if (progress.isShortOfDescriptors && shortages++ === 0) view.note(shortOfDescriptors);
    view.show(progress);
    const doubt = doubts === 0 ? doubtNote(progress.tally, crawl.settings) : undefined;
    if (doubt === undefined) return;
    doubts++;
    view.note(doubt);
  });
  if (flags.json) tellScripts(crawl.events);
  const disarm = stopOnSignal(crawl, view);
  try {
    const visits = crawl.run();
    let next = await visits.next();
    while (!next.done) next = await visits.next();
    const reason = next.value;
    const progress = await crawl.progress();
    view.end(progress);
    if (flags.json)
      emit('stop', {
        reason,
        meaning: stopInWords(reason, crawl.tally, crawl.settings),
        ...figures(progress),
        seeds: found ?? null,
        agents: await brought(crawl.settings.out),
      });
    return { reason, progress };
  } finally {
    disarm();
  }
}

/** One line of JSON an event. */
function tellScripts(events: EventSource): void {
  for (const told of toldToScripts) events.on(told, ({ type, ...data }) => emit(type, data));
  events.on('progress', (progress) => emit('progress', figures(progress)));
}

function emit(event: string, data: object): void {
  process.stdout.write(`${JSON.stringify({ event, ...data })}\n`);
}

/** What each agent has brought, read from the folder: by then the crawl is closed. */
async function brought(folder: string | undefined) {
  if (folder === undefined) return [];
  const { readingCrawl } = await import('../../../store/open-reader.js');
  const { agents } = await readingCrawl(folder, (reader) => reader.agents.findings());
  return agents.map(({ id, segment, seeds, pages, relevant, hosts, restarts, state }) => ({
    ...{ id, segment, seeds, pages, relevant, hosts, restarts, state },
  }));
}

function progressView(crawl: Crawl, agents: ReadonlyMap<number, string>): ProgressView {
  const { query, example } = crawl.settings;
  const budgets = {
    title: query ?? example.join(' '),
    agents,
    // They may change while the crawl runs.
    get maxPages() {
      return crawl.goals.maxPages;
    },
    get maxRelevant() {
      return crawl.goals.maxRelevant;
    },
  };
  if (!process.stderr.isTTY || process.env.TERM === 'dumb') return new LineView(process.stderr, budgets);
  return new TerminalView(process.stderr, budgets, !process.env.NO_COLOR);
}

function figures({ tally, frontier, elapsedMs, pagesPerSecond, msLeft, forecast, waitsUntil, paused }: CrawlProgress) {
  const { documents: pages, documentsThisRun: pagesThisRun, relevant, harvest, recentHarvest } = tally;
  const { failed, refused, redirects, bytes } = tally;
  return {
    ...{ pages, pagesThisRun, relevant, harvest, recentHarvest, failed, refused, redirects, bytes },
    pagesPerSecond,
    elapsedMs,
    msLeft: msLeft ?? null,
    forecast: forecast ?? null,
    paused: paused === undefined ? null : { by: paused.by, at: new Date(paused.at).toISOString() },
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
    view.note('Stopping: finishing requests in flight. Press Ctrl-C again to stop at once.');
  };
  for (const signal of signals) process.on(signal, onSignal);
  process.stdout.on('error', stop);
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
    process.stdout.off('error', stop);
  };
}
