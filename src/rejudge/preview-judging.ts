import type { Settings } from '../config/options.js';
import { exampleTerms } from '../crawl/examples/example-terms.js';
import type { CrawlReader } from '../model/crawl-reader.js';
import type { CrawlRecords } from '../model/crawl-store.js';
import type { Strategy } from '../model/strategy.js';
import type { VisitRow } from '../model/visit.js';
import { inOrder } from '../reading/in-order.js';
import { pageReader } from '../reading/page-pool.js';
import { type ReadingAgain, readAgain } from '../reading/read-again.js';
import { featuresOf } from '../strategy/features-of.js';
import { prepareStrategy } from '../strategy/prepare-strategy.js';
import { Topic } from '../topic/topic.js';
import { SecondJudge, startVisits } from './second-judge.js';

export interface PreviewRequest {
  /** Judged by these, with the crawl's folder in `out`. */
  readonly settings: Settings;
  /** What people said, for a strategy that learns from it. */
  readonly labels: ReadonlyMap<string, boolean>;
  /** Pages at most; where the crawl has more, a sample evenly over its visits. */
  readonly most: number;
  readonly onProgress?: (done: number) => void;
  readonly signal?: AbortSignal;
}

/** A page and what it would be judged. */
export interface PreviewedPage {
  readonly row: VisitRow;
  readonly relevance: number;
  readonly relevant: boolean;
}

type Crawled = Pick<CrawlReader, 'bodies' | 'records' | 'browsing'>;

/** Copies are no finds, whatever they are judged. */
const outcomes = ['page', 'ignored'] as const;

/** Judges pages of a crawl again, in the order of their visits, and changes nothing: also while the crawl runs. */
export async function previewJudging(
  crawl: Crawled,
  { settings, labels, most, onProgress = () => {}, signal }: PreviewRequest,
): Promise<PreviewedPage[]> {
  const { bodies, records } = crawl;
  const { readOptions, make } = await prepareStrategy(settings);
  const reader = pageReader(settings.workers, readOptions);
  const reading: ReadingAgain = { bodies, reader, maxPageBytes: settings.maxPageBytes };
  try {
    const topic = Topic.from(settings, await exampleTerms({ records }, settings, bodies));
    const strategy = make(topic);
    await applyLabels(strategy, labels, records, reading);
    const judge = new SecondJudge(strategy, topic, settings, await startVisits(records));
    const read = async (row: VisitRow) => {
      const page = await readAgain(row, reading);
      return page && { page, ...(await judge.features(row, page, records)) };
    };
    const previewed: PreviewedPage[] = [];
    for await (const [row, found] of inOrder(sampled(crawl, most), read)) {
      if (signal?.aborted) break;
      onProgress(previewed.length);
      const change = found && (await judge.of(row, found));
      const { relevance, relevant } = change ?? row.judgement ?? { relevance: 0, relevant: false };
      previewed.push({ row, relevance, relevant });
    }
    return previewed;
  } finally {
    await reader.close();
  }
}

async function applyLabels(
  strategy: Strategy,
  labels: ReadonlyMap<string, boolean>,
  records: CrawlRecords,
  reading: ReadingAgain,
): Promise<void> {
  if (strategy.labels === undefined) return;
  for (const [url, relevant] of labels) {
    const known = await records.find(url);
    const row = known && (await records.visitOf(known.id));
    const page = row?.fingerprint === undefined ? undefined : await readAgain(row, reading);
    if (page === undefined) continue;
    const { features } = await featuresOf(strategy, records, row!.seq, page);
    strategy.labels.apply({ page, relevant, ...(features !== undefined && { features }) });
  }
}

/** Of a large crawl one document behind each of so many places, which are evenly apart. */
async function* sampled({ records, browsing }: Crawled, most: number): AsyncGenerator<VisitRow> {
  const [last] = await browsing.facts({ order: 'visit-down', limit: 1 });
  const visits = last?.seq ?? 0;
  if (visits <= most) return yield* records.visits({ outcomes });
  let behind = 0;
  for (let place = 0; place < most; place++) {
    const after = Math.max(behind, Math.floor((place * visits) / most));
    for await (const row of records.visits({ outcomes, after, limit: 1 })) {
      behind = row.seq;
      yield row;
    }
  }
}
