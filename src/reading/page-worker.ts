import { parentPort, workerData } from 'node:worker_threads';
import type { Failure } from '../failure.js';
import { type PackedPage, packPage } from './packed-page.js';
import { type PageJob, runPageJob } from './page-job.js';
import { type ReadOptions, readPage } from './read-page.js';
import { unreadable } from './unreadable.js';

/** A thread that reads pages: jobs in, packed results out. Started by PagePool. The first answer says that it is there. */
export type WorkerAnswer =
  | 'ready'
  | { readonly id: number; readonly page: PackedPage | undefined; readonly records: Uint8Array | undefined }
  | {
      readonly id: number;
      readonly failure: { readonly code: string; readonly message: string; readonly policy: Failure['policy'] };
    };

const options = workerData as ReadOptions;

// All that is loaded on first use is loaded before it is ready: a process that lacks descriptors just then would not find a module, and Node
// does not look for it again.
readPage({ url: 'http://localhost/', body: Buffer.from('<p>a page'), contentType: 'text/html' }, options);
parentPort!.postMessage('ready' satisfies WorkerAnswer);
/** One job at a time, in their order: the pool counts on it when it says which page a thread died of. */
let last: Promise<void> = Promise.resolve();
parentPort!.on('message', (given: { id: number; job: PageJob }) => {
  last = last.then(() => answer(given));
});

async function answer({ id, job }: { id: number; job: PageJob }): Promise<void> {
  try {
    const { page, records } = await runPageJob(job, options);
    const packed = page && packPage(page, options.reads ?? []);
    const transfer: ArrayBuffer[] = [];
    if (records !== undefined) transfer.push(records.buffer as ArrayBuffer);
    if (packed !== undefined) transfer.push(packed.shape.buffer as ArrayBuffer, packed.terms.buffer as ArrayBuffer);
    parentPort!.postMessage({ id, page: packed, records } satisfies WorkerAnswer, transfer);
  } catch (thrown) {
    const { code, message, policy } = unreadable(thrown);
    parentPort!.postMessage({ id, failure: { code, message, policy } } satisfies WorkerAnswer);
  }
}
