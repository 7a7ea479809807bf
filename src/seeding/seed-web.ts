import { type Clock, systemClock } from '../clock.js';
import { acceptEncoding, decodeContent } from '../download/content-decoding.js';
import { parseRetryAfter, retriedStatuses, retryDelay } from '../download/pace.js';
import { headerOf, locationOf, type Transport, type TransportResponse } from '../download/transport.js';
import { Failure, messageOf } from '../failure.js';

export interface SeedWebOptions {
  readonly userAgent: string;
  /** Longest answer, after decompression. */
  readonly maxBytes?: number;
  readonly retries?: number;
  readonly clock?: Clock;
  readonly random?: () => number;
}

export interface SeedRequest {
  /** Appended to the URL as its query. */
  readonly parameters?: Readonly<Record<string, string | number | undefined>>;
  /** The same, but never shown: keys. */
  readonly secretParameters?: Readonly<Record<string, string | undefined>>;
  /** Never shown either. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** Somebody who asks to wait for longer than this is not waited for. */
const longestWait = 30_000;
const mostRedirects = 3;
const largestAnswer = 20 * 1024 * 1024;

/**
 * How sources of seeds are asked: over the same transport as pages, so that the address guard and its limits hold; politely
 * tried again after passing failures. Failures name the place without any key.
 *
 * Codes of its failures: `source-unreachable`, `source-quota` (429, or what a source throws so), `source-refused` (401, 403),
 * `source-failed` (other statuses), `source-answer` (not what its protocol says).
 */
export class SeedWeb {
  readonly #transport: Transport;
  readonly #options: Required<SeedWebOptions>;

  constructor(transport: Transport, options: SeedWebOptions) {
    this.#transport = transport;
    this.#options = { maxBytes: largestAnswer, retries: 2, clock: systemClock, random: Math.random, ...options };
  }

  async json(url: string, request: SeedRequest = {}): Promise<unknown> {
    const text = await this.text(url, { ...request, headers: { accept: 'application/json', ...request.headers } });
    try {
      return JSON.parse(text);
    } catch {
      throw strange(url, 'its answer is not JSON');
    }
  }

  async text(url: string, request: SeedRequest = {}): Promise<string> {
    const body = await this.bytes(url, request);
    return new TextDecoder().decode(body);
  }

  /** The body of a 200 answer, decoded. */
  async bytes(url: string, request: SeedRequest = {}): Promise<Uint8Array> {
    for (let attempt = 1; ; attempt++) {
      const again = attempt <= this.#options.retries;
      const response = await this.#response(url, request, again);
      if (response !== undefined && response.status === 200) return this.#body(url, response);
      const wait =
        response === undefined ? retryDelay(attempt, this.#options.random) : this.#waitAfter(response, attempt);
      if (!again || wait === undefined || wait > longestWait) throw refusal(url, response!);
      await this.#options.clock.sleep(wait);
    }
  }

  /** Undefined when the place could not be reached and may be tried again. */
  async #response(url: string, request: SeedRequest, again: boolean): Promise<TransportResponse | undefined> {
    try {
      return await this.#follow(url, request);
    } catch (thrown) {
      if (thrown instanceof Failure && thrown.policy === 'retry' && again) return undefined;
      if (thrown instanceof Failure && thrown.code.startsWith('source-')) throw thrown;
      const [code, message] = thrown instanceof Failure ? [thrown.code, reasonOf(thrown)] : ['', messageOf(thrown)];
      throw new Failure('source-unreachable', `${placeOf(url)} cannot be reached: ${message}`, 'skip', { url, code });
    }
  }

  async #follow(url: string, { parameters, secretParameters, headers }: SeedRequest): Promise<TransportResponse> {
    const { origin } = new URL(url);
    const { userAgent } = this.#options;
    let target = withParameters(url, { ...parameters, ...secretParameters });
    for (let hops = 0; ; hops++) {
      const own = new URL(target).origin === origin ? defined(headers) : {};
      const response = await this.#transport.fetch({
        url: target,
        headers: { 'user-agent': userAgent, 'accept-encoding': acceptEncoding, ...own },
      });
      const location = [301, 302, 303, 307, 308].includes(response.status) ? locationOf(response) : undefined;
      if (location === undefined) return response;
      if (hops === mostRedirects || !URL.canParse(location, target)) throw strange(url, 'it redirects without end');
      const next = new URL(location, target);
      // A key in the address would be told to whoever the redirect names.
      if (next.origin !== origin && secretParameters !== undefined) throw strange(url, `it redirects to ${next.host}`);
      if (next.protocol !== 'https:' && next.protocol !== 'http:') throw strange(url, 'it redirects to no web address');
      target = next.href;
    }
  }

  #body(url: string, response: TransportResponse): Uint8Array {
    try {
      return decodeContent(response.body, headerOf(response, 'content-encoding'), this.#options.maxBytes);
    } catch (thrown) {
      throw strange(url, messageOf(thrown));
    }
  }

  /** When to ask again; undefined where that would change nothing. */
  #waitAfter(response: TransportResponse, attempt: number): number | undefined {
    if (!retriedStatuses.has(response.status)) return undefined;
    const { clock, random } = this.#options;
    return parseRetryAfter(headerOf(response, 'retry-after'), clock.now()) ?? retryDelay(attempt, random);
  }
}

/** For a source whose answer is not what its protocol says, or says that it failed. */
export function strange(url: string, why: string): Failure {
  return new Failure('source-answer', `${placeOf(url)} gave no answer that can be used: ${why}`, 'skip', { url });
}

/** For a source that says in its own words that the quota is used up. */
export function usedUp(url: string, why: string): Failure {
  return new Failure('source-quota', `${placeOf(url)} answers no more for now: ${why}`, 'skip', { url });
}

function refusal(url: string, response: TransportResponse): Failure {
  const { status } = response;
  const evidence = { url, status };
  const place = placeOf(url);
  if (status === 429) {
    const after = headerOf(response, 'retry-after');
    const when = after === undefined ? '' : `; it asks to wait (Retry-After: ${after.slice(0, 40)})`;
    return new Failure(
      'source-quota',
      `${place} answers no more for now: too many requests (429)${when}`,
      'skip',
      evidence,
    );
  }
  if (status === 401 || status === 403)
    return new Failure(
      'source-refused',
      `${place} refuses (${status}): the key is missing, wrong or not allowed`,
      'skip',
      evidence,
    );
  return new Failure('source-failed', `${place} failed (status ${status})`, 'skip', evidence);
}

/** Host alone: addresses may hold keys. */
function placeOf(url: string): string {
  return new URL(url).host;
}

/** Messages of the transport may name the whole address. */
function reasonOf({ code }: Failure): string {
  return code;
}

function withParameters(url: string, parameters: NonNullable<SeedRequest['parameters']>): string {
  const target = new URL(url);
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) target.searchParams.set(name, String(value));
  return target.href;
}

function defined(headers: SeedRequest['headers'] = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
