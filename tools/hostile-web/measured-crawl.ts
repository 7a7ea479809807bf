import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { CrawlOptions } from '../../src/config/options.js';
import type { StopReason } from '../../src/crawl/progress/stop-reason.js';

/** Where a crawl stood, and what its process had used by then. */
export interface Sample {
  readonly documents: number;
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
  readonly rssMB: number;
}

export interface MeasuredCrawl {
  readonly reason: StopReason;
  /** One for every so many documents, and the last. */
  readonly samples: readonly Sample[];
  readonly peakRssMB: number;
  /** Live heap of the main thread once all is closed. */
  readonly heapAfterMB: number;
}

export interface MeasuredOptions {
  readonly options: CrawlOptions;
  /** Documents between two samples. */
  readonly every: number;
  readonly onSample?: (sample: Sample) => void;
}

export type CrawlMessage = { readonly sample: Sample } | { readonly ended: Omit<MeasuredCrawl, 'samples'> };

/** Crawls in a process of its own, so that its memory and CPU time can be told from those of the server. */
export async function measuredCrawl({ options, every, onSample }: MeasuredOptions): Promise<MeasuredCrawl> {
  const program = fileURLToPath(new URL('./crawl-process.js', import.meta.url));
  const child = fork(program, { execArgv: ['--expose-gc'] });
  const samples: Sample[] = [];
  let ended: Omit<MeasuredCrawl, 'samples'> | undefined;
  child.on('message', (message: CrawlMessage) => {
    if ('ended' in message) ended = message.ended;
    else {
      samples.push(message.sample);
      onSample?.(message.sample);
    }
  });
  child.send({ options, every });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (ended === undefined) throw new Error(`The process of the crawl ended with code ${code}.`);
  return { ...ended, samples };
}
