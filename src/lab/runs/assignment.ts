import type { RawOptions } from '../../config/layer.js';
import type { StopReason } from '../../crawl/progress/stop-reason.js';
import type { Teaching } from './simulated-person.js';

/**
 * Everything a crawl in the lab gets: options as a user would give them, and nothing of the truth, but for what a person who
 * teaches knows; that stays with the person.
 */
export interface Assignment {
  /** Options of a crawl: query, strategy, set, model, seed, maxPages, … The web is the lab's own. */
  readonly options: RawOptions;
  /** Politeness and latency on a virtual clock; without it there are no delays. */
  readonly latency?: Latency;
  /** A simulated person who answers about visited pages. */
  readonly teaching?: Teaching;
}

/** How long the answers of a simulated web take: log-normal, seeded by URL, so that every crawl finds the same web. */
export interface Latency {
  readonly medianMs: number;
  /** Standard deviation of the logarithm. */
  readonly spread: number;
  readonly seed: number;
}

/** What a crawl did, as it is judged. */
export interface RunTrace {
  /** Documents in the order of their visits, by number. */
  readonly pages: Int32Array;
  /** The strategy's own judgement of each, 0..1. */
  readonly judged: Float64Array;
  /** What it thinks of each when the crawl has ended, by all that it has learnt; absent where that is what it thought before. */
  readonly final?: Float64Array;
  /** When each was committed, in ms since the start, on the virtual clock; 0 without one. */
  readonly at: Float64Array;
  readonly reason: StopReason;
  /** CPU time of the crawl, without the reading of pages, which are read beforehand. */
  readonly cpuMs: number;
}
