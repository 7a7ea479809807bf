import { type Clock, systemClock } from '../clock.js';
import { acceptEncoding, decodeContent } from '../download/content-decoding.js';
import { fetchFailures } from '../download/fetch-failures.js';
import { parseRetryAfter, retriedStatuses, retryDelay } from '../download/pace.js';
import { headerOf, isRedirect, locationOf, type Transport, type TransportResponse } from '../download/transport.js';
import { Failure, messageOf } from '../failure.js';
import { longestList } from '../lists/longest-list.js';
import { parsedUrl } from '../url/parsed-url.js';

export interface SeedWebOptions {
  readonly userAgent: string;
  /** Longest answer, after decompression. */
  readonly maxBytes?: number;
  readonly retries?: number;
  /** Milliseconds that a source has for an answer; a list of pages may be long, and has as long as the transport gives it. */
  readonly patience?: number;
  /** Called with the hosts that are waited for, whenever these change. */
  readonly onWaiting?: (hosts: readonly string[]) => void;
  readonly clock?: Clock;
  readonly random?: () => number;
}

export interface SeedRequest {
  /** Appended to the URL as its query. */
  readonly parameters?: Readonly<Record<string, string | number | undefined>>;
  /** The same, but never shown: keys. */
  readonly secretParameters?: Readonly<Record<string, string | undefined>>;
  /** Never shown either: keys too. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /**
   * Reads an answer other than 200, parsed where it is JSON, of a source that says there what is wrong. A failure is thrown
   * at once, undefined leaves the answer to its status. Failures must not repeat the source's words: they may name the key.
   */
  readonly explain?: (status: number, answer: unknown) => Failure | undefined;
  /** A status that says here what 429 says elsewhere. */
  readonly quotaStatus?: number;
}

/** How something is asked for. */
interface Manner {
  readonly accept?: string | undefined;
  /** Milliseconds until nobody waits for an answer any longer. */
  readonly patience?: number;
}

/** What is to be found somewhere. */
export interface SeedDocument {
  /** After redirects. */
  readonly url: string;
  readonly contentType?: string;
  readonly bytes: Uint8Array;
}

const defaults = {
  maxBytes: longestList,
  retries: 2,
  patience: 15_000,
  onWaiting: () => undefined,
  clock: systemClock,
  random: Math.random,
};
/** Somebody who asks to wait for longer than this is not waited for. */
const longestWait = 30_000;
const mostRedirects = 3;
/** A list of pages may have as much; answers of sources are far below it. */
export const largestAnswer = longestList;

/**
 * How sources of seeds are asked: over the same transport as pages, so that the address guard and its limits hold; politely
 * tried again after passing failures, but not after a time-out: who did not answer for so long seldom does. Failures name the
 * place without any key.
 *
 * Codes of its failures: `source-unreachable`, `source-quota` (429, or what a source throws so), `source-refused` (401, 403),
 * `source-failed` (other statuses), `source-answer` (not what its protocol says).
 */
export class SeedWeb {
  readonly #transport: Transport;
  readonly #options: Required<SeedWebOptions>;
  /** The host of each request that is not done. */
  readonly #waiting: string[] = [];

  constructor(transport: Transport, options: SeedWebOptions) {
    this.#transport = transport;
    this.#options = { ...defaults, ...options };
  }

  async json(url: string, request: SeedRequest = {}): Promise<unknown> {
    const text = await this.#text(url, request, 'application/json');
    try {
      return JSON.parse(text);
    } catch {
      throw badAnswer(url, 'its answer is not JSON');
    }
  }

  async text(url: string, request: SeedRequest = {}): Promise<string> {
    return this.#text(url, request);
  }

