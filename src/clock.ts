import { uptime } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Time as the engine sees it; tests and the lab bring their own. */
export interface Clock {
  /** Milliseconds since 1970; never goes back, and passes as fast for the crawl as for the hosts that it spares. */
  now(): number;
  /** Resolves after this time, or at once when the signal fires. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The clocks of a machine, in milliseconds. */
export interface MachineClocks {
  /** Since 1970; may be set to anything at any moment. */
  wall(): number;
  /** Cannot be set, but stands still while the machine sleeps. */
  running(): number;
  /** Cannot be set and goes on while the machine sleeps, but is coarse. */
  sinceBoot(): number;
}

/** A wall clock that is off by more than this was set, or the machine slept. */
const jumpMs = 1_000;

/**
 * Time since 1970 that goes on from the moment it is made, whatever becomes of the wall clock: one that is set back would
 * leave hosts alone for hours, one that is set forward would break their delays and end the time budget. A machine that
 * slept is distinguished from one whose clock was set by the time since boot.
 */
export function steadyTime({ wall, running, sinceBoot }: MachineClocks): () => number {
  const [startedAt, bootedBefore] = [wall(), sinceBoot()];
  let offset = startedAt - running();
  /** How far the wall clock is known to be off. */
  let known = 0;
  return () => {
    const off = wall() - running() - offset;
    if (Math.abs(off - known) > jumpMs) {
      const slept = startedAt + sinceBoot() - bootedBefore - running() - offset;
      if (slept > jumpMs) offset += slept;
      known = wall() - running() - offset;
    }
    return Math.floor(running() + offset);
  };
}

/** More than a timer can hold would end it at once. */
const longestTimer = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: steadyTime({ wall: () => Date.now(), running: () => performance.now(), sinceBoot: () => uptime() * 1_000 }),
  sleep: (ms, signal) => sleep(Math.min(ms, longestTimer), undefined, signal && { signal }).catch(() => undefined),
};
