import type { HostScheduler } from './host-scheduler.js';
import type { HostTurns } from './host-turns.js';
import type { HostState } from './hosts.js';

/** What a host of another process has for sale: its turns, and the places of its best URLs. */
export interface HostOffer extends HostTurns {
  readonly urls: readonly (readonly [level: number, priority: number])[];
}

/** What a process tells others that spend the same budget. */
export interface Standing {
  /** URLs that it has taken so far. */
  readonly claims: number;
  readonly offers: readonly HostOffer[];
}

/** What others have done since they were last heard of: URLs that they took, and pages that became of them. */
export interface HeardOf {
  readonly claims: number;
  readonly documents: number;
}

/** A place on a level, at a host of another process. */
export interface OfferedPlace {
  readonly priority: number;
  readonly offer: HostOffer;
}

/** URLs that are offered at most. */
const mostOffered = 200;

/** The best URLs of these queues, by host, for other processes that spend the same budget. */
export function hostOffers(
  scheduler: HostScheduler,
  queues: readonly number[],
  now: number,
  answerTime: number,
): HostOffer[] {
  const urls = new Map<HostState, [number, number][]>();
  let offered = 0;
  for (const level of scheduler.levelsOf(queues))
    for (const { hostQueue, priority } of scheduler.inOrder(queues, level)) {
      if (offered++ >= mostOffered) break;
      const { hostState } = hostQueue;
      urls.set(hostState, [...(urls.get(hostState) ?? []), [level, priority]]);
    }
  const offers = [...urls].map(([hostState, places]) => ({
    ...scheduler.turnsOf(hostState, now, answerTime),
    urls: places,
  }));
  // One that never opens has no turns to offer.
  return offers.filter(({ opensAt }) => opensAt < Number.POSITIVE_INFINITY);
}

/** The places that others offer, by level, best first. */
export function placesByLevel(offers: readonly HostOffer[]): Map<number, OfferedPlace[]> {
  const places = new Map<number, OfferedPlace[]>();
  for (const offer of offers)
    for (const [level, priority] of offer.urls) {
      const known = places.get(level) ?? [];
      known.push({ priority, offer });
      places.set(level, known);
    }
  for (const known of places.values()) known.sort((a, b) => b.priority - a.priority);
  return places;
}