  /** A list of pages as it lies somewhere, its content encoding undone. */
  async document(url: string): Promise<SeedDocument> {
    const response = await this.#waitingFor(url, () => this.#answer(url, {}, {}));
    const contentType = headerOf(response, 'content-type');
    return { url: response.url, ...(contentType !== undefined && { contentType }), bytes: this.#body(url, response) };
  }

  /** Waits as a source asks to, in milliseconds; one that asks for too long is not waited for. */
  async pause(url: string, ms: number): Promise<void> {
    if (ms > longestWait) throw usedUp(url, waitWords(ms));
    if (ms > 0) await this.#waitingFor(url, () => this.#options.clock.sleep(ms));
  }

  async #text(url: string, request: SeedRequest, accept?: string): Promise<string> {
    const manner = { accept, patience: this.#options.patience };
    const response = await this.#waitingFor(url, () => this.#answer(url, request, manner));
    return new TextDecoder().decode(this.#body(url, response));
  }

  async #waitingFor<T>(url: string, work: () => Promise<T>): Promise<T> {
    const host = placeOf(url);
    const tell = () => this.#options.onWaiting([...new Set(this.#waiting)]);
    this.#waiting.push(host);
    tell();
    try {
      return await work();
    } finally {
      this.#waiting.splice(this.#waiting.indexOf(host), 1);
      tell();
    }
  }

  /** The first answer with status 200. */
  async #answer(url: string, request: SeedRequest, manner: Manner): Promise<TransportResponse> {
    for (let attempt = 1; ; attempt++) {
      const response = await this.#response(url, request, manner, attempt);
      if (response?.status === 200) return response;
      const wait = response === undefined ? this.#backOff(attempt) : this.#waitAfter(url, request, response, attempt);
      await this.#options.clock.sleep(wait);
    }
  }

  /** Undefined when there was no answer and the place may be asked again. */
  async #response(
    url: string,
    request: SeedRequest,
    { accept, patience }: Manner,
    attempt: number,
  ): Promise<TransportResponse | undefined> {
    const signal = patience === undefined ? undefined : AbortSignal.timeout(patience);
    try {
      return await this.#follow(url, request, accept, signal);
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw unreachable(url, '', messageOf(thrown));
      if (signal?.aborted) throw unreachable(url, 'total-timeout', fetchFailures['total-timeout'].sentence);
      const isLate = thrown.code.endsWith('-timeout');
      if (thrown.policy === 'retry' && !isLate && attempt <= this.#options.retries) return undefined;
      if (thrown.code.startsWith('source-')) throw thrown;
      if (unusableAnswers.has(thrown.code)) throw badAnswer(url, reasonOf(thrown));
      throw unreachable(url, thrown.code, reasonOf(thrown));
    }
  }

  async #follow(
    url: string,
    { parameters, secretParameters = {}, headers = {} }: SeedRequest,
    accept: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<TransportResponse> {
    const { origin } = new URL(url);
    const common = { 'user-agent': this.#options.userAgent, 'accept-encoding': acceptEncoding, accept };
    const secretive = Object.keys(defined(secretParameters)).length > 0;
    let target = withParameters(url, { ...parameters, ...secretParameters });
    for (let hops = 0; ; hops++) {
      const own = new URL(target).origin === origin ? headers : {};
      const response = await this.#transport.fetch({
        url: target,
        headers: defined({ ...common, ...own }),
        ...(signal && { signal }),
      });
      const location = isRedirect(response.status) ? locationOf(response) : undefined;
      if (location === undefined) return response;
      if (hops === mostRedirects) throw badAnswer(url, 'it redirects without end');
      const next = parsedUrl(location, target);
      if (next?.protocol !== 'https:' && next?.protocol !== 'http:')
        throw badAnswer(url, 'it redirects to no web address');
      // A key in the URL would be sent to the target of the redirect.
      if (secretive && next.origin !== origin) throw badAnswer(url, `it redirects to ${next.origin}`);
      target = next.href;
    }
  }

  #body(url: string, response: TransportResponse): Uint8Array {
    try {
      return decodeContent(response.body, headerOf(response, 'content-encoding'), this.#options.maxBytes);
    } catch (thrown) {
      throw badAnswer(url, messageOf(thrown));
    }
  }

  /** How long to wait until the next attempt; throws where that would change nothing. */
  #waitAfter(url: string, request: SeedRequest, response: TransportResponse, attempt: number): number {
    const { status } = response;
    const explained = request.explain?.(status, this.#errorAnswer(url, response));
    if (explained !== undefined) throw explained;
    const { clock, retries } = this.#options;
    const asked = parseRetryAfter(headerOf(response, 'retry-after'), clock.now());
    const wait = asked ?? this.#backOff(attempt);
    if (attempt > retries || wait > longestWait || !retriedStatuses.has(status))
      throw refusal(url, request, status, asked);
    return wait;
  }

  #backOff(attempt: number): number {
    return Math.min(retryDelay(attempt, this.#options.random), longestWait);
  }

  #errorAnswer(url: string, response: TransportResponse): unknown {
    let text = '';
    try {
      text = new TextDecoder().decode(this.#body(url, response));
      return JSON.parse(text);
    } catch {
      return text;
    }
  }
}

