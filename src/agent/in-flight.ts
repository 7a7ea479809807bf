import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../clock.js';
import type { Claim } from '../model/frontier.js';
import type { AgentCoordination } from './agent-coordination.js';
import type { FetchResult } from './fetch-claim.js';
import { WatchedWork } from './watched-work.js';

/** The requests under way and what has come of them, to be taken in an order that may be applied. */
export class InFlight {
  /** Claims in order, until their results are taken. */
  private readonly line: Claim[] = [];
  private readonly arrived = new Map<Claim, FetchResult>();
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
    this.line.push(claim);
    this.host = claim.host;
    this.coordination.underWay++;
    void arriving.then((fetchResult) => {
      this.arrived.set(claim, fetchResult);
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
    const claims = this.ordered ? this.head() : [...this.arrived.keys()];
    return claims.map((claim) => {
      const fetchResult = this.arrived.get(claim)!;
      this.arrived.delete(claim);
      this.line.splice(this.line.indexOf(claim), 1);
      return fetchResult;
    });
  }

  /** What was taken and not applied is the next to be taken again. */
  putBack(fetchResults: readonly FetchResult[]): void {
    this.line.unshift(...fetchResults.map(({ claim }) => claim));
    for (const fetchResult of fetchResults) this.arrived.set(fetchResult.claim, fetchResult);
  }

  /** Waits for all of them. They are no longer under way. */
  async rest(): Promise<FetchResult[]> {
    while (this.arrived.size < this.line.length) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    const fetchResults = this.line.splice(0).map((claim) => this.arrived.get(claim)!);
    this.arrived.clear();
    this.coordination.underWay -= fetchResults.length;
    return fetchResults;
  }

  private isReady(): boolean {
    return this.ordered ? this.head().every((claim) => this.arrived.has(claim)) : this.arrived.size > 0;
  }

  private head(): readonly Claim[] {
    return this.line.slice(0, Math.ceil(this.requests / 2));
  }
}

async function arrivalBefore(until: number, fetchResult: Promise<void>, clock: Clock): Promise<void> {
  const timer = new AbortController();
  await Promise.race([fetchResult, clock.sleep(Math.max(0, until - clock.now()), timer.signal)]);
  timer.abort();
}
