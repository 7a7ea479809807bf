import { setTimeout as sleep } from 'node:timers/promises';

/** Time as the engine sees it; tests and the lab bring their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after this time, or at once when the signal fires. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => sleep(ms, undefined, signal && { signal }).catch(() => undefined),
};