/** For a source whose answer is not what its protocol says, or says that it failed. */
export function badAnswer(url: string, why: string): Failure {
  return new Failure('source-answer', `${placeOf(url)} gave no answer that can be used: ${why}`, 'skip', about(url));
}

/** For a source that says in its own words that the quota is used up. */
export function usedUp(url: string, why: string): Failure {
  return new Failure('source-quota', `${placeOf(url)} answers no more for now: ${why}`, 'skip', about(url));
}

/** For a source that says in its own words that it does not let the user in. */
export function refused(url: string, status: number, why: string): Failure {
  return new Failure('source-refused', `${placeOf(url)} refuses (${status}): ${why}`, 'skip', about(url, { status }));
}

/** For a source that says in its own words what it cannot do. */
export function failed(url: string, status: number, why = ''): Failure {
  const message = `${placeOf(url)} failed (status ${status})${why && `: ${why}`}`;
  return new Failure('source-failed', message, 'skip', about(url, { status }));
}

function unreachable(url: string, code: string, why: string): Failure {
  return new Failure('source-unreachable', `${placeOf(url)} cannot be reached: ${why}`, 'skip', about(url, { code }));
}

function refusal(url: string, request: SeedRequest, status: number, askedWait: number | undefined): Failure {
  if (status === 429 || status === request.quotaStatus) {
    const when = askedWait === undefined ? '' : `; ${waitWords(askedWait)}`;
    return usedUp(url, `too many requests (${status})${when}`);
  }
  if (status !== 401 && status !== 403) return failed(url, status);
  const isKeyed = Object.keys(defined({ ...request.headers, ...request.secretParameters })).length > 0;
  return refused(url, status, isKeyed ? 'the key is wrong or not allowed to do this' : 'access is not allowed');
}

function waitWords(ms: number): string {
  return `it asks to wait ${Math.ceil(ms / 1000)} s`;
}

/** Host alone: addresses may hold keys. */
function placeOf(url: string): string {
  return new URL(url).host;
}

/** Evidence, with the address but for the parts that may hold passwords and keys. */
function about(url: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  const { origin, pathname } = new URL(url);
  return { url: origin + pathname, ...more };
}

/** Failures of the transport where the place was reached. */
const unusableAnswers: ReadonlySet<string> = new Set(['body-too-large', 'header-overflow', 'malformed-response']);

/** From the table: the message of a failure may name the whole address. */
function reasonOf({ code }: Failure): string {
  const known: Readonly<Record<string, { readonly sentence: string }>> = fetchFailures;
  return known[code]?.sentence ?? code;
}

function withParameters(url: string, parameters: NonNullable<SeedRequest['parameters']>): string {
  const target = new URL(url);
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) target.searchParams.set(name, String(value));
  return target.href;
}

function defined(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
