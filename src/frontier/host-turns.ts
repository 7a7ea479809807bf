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
  const wanted = takenUntil(hosts, Number.POSITIVE_INFINITY, pages);
  const isSoonEnough = (end: number) => takenUntil(hosts, now + end, wanted) >= wanted;
  if (isSoonEnough(0)) return now;
  let [before, end] = [0, 1];
  while (!isSoonEnough(end)) [before, end] = [end, 2 * end];
  while (end - before > 1) {
    const middle = Math.floor((before + end) / 2);
    if (isSoonEnough(middle)) end = middle;
    else before = middle;
  }
  return now + end;
}

/** How many of so many pages could have been taken until then. There may be thousands of hosts, and few are needed to tell. */
function takenUntil(hosts: readonly HostTurns[], until: number, pages: number): number {
  let taken = 0;
  for (const host of hosts) {
    taken += Math.min(host.queued, turnsUntil(host, until));
    if (taken >= pages) return pages;
  }
  return taken;
}
