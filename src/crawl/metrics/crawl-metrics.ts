import { performance } from 'node:perf_hooks';
import type { Archive } from '../../archive/archive.js';
import { version } from '../../version.js';
import type { CrawlEvents } from '../events/crawl-events.js';
import type { CrawlProgress } from '../progress/crawl-progress.js';
import type { Metric } from './exposition.js';

export interface MeasuredCrawl {
  readonly events: CrawlEvents;
  progress(): Promise<CrawlProgress>;
  readonly archive: Archive | undefined;
  /** Of a worker among others. */
  readonly figures?: () => Readonly<Record<string, number>>;
}

/** What a running crawl tells those who watch it: counters of this process, and where the crawl stands. It names no pages and no hosts. */
export class CrawlMetrics {
  private readonly visits = new Map<string, number>();
  private readonly faults = new Map<string, number>();

  constructor(private readonly crawl: MeasuredCrawl) {
    crawl.events.on('visit', ({ outcome }) => this.visits.set(outcome, (this.visits.get(outcome) ?? 0) + 1));
    crawl.events.on('fault', ({ code }) => this.faults.set(code, (this.faults.get(code) ?? 0) + 1));
  }

  async collect(): Promise<Metric[]> {
    const progress = await this.crawl.progress();
    return [
      ...this.ofRun(),
      ...ofCrawl(progress),
      ...ofArchive(this.crawl.archive),
      ...ofWorker(this.crawl.figures?.() ?? {}),
      ...ofProcess(),
    ];
  }

  private ofRun(): Metric[] {
    return [
      {
        name: 'osprey_visits_total',
        type: 'counter',
        help: 'Visits of this process, by outcome.',
        samples: [...this.visits].map(([outcome, value]) => ({ labels: { outcome }, value })),
      },
      {
        name: 'osprey_faults_total',
        type: 'counter',
        help: 'Failures that this process met, by code.',
        samples: [...this.faults].map(([code, value]) => ({ labels: { code }, value })),
      },
    ];
  }
}

function ofCrawl({ tally, frontier, pagesPerSecond, paused }: CrawlProgress): Metric[] {
  return [
    gauge('osprey_pages', 'Pages that the crawl has fetched, in all runs.', tally.documents),
    gauge('osprey_relevant_pages', 'Relevant pages among them.', tally.relevant),
    counter('osprey_received_bytes_total', 'Bytes of bodies that the crawl has received, in all runs.', tally.bytes),
    gauge('osprey_recent_harvest_ratio', 'Share of relevant pages among the last 100.', tally.recentHarvest),
    gauge('osprey_pages_per_second', 'Pages per second of this run, on average.', pagesPerSecond),
    gauge('osprey_known_urls', 'URLs that the crawl has met.', frontier.known),
    gauge('osprey_queued_urls', 'URLs in the queue.', frontier.queued),
    gauge('osprey_requests_in_flight', 'Requests under way.', frontier.claimed),
    {
      name: 'osprey_hosts',
      type: 'gauge',
      help: 'Hosts with queued URLs, by state: ready, waiting for their delay, or closed by a rule.',
      samples: [
        { labels: { state: 'ready' }, value: frontier.hostsReady },
        { labels: { state: 'waiting' }, value: frontier.hostsWaiting },
        { labels: { state: 'closed' }, value: frontier.hostsClosed },
      ],
    },
    gauge('osprey_paused', '1 while somebody has paused the crawl.', paused === undefined ? 0 : 1),
  ];
}

function ofArchive(archive: Archive | undefined): Metric[] {
  if (archive === undefined) return [];
  const uploads = archive.uploads?.();
  return [
    gauge('osprey_archive_bytes', 'Bytes of the WARC files that this process writes.', archive.bytes),
    ...(uploads === undefined
      ? []
      : [
          counter('osprey_uploads_total', 'WARC files sent to object storage.', uploads.uploads),
          counter('osprey_upload_failures_total', 'Attempts to send a WARC file that failed.', uploads.failures),
          counter('osprey_uploaded_bytes_total', 'Bytes sent to object storage.', uploads.bytes),
          gauge('osprey_uploads_waiting', 'Complete WARC files that are not in object storage yet.', uploads.waiting),
        ]),
  ];
}

/** Whatever a worker counts, under names of the convention. */
function ofWorker(figures: Readonly<Record<string, number>>): Metric[] {
  return Object.entries(figures).map(([name, value]) => {
    const [, base = name, isMs] = /^(.*?)(Ms)?$/.exec(name) ?? [];
    const words = base.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const unit = isMs ? '_seconds' : '';
    return gauge(
      `osprey_worker_${words}${unit}`,
      `Of this worker: ${words.replaceAll('_', ' ')}.`,
      isMs ? value / 1000 : value,
    );
  });
}

function ofProcess(): Metric[] {
  const { user, system } = process.cpuUsage();
  return [
    { name: 'osprey_build_info', type: 'gauge', help: 'The version.', samples: [{ labels: { version }, value: 1 }] },
    counter('process_cpu_seconds_total', 'CPU time of the process.', (user + system) / 1e6),
    gauge('process_resident_memory_bytes', 'Resident memory of the process.', process.memoryUsage.rss()),
    gauge('process_start_time_seconds', 'When the process started, since 1970.', performance.timeOrigin / 1000),
  ];
}

function counter(name: string, help: string, value: number): Metric {
  return { name, type: 'counter', help, samples: [{ value }] };
}

function gauge(name: string, help: string, value: number): Metric {
  return { name, type: 'gauge', help, samples: [{ value }] };
}
