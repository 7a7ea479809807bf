import { effect } from '@preact/signals';
import type { Job } from '../../api/crawls.js';
import { ApiError } from './api-error.js';
import { request } from './request.js';
import { hearJobs, jobs } from './stream.js';

/** The stream tells of jobs; this is for when it is broken. */
const askMs = 2_000;

/** Waits for the end of a job. `hear` is called with each state of it. */
export function awaitJob<Result>(job: Job<Result>, hear: (job: Job<Result>) => void = () => {}): Promise<Result> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setInterval> | undefined;
    let end: (() => void) | undefined;
    const finish = (settle: () => void) => {
      clearInterval(timer);
      // The effect may still be running for the first time.
      queueMicrotask(() => end?.());
      settle();
    };
    hearJobs([job]);
    end = effect(() => {
      const now = jobs.value.get(job.id) as Job<Result> | undefined;
      if (now === undefined) return;
      hear(now);
      if (now.state === 'done') finish(() => resolve(now.result as Result));
      else if (now.state !== 'running')
        finish(() => reject(new ApiError(now.error?.code ?? now.state, now.error?.message ?? 'It was cancelled.', 0)));
    });
    timer = setInterval(() => {
      request('GET /api/jobs/:job', { job: job.id }).then(
        (now) => hearJobs([now]),
        (error: Error) => finish(() => reject(error)),
      );
    }, askMs);
  });
}
