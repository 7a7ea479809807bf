import type { VirtualClock } from '../src/lab/runs/virtual-clock.js';
import type { WorkerTime } from '../src/store/postgres/worker-time.js';

/** The time of workers in the lab: what the database takes is none of it. */
export function virtualTime(clock: VirtualClock): WorkerTime {
  const later = (ms: number, work: () => Promise<void>, again: boolean) => {
    const { signal, abort } = abortable();
    void (async () => {
      do {
        await clock.sleep(ms, signal);
        if (!signal.aborted) await work();
      } while (again && !signal.aborted);
    })();
    return abort;
  };
  return {
    running: () => clock.now(),
    server: () => clock.now(),
    sleep: (ms, signal) => clock.sleep(ms, signal),
    every: (ms, work) => later(ms, work, true),
    after: (ms, work) => later(ms, work, false),
    outside: (work) => clock.outside(work),
  };
}

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
