import { type Clock, systemClock } from '../../clock.js';

/** The time that a worker goes by; the lab brings its own. */
export interface WorkerTime extends Pick<Clock, 'sleep'> {
  /** Passes as fast for the worker as for the server, and cannot be set (ms). */
  running(): number;
  /** What the server's clock shows (ms since 1970), where the server is not asked for it. */
  readonly server?: () => number;
  /** Calls `work` so often, until the function that is returned is called. */
  every(ms: number, work: () => Promise<void>): () => void;
  /** The same, once. */
  after(ms: number, work: () => Promise<void>): () => void;
  /** Everything that is asked of the database is asked in here. */
  outside<T>(work: () => Promise<T>): Promise<T>;
}

/** Of the machine. Nothing that is due keeps a process alive. */
export const machineTime: WorkerTime = {
  running: () => performance.now(),
  sleep: systemClock.sleep,
  every(ms, work) {
    const timer = setInterval(() => void work(), ms).unref();
    return () => clearInterval(timer);
  },
  after(ms, work) {
    const timer = setTimeout(() => void work(), ms).unref();
    return () => clearTimeout(timer);
  },
  outside: (work) => work(),
};
