import { randomUUID } from 'node:crypto';
import { Failure, messageOf, UsageError } from '../../failure.js';
import type { Job } from '../api/crawls.js';
import { busy, notFound, Refusal } from './refusal.js';

const mostRunning = 4;
const keptFor = 600_000;

/** What a job tells while it works. */
export interface JobReport<Result> {
  doing?: string;
  done?: number;
  total?: number;
  partial?: Result;
}

/** Does the work; tells how far it is; gives up when the signal says so. */
export type JobWork<Result> = (tell: (report: JobReport<Result>) => void, signal: AbortSignal) => Promise<Result>;

interface Kept {
  job: Job;
  readonly abort: AbortController;
  changedAt: number;
}

/** Work that takes longer than a request should. */
export class Jobs {
  readonly #jobs = new Map<string, Kept>();
  /** Counts changes, for those who watch. */
  version = 0;

  start<Result>(kind: Job['kind'], crawl: string | undefined, doing: string, work: JobWork<Result>): Job<Result> {
    this.#forget();
    const running = [...this.#jobs.values()].filter(({ job }) => job.state === 'running');
    if (running.length >= mostRunning) throw busy('Too much is under way; wait for it, or cancel some.', 5);
    const id = randomUUID();
    const job: Job = { id, kind, ...(crawl !== undefined && { crawl }), state: 'running', doing, done: 0, total: 0 };
    const kept: Kept = { job, abort: new AbortController(), changedAt: 0 };
    this.#jobs.set(id, kept);
    const change = (changes: Partial<Job>) => {
      if (kept.job.state !== 'running') return;
      kept.job = { ...kept.job, ...changes };
      kept.changedAt = ++this.version;
    };
    change({});
    // After the answer that names it.
    setImmediate(() => {
      work((report) => change(report as Partial<Job>), kept.abort.signal)
        .then(
          (result) => change({ state: 'done', result, partial: undefined } as Partial<Job>),
          (thrown) => change({ state: 'failed', error: errorOf(thrown) }),
        )
        .finally(() => setTimeout(() => this.#jobs.delete(id), keptFor).unref());
    });
    return kept.job as Job<Result>;
  }

  /** One of this kind that is under way for a crawl. */
  running(kind: Job['kind'], crawl: string): Job | undefined {
    const all = [...this.#jobs.values()].map(({ job }) => job);
    return all.find((job) => job.kind === kind && job.crawl === crawl && job.state === 'running');
  }

  find(id: string): Job {
    const kept = this.#jobs.get(id);
    if (kept === undefined) throw notFound('There is no such job; it may be over for long.');
    return kept.job;
  }

  cancel(id: string): Job {
    const { state } = this.find(id);
    const kept = this.#jobs.get(id)!;
    if (state === 'running') {
      kept.abort.abort();
      kept.job = { ...kept.job, state: 'cancelled' };
      kept.changedAt = ++this.version;
    }
    return kept.job;
  }

  changedSince(version: number): Job[] {
    return [...this.#jobs.values()].filter(({ changedAt }) => changedAt > version).map(({ job }) => job);
  }

  cancelAll(): void {
    for (const id of this.#jobs.keys()) this.cancel(id);
  }

  #forget(): void {
    for (const [id, { job }] of this.#jobs) if (this.#jobs.size > 200 && job.state !== 'running') this.#jobs.delete(id);
  }
}

/** What of an error a client may know. */
export function errorOf(thrown: unknown): { readonly code: string; readonly message: string } {
  if (thrown instanceof UsageError || thrown instanceof Failure || thrown instanceof Refusal)
    return { code: thrown.code, message: messageOf(thrown).slice(0, 2_000) };
  return { code: 'fault', message: 'Something went wrong here; the terminal of "osprey serve" says more.' };
}
