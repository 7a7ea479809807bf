import type { Forecast } from '../crawl/progress/forecast.js';
import type { FrontierStats } from './frontier.js';

/*
 * What a crawl leaves word of in its notes while it runs, for whoever looks at it from another process: reading a note costs nothing,
 * however large the crawl is.
 */

/** Note of this name: where the crawl stands (`DiaryState`), every second or so. */
export const stateNote = 'diary-state';
/** Where it stood over time (`DiaryPoint[]`). */
export const historyNote = 'diary-history';
/** What agents had learnt over time (`DiaryWords[]`). */
export const wordsNote = 'diary-words';
/** When it was started and ended, and what failed (`DiaryEvent[]`). */
export const eventsNote = 'diary-events';

export interface DiaryPoint {
  readonly at: number;
  readonly pages: number;
  readonly relevant: number;
  readonly recentHarvest: number;
  readonly pagesPerSecond: number;
  readonly queued: number;
  readonly hostsReady: number;
  readonly hostsWaiting: number;
  readonly failed: number;
  readonly bytes: number;
  readonly forecast?: Forecast;
}

export interface DiaryState extends DiaryPoint {
  readonly elapsedMs: number;
  readonly frontier: FrontierStats;
  readonly msLeft?: number;
  /** Nothing is done until then. */
  readonly waitsUntil?: number;
}

/** The words that count most for an agent, best first, by the ids of their terms. */
export interface DiaryWords {
  readonly at: number;
  readonly pages: number;
  readonly agent: number;
  readonly words: readonly (readonly [id: number, weight: number])[];
}

export interface DiaryEvent {
  readonly at: number;
  readonly kind: 'start' | 'resume' | 'stop' | 'fault';
  /** Stop reason or code of the fault; '' for the others. */
  readonly code: string;
  readonly message: string;
}
