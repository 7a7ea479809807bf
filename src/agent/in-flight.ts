import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../clock.js';
import type { Claim } from '../frontier/frontier.js';
import type { Arrival } from './arrival.js';
import type { Company } from './company.js';

/** The requests under way and what has come of them, to be taken in an order that may be applied. */
export class InFlight {
  /** Claims in order, until their arrivals are taken. */
  private readonly line: Claim[] = [];
  private readonly arrived = new Map<Claim, Arrival>();
  private wake: () => void = () => {};

  /**
   * `ordered`: arrivals are taken in the order of their claims, always `requests / 2` at a time, so that timing has no say
   * in what is applied when. Otherwise as they come.
   */
  constructor(
    private readonly ordered: boolean,
    private readonly requests: number,
    private readonly company: Company,
  ) {}

  get size(): number {
    return this.line.length;
  }

  /** `arriving` must not fail. */
  add(claim: Claim, arriving: Promise<Arrival>): void {
    this.line.push(claim);
    this.company.underWay++;
    void arriving.then((arrival) => {
      // It may have been given up.
      if (!this.line.includes(claim)) return;
      this.arrived.set(claim, arrival);
      this.wake();
    });
  }

  /** Ends the present wait. */
  nudge(): void {
    this.wake();
  }

  /** Waits for arrivals that can be taken, or until `until`. */
  async wait(clock: Clock, until: number | undefined): Promise<void> {
    if (!this.isReady()) {
      const arrival = new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      if (until === undefined) await arrival;
      else await arrivalBefore(until, arrival, clock);
    }
    // Whatever else has arrived by now goes into the same transaction.
    if (!this.ordered) await nextTurn();
  }

  /** The arrivals to apply now; none if there are not enough yet. They are under way until they are committed. */
  take(): Arrival[] {
    if (!this.isReady()) return [];
    const claims = this.ordered ? this.head() : [...this.arrived.keys()];
    return claims.map((claim) => {
      const arrival = this.arrived.get(claim)!;
      this.arrived.delete(claim);
      this.line.splice(this.line.indexOf(claim), 1);
      return arrival;
    });
  }

  /** Gives up waiting for all of them. */
  drop(): Claim[] {
    this.company.underWay -= this.line.length;
    this.arrived.clear();
    return this.line.splice(0);
  }

  private isReady(): boolean {
    return this.ordered ? this.head().every((claim) => this.arrived.has(claim)) : this.arrived.size > 0;
  }

  private head(): readonly Claim[] {
    return this.line.slice(0, Math.ceil(this.requests / 2));
  }
}

async function arrivalBefore(until: number, arrival: Promise<void>, clock: Clock): Promise<void> {
  const timer = new AbortController();
  await Promise.race([arrival, clock.sleep(Math.max(0, until - clock.now()), timer.signal)]);
  timer.abort();
}
