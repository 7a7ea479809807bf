import { setMaxListeners } from 'node:events';
import type { Dispatcher } from 'undici';
import { type FetchFailureCode, failureOf, fetchFailure } from './fetch-failures.js';
import type { TransportRequest, TransportResponse } from './transport.js';

/** The connection that carries an exchange, as far as an exchange must know it. */
export interface Link {
  remoteAddress: string | undefined;
  /** Answers that came over it so far: more than 0 means it was kept alive from an earlier request. */
  answers: number;
}

export interface ExchangeLimits {
  readonly maxBodyBytes: number;
  readonly totalTimeoutMs: number;
}

/** Bytes that cost less than a new connection. */
const cheapToDrain = 32 * 1024;

interface Outcome {
  resolve(response: TransportResponse): void;
  reject(reason: Error): void;
}

/**
 * One request and its answer, as undici's dispatcher reports them. Settles exactly once; a request that fails while it
 * still waits for a connection is aborted when it gets one.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  /** Set by the client that carries the request, before the request starts. */
  link: Link | undefined;
  readonly #request: TransportRequest;
  readonly #limits: ExchangeLimits;
  readonly #outcome: Outcome;
  readonly #send: (exchange: Exchange) => void;
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #settled = false;
  #onKeptAlive = false;
  #status = 0;
  #statusText = '';
  #headers: [string, string][] = [];
  #chunks: Buffer[] = [];
  #received = 0;

  constructor(request: TransportRequest, limits: ExchangeLimits, outcome: Outcome, send: (self: Exchange) => void) {
    this.#request = request;
    this.#limits = limits;
    this.#outcome = outcome;
    this.#send = send;
    this.#timer = setTimeout(
      () => this.#fail('total-timeout', { limitMs: limits.totalTimeoutMs }),
      limits.totalTimeoutMs,
    );
    if (request.signal !== undefined) this.#obey(request.signal);
    if (!this.#settled) send(this);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#onKeptAlive = this.link !== undefined && this.link.answers > 0;
    if (this.#settled) controller.abort(new Error('settled before it was sent'));
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
    statusText = '',
  ): void {
    if (status < 200) return;
    this.#status = status;
    this.#statusText = statusText;
    this.#headers = headerPairs(controller.rawHeaders as Buffer[]);
    const length = Number(headers['content-length'] ?? Number.NaN);
    const contentType = [headers['content-type']].flat()[0];
    if (this.#request.wanted?.(status, contentType) === false) this.#skipBody(length);
    else if (length > this.#limits.maxBodyBytes && this.#request.cutAt === undefined) this.#failTooLarge();
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled) return;
    this.#chunks.push(chunk);
    this.#received += chunk.length;
    const { cutAt } = this.#request;
    if (this.#received <= (cutAt ?? this.#limits.maxBodyBytes)) return;
    if (cutAt === undefined) this.#failTooLarge();
    else this.#cutBody(cutAt);
  }

  onResponseEnd(): void {
    if (this.link !== undefined) this.link.answers += 1;
    if (this.#settle()) this.#outcome.resolve(this.#response(joined(this.#chunks, this.#received)));
  }

  onResponseError(_: Dispatcher.DispatchController | undefined, error: NodeJS.ErrnoException): void {
    const failure = fetchFailure(error, this.#request.url);
    const answerBegan = this.#status !== 0;
    if (failure.code === 'connection-reset' && !answerBegan && this.#onKeptAlive && !this.#settled) {
      // The server gave up an idle connection just as it was used again, which says nothing about the server.
      this.#onKeptAlive = false;
      queueMicrotask(() => this.#send(this));
      return;
    }
    if (!this.#settle()) return;
    const closedEarly = answerBegan && failure.code === 'connection-reset';
    const cutShort = { url: this.#request.url, error: error.code, received: this.#received };
    this.#outcome.reject(closedEarly ? failureOf('malformed-response', cutShort, error) : failure);
  }

  #response(body: Uint8Array): TransportResponse {
    const remoteAddress = this.link?.remoteAddress;
    return {
      url: this.#request.url,
      status: this.#status,
      statusText: this.#statusText,
      // undici accepts 1.0 and 1.1 alike and does not say which it was.
      httpVersion: '1.1',
      headers: this.#headers,
      body,
      ...(remoteAddress !== undefined && { remoteAddress }),
    };
  }

  /** A short body is let through unread, for the sake of the connection; a long one is not worth its bytes. */
  #skipBody(length: number): void {
    if (!this.#settle()) return;
    this.#outcome.resolve({ ...this.#response(new Uint8Array(0)), bodySkipped: true });
    if (!(length <= cheapToDrain)) this.#controller?.abort(new Error('body not wanted'));
  }

  #cutBody(length: number): void {
    if (!this.#settle()) return;
    this.#outcome.resolve(this.#response(joined(this.#chunks, length)));
    this.#controller?.abort(new Error('body cut'));
  }

  #obey(signal: AbortSignal): void {
    // One signal may stop hundreds of exchanges; Node suspects a leak from the eleventh listener on.
    setMaxListeners(0, signal);
    signal.addEventListener('abort', this.#cancel);
    if (signal.aborted) this.#cancel();
  }

  readonly #cancel = (): void => this.#fail('cancelled');

  #failTooLarge(): void {
    this.#fail('body-too-large', { maxBytes: this.#limits.maxBodyBytes });
  }

  #fail(code: FetchFailureCode, evidence: Record<string, unknown> = {}): void {
    if (!this.#settle()) return;
    const failure = failureOf(code, { url: this.#request.url, ...evidence });
    this.#chunks = [];
    this.#outcome.reject(failure);
    this.#controller?.abort(failure);
  }

  /** True for the first caller, who then says how the exchange ended. */
  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#request.signal?.removeEventListener('abort', this.#cancel);
    return true;
  }
}

/** Header bytes are Latin-1 on the wire; nothing is lost or normalised. */
function headerPairs(raw: Buffer[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) pairs.push([raw[i]!.toString('latin1'), raw[i + 1]!.toString('latin1')]);
  return pairs;
}

/** One copy of the first `length` bytes into memory of its own, so that the body can be transferred to another thread. */
function joined(chunks: readonly Buffer[], length: number): Uint8Array {
  const { buffer } = Buffer.allocUnsafeSlow(length);
  const body = new Uint8Array(buffer);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk.subarray(0, length - at), at);
    at += chunk.length;
  }
  return body;
}
