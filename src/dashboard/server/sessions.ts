import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Refusal } from './refusal.js';

const mostSessions = 100;
const lastsFor = 30 * 24 * 3_600_000;
/** Wrong tokens in a minute; then nobody is let in until it is over. */
const mostTries = 10;
const minute = 60_000;

/** Who is there: whoever knew the token has a cookie. */
export class Sessions {
  readonly #sessions = new Map<string, number>();
  readonly #token: Buffer;
  #failures: number[] = [];

  constructor(
    token: string,
    /** Cookies are shared by all ports of a host, so theirs have different names. */
    private readonly port: number,
  ) {
    this.#token = digest(token);
  }

  /** The cookie to set. Throws where the token is wrong. */
  open(token: string, now = Date.now()): string {
    this.#failures = this.#failures.filter((at) => now - at < minute);
    if (this.#failures.length >= mostTries)
      throw new Refusal(429, 'too-many-tries', 'Too many wrong tokens; try again in a minute.', {
        'retry-after': '60',
      });
    if (!timingSafeEqual(digest(token), this.#token)) {
      this.#failures.push(now);
      throw new Refusal(401, 'wrong-token', 'The token is wrong; open the address that "osprey serve" shows.');
    }
    const id = randomBytes(32).toString('base64url');
    const oldest = this.#sessions.keys().next().value;
    if (this.#sessions.size >= mostSessions && oldest !== undefined) this.#sessions.delete(oldest);
    this.#sessions.set(id, now + lastsFor);
    return `${this.#name}=${id}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${lastsFor / 1000}`;
  }

  /** The id of the session that the request belongs to. Throws where there is none. */
  of({ headers }: IncomingMessage, now = Date.now()): string {
    const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim().split('='));
    const id = cookies.find(([name]) => name === this.#name)?.[1];
    if (id === undefined || (this.#sessions.get(id) ?? 0) < now)
      throw new Refusal(401, 'no-session', 'Open the address that "osprey serve" shows.');
    return id;
  }

  get #name(): string {
    return `osprey-${this.port}`;
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
