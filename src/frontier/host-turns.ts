/** The turns of a host: when the next one is, the time between two (ms), and how many URLs wait for one. */
export interface HostTurns {
  readonly opensAt: number;
  readonly delay: number;
  readonly queued: number;
}

/** Turns that the host has until then. */
export function turnsUntil({ opensAt, delay }: Pick<HostTurns, 'opensAt' | 'delay'>, until: number): number {
  if (opensAt > until || opensAt === Number.POSITIVE_INFINITY) return 0;
  return delay === 0 ? Number.POSITIVE_INFINITY : 1 + Math.floor((until - opensAt) / delay);
}

/** When so many pages, or all that are queued, could have been taken by whoever takes whatever is ready. */
export function soonestEnd(hosts: readonly HostTurns[], pages: number, now: number): number {
  const taken = (until: number) => hosts.reduce((sum, host) => sum + Math.min(host.queued, turnsUntil(host, until)), 0);
  const wanted = Math.min(pages, taken(Number.POSITIVE_INFINITY));
  if (taken(now) >= wanted) return now;
  let [before, end] = [0, 1];
  while (taken(now + end) < wanted) [before, end] = [end, 2 * end];
  while (end - before > 1) {
    const middle = Math.floor((before + end) / 2);
    if (taken(now + middle) < wanted) before = middle;
    else end = middle;
  }
  return now + end;
}
