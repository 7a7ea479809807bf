import { Failure } from '../failure.js';

/** No more requests are begun for this long after one found no descriptor. */
export const breather = 1_000;
/** Without an answer for so long, the crawl cannot go on. */
const longest = 60_000;

/**
 * This machine has no descriptors left for connections: no fault of any host. Fewer requests are sent at a time, and one more after every answer;
 * if no answer comes any more, the crawl ends.
 */
export class LocalShortage {
  private since: number | undefined;
  private lastAt = Number.NEGATIVE_INFINITY;
  /** Requests of an agent at a time. */
  private most = Number.POSITIVE_INFINITY;

  /** Whether a request found no descriptor since the last answer. */
  get isFelt(): boolean {
    return this.since !== undefined;
  }

  /** A request found none, when its agent had so many under way. */
  felt(now: number, underWay: number): void {
    this.since ??= now;
    // Those that were sent together fail together.
    if (now - this.lastAt >= breather) this.most = Math.max(1, Math.floor(Math.min(this.most, underWay) / 2));
    this.lastAt = now;
    if (now - this.since > longest) throw tooLong(now - this.since);
  }

  answered(): void {
    this.since = undefined;
    this.most++;
  }

  /** How many requests an agent may have under way now. */
  limit(now: number): { readonly requests: number; readonly nextAt?: number } {
    if (now - this.lastAt < breather) return { requests: 0, nextAt: this.lastAt + breather };
    return { requests: this.most };
  }
}

function tooLong(ms: number): Failure {
  const message = 'This process may open no more connections: raise its limit (ulimit -n), or lower --requests.';
  return new Failure('local-resources', message, 'fatal', { ms });
}
