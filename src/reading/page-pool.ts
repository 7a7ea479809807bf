import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Failure, type FailurePolicy, messageOf } from '../failure.js';
import { unpackPage } from './packed-page.js';
import type { PageJob, PageJobResult } from './page-job.js';
import type { WorkerAnswer } from './page-worker.js';
import { partsRead } from './parts-read.js';
import type { ReadOptions } from './read-page.js';
import { unreadable } from './unreadable.js';

const require = createRequire(import.meta.url);

/** Turns answers into pages, on as many threads as it was given. */
export interface PageReader {
  run(job: PageJob): Promise<PageJobResult>;
  close(): Promise<void>;
}

/**
 * `auto`: all cores but the one of the main thread, which sends requests, judges and stores. Pages come with the texts that
 * `options.reads` names, and no others.
 */
export function pageReader(workers: number | 'auto', options: ReadOptions, patienceMs = patience): PageReader {
  const count = workers === 'auto' ? Math.min(Math.max(availableParallelism() - 1, 1), 8) : workers;
  return count === 0 ? new InlineReader(options) : new PagePool(count, options, patienceMs);
}

class InlineReader implements PageReader {
  constructor(private readonly options: ReadOptions) {}

  async run(job: PageJob): Promise<PageJobResult> {
    try {
      // With the first page, as threads are. Node keeps a failed `import()` for good; `require` tries again.
      const { runPageJob } = require('./page-job.js') as typeof import('./page-job.js');
      const { page, records } = await runPageJob(job, this.options);
      return { page: page && partsRead(page, this.options.reads), records };
    } catch (thrown) {
      throw unreadable(thrown);
    }
  }

  async close(): Promise<void> {}
}

/** A job that a thread has not answered. */
interface Waiting {
  readonly id: number;
  resolve(result: PageJobResult): void;
  reject(failure: Failure): void;
}

/**
 * A page that needs more than this ends its thread, not the crawl. The nursery is half of V8's usual one: pages are let go as soon as they are
 * read, so that collections find little to keep (1 % more CPU, 20 MB less).
 */
const resourceLimits = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 256 };

/** A thread with the jobs it was given and has not answered, in the order in which it takes them; not as a Map, see `InFlight`. */
interface Member {
  readonly worker: Worker;
  readonly waiting: Waiting[];
  isReady: boolean;
  /** Runs while there are jobs, from the beginning of the one that it is at. */
  watch?: NodeJS.Timeout | undefined;
  isTooSlow?: boolean;
}

/** Thirty times as long as the slowest honest page takes on a busy machine. */
const patience = 60_000;

/** So many threads in a row that could not even start: the machine has no room for them, and the next would fare no better. */
const mostFalseStarts = 3;

class PagePool implements PageReader {
  private readonly members: Member[] = [];
  private lastId = 0;
  private closing = false;
  private falseStarts = 0;
  /** Told to everyone who comes after. */
  private hopeless: Failure | undefined;

  constructor(
    private readonly count: number,
    private readonly options: ReadOptions,
    private readonly patienceMs: number,
  ) {}

  async run(job: PageJob): Promise<PageJobResult> {
    if (this.hopeless !== undefined) throw this.hopeless;
    // With the first page: until then, a crawl has better things to do than to load them.
    while (this.members.length < this.count) this.members.push(this.start());
    const member = this.members.reduce((least, other) => (other.waiting.length < least.waiting.length ? other : least));
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      member.waiting.push({ id, resolve, reject });
      // A thread keeps the process alive while it is waited for, and only then.
      member.worker.ref();
      if (member.isReady && member.waiting.length === 1) this.watchOver(member);
      const { buffer, byteLength } = job.exchange.response.body;
      // A body that shares its buffer, as small ones of a transport that is lent may, is copied instead.
      const isWhole = buffer.byteLength === byteLength;
      member.worker.postMessage({ id, job }, isWhole ? [buffer as ArrayBuffer] : []);
    });
  }

  async close(): Promise<void> {
    this.closing = true;
    for (const { watch } of this.members) clearTimeout(watch);
    await Promise.all(this.members.map(({ worker }) => worker.terminate()));
  }

  private start(): Member {
    const worker = new Worker(new URL('./page-worker-start.cjs', import.meta.url), {
      workerData: this.options,
      resourceLimits,
    });
    const member: Member = { worker, waiting: [], isReady: false };
    worker.on('message', (answer: WorkerAnswer) => {
      if (answer === 'ready') {
        this.falseStarts = 0;
        member.isReady = true;
        this.watchOver(member);
        return;
      }
      const at = member.waiting.findIndex(({ id }) => id === answer.id);
      const [waiting] = member.waiting.splice(at, 1) as [Waiting];
      this.watchOver(member);
      // One that is being ended is waited for, whatever it still had to say.
      if (member.waiting.length === 0 && !this.closing) worker.unref();
      if ('failure' in answer) {
        const { code, message, policy } = answer.failure;
        waiting.reject(new Failure(code, message, policy));
      } else {
        waiting.resolve({ page: answer.page && unpackPage(answer.page), records: answer.records });
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

  /** A thread that takes too long for the job that it is at is ended; code that hangs cannot be ended in any other way. */
  private watchOver(member: Member): void {
    clearTimeout(member.watch);
    member.watch = undefined;
    if (member.waiting.length === 0 || this.closing) return;
    member.watch = setTimeout(() => {
      member.isTooSlow = true;
      void member.worker.terminate();
    }, this.patienceMs);
    member.watch.unref();
  }

  /**
   * A thread died, most likely out of memory: the page that it was at is given up, those that waited behind it are worth
   * another try, and another thread takes its place.
   */
  private replace(member: Member, cause: string): void {
    clearTimeout(member.watch);
    if (this.closing) return;
    if (!member.isReady) this.falseStarts++;
    const failure = (policy: FailurePolicy) =>
      policy === 'fatal' ? noThread(cause) : new Failure('page-worker-died', `The page worker died: ${cause}.`, policy);
    const isHopeless = this.falseStarts >= mostFalseStarts;
    let policy: FailurePolicy = isHopeless ? 'fatal' : member.isReady ? 'skip' : 'retry';
    for (const waiting of member.waiting.splice(0)) {
      const isSlow = member.isTooSlow && policy === 'skip';
      waiting.reject(isSlow ? tooSlow(this.patienceMs) : failure(policy));
      if (policy === 'skip') policy = 'retry';
    }
    if (isHopeless) this.hopeless = failure('fatal');
    else this.startInPlaceOf(member);
  }

  private startInPlaceOf(member: Member): void {
    try {
      this.members[this.members.indexOf(member)] = this.start();
    } catch (thrown) {
      // The system has no thread left to give.
      this.hopeless = noThread(messageOf(thrown));
    }
  }
}

function tooSlow(ms: number): Failure {
  return new Failure('page-too-slow', `Reading it took longer than ${ms / 1000} s.`, 'skip', { ms });
}

function noThread(cause: string): Failure {
  return new Failure('page-worker-died', `No page worker could be started: ${cause}.`, 'fatal');
}
