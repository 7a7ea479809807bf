import { signal } from '@preact/signals';
import type { CrawlCard, Job } from '../../api/crawls.js';
import type { HistoryPoint, LiveState } from '../../api/live.js';
import type { StreamMessage } from '../../api/stream.js';

/** How the page stands with the server's stream of events. */
export const connection = signal<'connecting' | 'live' | 'lost'>('connecting');
/** Undefined before the first message. */
export const crawls = signal<readonly CrawlCard[] | undefined>(undefined);
/** The crawl that is looked at. */
export const live = signal<LiveState | undefined>(undefined);
export const jobs = signal<ReadonlyMap<string, Job>>(new Map());

const [firstWaitMs, longestWaitMs] = [1_000, 30_000];

/** Listens to the server, and connects again when the stream breaks, after waits that double. Returns what ends it. */
export function listen(crawl: string | undefined): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = firstWaitMs;
  if (live.peek()?.id !== crawl) live.value = undefined;
  function connect(): void {
    source = new EventSource(`/api/stream${crawl === undefined ? '' : `?crawl=${encodeURIComponent(crawl)}`}`);
    source.onopen = () => {
      wait = firstWaitMs;
      connection.value = 'live';
    };
    source.onerror = () => {
      source?.close();
      connection.value = 'lost';
      // Pages that lost the same server do not come back all at once.
      timer = setTimeout(connect, wait * (0.75 + Math.random() / 2));
      wait = Math.min(2 * wait, longestWaitMs);
    };
    let isFirst = true;
    source.addEventListener('update', (event) => {
      hear(JSON.parse((event as MessageEvent<string>).data) as StreamMessage, isFirst);
      isFirst = false;
    });
  }
  connect();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}

/** The first message of a stream has the whole history, later ones what is new. */
function hear(message: StreamMessage, isFirst: boolean): void {
  if (message.crawls) crawls.value = message.crawls;
  if (message.live) {
    const before = live.peek();
    const known = isFirst || before?.id !== message.live.id ? [] : before.history;
    const points = [...known, ...message.live.history, ...presentPoint(message.live)];
    live.value = { ...message.live, history: thinned(points.sort((a, b) => a.at - b.at)) };
  }
  if (message.jobs) hearJobs(message.jobs);
}

export function hearJobs(changed: readonly Job[]): void {
  jobs.value = new Map([...jobs.peek(), ...changed.map((job) => [job.id, job] as const)]);
}

/** The history has a point every few seconds; whoever watches a crawl at work sees it move every second. */
function presentPoint({ state, at, queue, hosts, forecast, ...figures }: LiveState): HistoryPoint[] {
  if (state.kind !== 'running' || figures.pages === 0) return [];
  const { pages, relevant, harvest, recentHarvest, pagesPerSecond, failed, bytes } = figures;
  const now = { at, pages, relevant, harvest, recentHarvest, pagesPerSecond, failed, bytes };
  const share = (count: number) => count / (forecast?.pages || 1);
  return [
    {
      ...now,
      queued: queue.queued,
      hostsReady: hosts.ready,
      hostsWaiting: hosts.waiting,
      ...(forecast && {
        forecast: { mean: share(forecast.mean), low: share(forecast.low), high: share(forecast.high) },
      }),
    },
  ];
}

const mostPoints = 1_000;

/** A page that is open for days keeps every other point of the older half. */
function thinned<Point>(points: readonly Point[]): readonly Point[] {
  if (points.length <= mostPoints) return points;
  const half = points.length >> 1;
  return [...points.slice(0, half).filter((_, index) => index % 2 === 0), ...points.slice(half)];
}
