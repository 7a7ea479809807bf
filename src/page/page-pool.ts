import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Failure, messageOf } from '../failure.js';
import { unpackPage } from './packed-page.js';
import { type PageJob, type PageJobResult, runPageJob } from './page-job.js';
import type { WorkerAnswer } from './page-worker.js';
import type { ReadOptions } from './read-page.js';

/** Turns answers into pages, on as many threads as it was given. */
export interface PageReader {
  run(job: PageJob): Promise<PageJobResult>;
  close(): Promise<void>;
}

/**
 * `auto`: all cores but the one of the main thread, which sends requests, judges and stores. Unless `content` is wanted,
 * pages that were read on another thread come without their texts.
 */
export function pageReader(workers: number | 'auto', options: ReadOptions, content = false): PageReader {
  const count = workers === 'auto' ? Math.min(Math.max(availableParallelism() - 1, 1), 8) : workers;
  return count === 0 ? new InlineReader(options) : new PagePool(count, options, content);
}

class InlineReader implements PageReader {
  constructor(private readonly options: ReadOptions) {}

  async run(job: PageJob): Promise<PageJobResult> {
    try {
      return runPageJob(job, this.options);
    } catch (thrown) {
      throw thrown instanceof Failure ? thrown : new Failure('page-unreadable', messageOf(thrown), 'skip');
    }
  }

  async close(): Promise<void> {}
}

interface Waiting {
  resolve(result: PageJobResult): void;
  reject(failure: Failure): void;
}

/**
 * A page that needs more than this ends its thread, not the crawl. The nursery is V8's usual one: a smaller one costs more
 * in collections than it saves in memory.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 256 };

/** A thread with the jobs it was given and has not answered. */
interface Member {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
}

class PagePool implements PageReader {
  private readonly members: Member[] = [];
  private lastId = 0;
  private closing = false;

  constructor(
    private readonly count: number,
    private readonly options: ReadOptions,
    private readonly content: boolean,
  ) {
    while (this.members.length < this.count) this.members.push(this.start());
  }

  run(job: PageJob): Promise<PageJobResult> {
    const member = this.members.reduce((least, other) => (other.waiting.size < least.waiting.size ? other : least));
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      member.waiting.set(id, { resolve, reject });
      // A thread keeps the process alive while it is waited for, and only then.
      member.worker.ref();
      const { buffer } = job.exchange.response.body;
      member.worker.postMessage({ id, job }, [buffer as ArrayBuffer]);
    });
  }

  async close(): Promise<void> {
    this.closing = true;
    await Promise.all(this.members.map(({ worker }) => worker.terminate()));
  }

  private start(): Member {
    const worker = new Worker(new URL('./page-worker.js', import.meta.url), {
      workerData: { options: this.options, content: this.content },
      resourceLimits,
    });
    const member: Member = { worker, waiting: new Map() };
    worker.on('message', (answer: WorkerAnswer) => {
      const waiting = member.waiting.get(answer.id)!;
      member.waiting.delete(answer.id);
      if (member.waiting.size === 0) worker.unref();
      if ('failure' in answer) {
        const { code, message, policy } = answer.failure;
        waiting.reject(new Failure(code, message, policy));
      } else {
        waiting.resolve({
          ...(answer.page && { page: unpackPage(answer.page) }),
          ...(answer.records && { records: answer.records }),
        });
      }
    });
    let cause = 'it exited';
    worker.on('error', (error) => {
      cause = messageOf(error);
    });
    worker.on('exit', () => this.replace(member, cause));
    worker.unref();
    return member;
  }

  /** A thread died (out of memory on one page, most likely): its pages are given up and another thread takes its place. */
  private replace(member: Member, cause: string): void {
    if (this.closing) return;
    this.members[this.members.indexOf(member)] = this.start();
    for (const waiting of member.waiting.values()) {
      waiting.reject(new Failure('page-worker-died', `The thread that read the page ended: ${cause}.`, 'skip'));
    }
  }
}
