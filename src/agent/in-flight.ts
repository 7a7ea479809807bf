import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../clock.js';
import type { Claim } from '../model/frontier.js';
import type { AgentCoordination } from './agent-coordination.js';
import type { FetchResult } from './fetch-claim.js';
import { WatchedWork } from './watched-work.js';

/** A request under way, until its result is taken. */
interface Request {
  readonly claim: Claim;
  fetchResult: FetchResult | undefined;
}

/**
 * The requests under way and what has come of them, to be taken in an order that may be applied. In arrays: a Map that is filled and emptied
 * all the time leaves tables behind of which one keeps the next in memory, and with it pages that were settled long ago.
 */
export class InFlight {
  /** In the order of their claims. */
  private readonly line: Request[] = [];
  /** Those of them that have a result, in the order in which they came. */
  private readonly arrived: Request[] = [];
  private wake: () => void = () => {};
  /** The features that are computed before their pages can be taken. */
  readonly features = new WatchedWork();
  /** Host of the last request; '' before the first. */
  host = '';

  /**
   * `ordered`: results are taken in the order of their claims, always `requests / 2` at a time, so that timing has no say
   * in what is applied when. Otherwise as they come.
   */
  constructor(
    private readonly ordered: boolean,
    private readonly requests: number,
    private readonly coordination: AgentCoordination,
  ) {}

  get size(): number {
    return this.line.length;
  }

  /** `arriving` must not fail. */
  add(claim: Claim, arriving: Promise<FetchResult>): void {
    const request: Request = { claim, fetchResult: undefined };
    this.line.push(request);
    this.host = claim.host;
    this.coordination.underWay++;
    void arriving.then((fetchResult) => {
      request.fetchResult = fetchResult;
      this.arrived.push(request);
      this.wake();
    });
  }

  /** Ends the present wait. */
  nudge(): void {
    this.wake();
  }

  /** Waits for results that can be taken, or until `until`. */
  async wait(clock: Clock, until: number | undefined): Promise<void> {
    if (!this.isReady()) {
      const fetchResult = new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      if (until === undefined) await fetchResult;
      else await arrivalBefore(until, fetchResult, clock);
    }
    // Whatever else has arrived by now goes into the same transaction.
    if (!this.ordered) await nextTurn();
  }

  /** The results to apply now; none if there are not enough yet. They are under way until they are committed. */
  take(): FetchResult[] {
    if (!this.isReady()) return [];
    const requests = this.ordered ? this.head() : [...this.arrived];
    for (const request of requests) {
      this.arrived.splice(this.arrived.indexOf(request), 1);
      this.line.splice(this.line.indexOf(request), 1);
    }
    return requests.map(({ fetchResult }) => fetchResult!);
  }

  /** What was taken and not applied is the next to be taken again. */
  putBack(fetchResults: readonly FetchResult[]): void {
    const requests = fetchResults.map((fetchResult) => ({ claim: fetchResult.claim, fetchResult }));
    this.line.unshift(...requests);
    this.arrived.push(...requests);
  }

  /** Waits for all of them. They are no longer under way. */
  async rest(): Promise<FetchResult[]> {
    while (this.arrived.length < this.line.length) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    const fetchResults = this.line.splice(0).map(({ fetchResult }) => fetchResult!);
    this.arrived.length = 0;
    this.coordination.underWay -= fetchResults.length;
    return fetchResults;
  }

  private isReady(): boolean {
    return this.ordered ? this.head().every(({ fetchResult }) => fetchResult !== undefined) : this.arrived.length > 0;
  }

  private head(): readonly Request[] {
    return this.line.slice(0, Math.ceil(this.requests / 2));
  }
}

async function arrivalBefore(until: number, fetchResult: Promise<void>, clock: Clock): Promise<void> {
  const timer = new AbortController();
  await Promise.race([fetchResult, clock.sleep(Math.max(0, until - clock.now()), timer.signal)]);
  timer.abort();
}
