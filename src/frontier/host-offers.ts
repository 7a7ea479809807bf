import type { HostQueue, HostScheduler } from './host-scheduler.js';
import { type HostTurns, turnsUntil } from './host-turns.js';
import type { HostState } from './hosts.js';

/** What a host of another process has for sale: its turns, and its best URLs, of like priority together. */
export interface HostOffer extends Omit<HostTurns, 'opensAt'> {
  /** After so long (ms), when it was told. */
  readonly opensIn: number;
  readonly urls: readonly (readonly [level: number, priority: number, count: number])[];
}

/** What a process tells others that spend the same budget. */
export interface Standing {
  /** URLs that it has taken so far, and those of them that it took for their new hosts. */
  readonly claims: number;
  readonly explored: number;
  /** Time that it may still spend on waiting, or owes (ms). */
  readonly credit: number;
  readonly offers: readonly HostOffer[];
}

/** What others have done since they were last heard of: URLs that they took, those for their new hosts, and pages that became of them. */
export interface HeardOf {
  readonly claims: number;
  readonly explored: number;
  readonly documents: number;
  /** How many of them come before this process, whenever all want the same. */
  readonly before: number;
}

/** URLs of about this priority on a level, at a host of another process. */
export interface OfferedPlace {
  readonly priority: number;
  readonly count: number;
  readonly offer: HostOffer;
}

/** URLs of a host that are told at least, where it has so many, and at most. */
const leastOfHost = 16;
const mostOfHost = 500;
/** URLs that are looked at for it, over all hosts. */
const mostLookedAt = 4_000;
/** Shares of those before them that are told as one. */
const likeness = 1 / 4;

/**
 * What these queues have for other processes that spend the same budget: of every host as many URLs as it has turns until then. One rich host
 * must not hide the others, or each process would have a price of its own. Far down, where a few URLs more or less do not change a price,
 * several are told as one.
 */
export function hostOffers(
  scheduler: HostScheduler,
  queues: readonly number[],
  now: number,
  { until, answerTime }: { readonly until: number; readonly answerTime: number },
): HostOffer[] {
  const hosts = new Map<HostState, { turns: HostTurns; most: number; places: [level: number, priority: number][] }>();
  const tellOf = (hostState: HostState) => {
    const known = hosts.get(hostState);
    if (known !== undefined) return known;
    const turns = scheduler.turnsOf(hostState, now, answerTime);
    const most = Math.min(mostOfHost, Math.max(leastOfHost, turnsUntil(turns, until)));
    const told = { turns, most, places: [] };
    hosts.set(hostState, told);
    return told;
  };
  const goesOn = ({ hostState }: HostQueue) => {
    const { places, most } = tellOf(hostState);
    return places.length < most;
  };
  let looked = 0;
  for (const level of scheduler.levelsOf(queues))
    for (const { hostQueue, priority } of scheduler.inOrder(queues, level, goesOn)) {
      if (looked++ >= mostLookedAt) break;
      const { places, most } = tellOf(hostQueue.hostState);
      if (places.length < most) places.push([level, priority]);
    }
  // One that never opens has no turns to offer.
  return [...hosts.values()]
    .filter(({ turns }) => turns.opensAt < Number.POSITIVE_INFINITY)
    .map(({ turns: { opensAt, delay, queued }, places }) => ({
      opensIn: opensAt - now,
      delay,
      queued,
      urls: together(places),
    }));
}

/**
 * The turns of a host of another process, a while after they were told. A host that is asked whenever it opens waits as long by now as it did
 * then: to take it for open, because its time has come since, would count turns that are used.
 */
export function turnsOfOffer({ opensIn, delay, queued }: HostOffer, now: number): HostTurns {
  return { opensAt: now + opensIn, delay, queued };
}

/** Each of the first few by itself, then more and more of a level as one, with the priority in their middle. */
function together(places: readonly (readonly [level: number, priority: number])[]): [number, number, number][] {
  const told: [number, number, number][] = [];
  for (let from = 0; from < places.length; ) {
    const level = places[from]![0];
    let to = Math.min(places.length, from + Math.max(1, Math.floor(from * likeness)));
    while (places[to - 1]![0] !== level) to--;
    const [, priority] = places[(from + to - 1) >> 1]!;
    told.push([level, priority, to - from]);
    from = to;
  }
  return told;
}

/** The places that others offer, by level, best first. */
export function placesByLevel(offers: readonly HostOffer[]): Map<number, OfferedPlace[]> {
  const places = new Map<number, OfferedPlace[]>();
  for (const offer of offers)
    for (const [level, priority, count] of offer.urls) {
      const known = places.get(level) ?? [];
      known.push({ priority, count, offer });
      places.set(level, known);
    }
  for (const known of places.values()) known.sort((a, b) => b.priority - a.priority);
  return places;
}
