import { Refusal } from './refusal.js';

/** So many requests at once, and so many a second in the long run, of each session. */
const [most, perSecond] = [200, 50] as const;
const mostKeys = 1_000;

/** A bucket of turns for every client. */
export class RateLimit {
  readonly #buckets = new Map<string, { left: number; at: number }>();

  /** Throws where the client asks too often. */
  take(client: string, now = Date.now()): void {
    const known = this.#buckets.get(client) ?? { left: most, at: now };
    const left = Math.min(most, known.left + ((now - known.at) * perSecond) / 1000);
    if (this.#buckets.size > mostKeys) this.#buckets.clear();
    this.#buckets.set(client, { left: Math.max(0, left - 1), at: now });
    if (left < 1) throw new Refusal(429, 'too-often', 'Too many requests; slow down.', { 'retry-after': '1' });
  }
}
