import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { Clock } from '../../../src/clock.js';
import { HttpTransport } from '../../../src/download/http-transport.js';
import { Failure } from '../../../src/failure.js';
import { SeedWeb, type SeedWebOptions } from '../../../src/seeding/seed-web.js';

/** A request as the server saw it. */
export interface ApiRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: IncomingHttpHeaders;
}

export interface ApiAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and bytes are sent as they are, anything else as JSON; nothing where it is left out. */
  readonly body?: unknown;
}

export type ApiHandler = (request: ApiRequest) => ApiAnswer | Promise<ApiAnswer>;

export interface ApiServer {
  /** Origin, without a slash at the end. */
  readonly url: string;
  /** In order of arrival. */
  readonly requests: readonly ApiRequest[];
  close(): Promise<void>;
}

/** A real HTTP server on loopback that plays a source's API. A handler that throws answers 500 and the message. */
export async function startApi(handler: ApiHandler): Promise<ApiServer> {
  const requests: ApiRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    const { pathname, searchParams } = new URL(`http://api.test${incoming.url ?? '/'}`);
    const { method = 'GET', headers } = incoming;
    const request = { method, path: pathname, query: searchParams, headers };
    requests.push(request);
    Promise.resolve(request)
      .then(handler)
      .catch((thrown: unknown) => ({ status: 500, body: String(thrown) }))
      .then((answer) => send(outgoing, answer));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers in turn, the last one again and again. */
export function inTurn(...answers: readonly ApiAnswer[]): ApiHandler {
  let next = 0;
  return () => answers[Math.min(next++, answers.length - 1)] ?? { status: 404 };
}

/**
 * A client over real HTTP whose clock stands still but for its sleeps, which take no time and are noted in `slept`
 * (milliseconds). Without jitter: waits after failures are 1000, 2000 …
 */
export function seedWebFor(options: Partial<SeedWebOptions> = {}): SeedWebForTest {
  const slept: number[] = [];
  const transport = new HttpTransport({ allowPrivate: true });
  let now = startOfTime;
  const clock: Clock = {
    now: () => now,
    sleep: async (ms) => {
      slept.push(ms);
      now += ms;
    },
  };
  const web = new SeedWeb(transport, { userAgent: 'osprey-test', clock, random: () => 0, ...options });
  return { web, slept, close: () => transport.close() };
}

/** Both of the above, closed when the test ends. */
export async function sourceTest(
  t: TestContext,
  handler: ApiHandler,
  options: Partial<SeedWebOptions> = {},
): Promise<{ readonly api: ApiServer } & Pick<SeedWebForTest, 'web' | 'slept'>> {
  const api = await startApi(handler);
  const { web, slept, close } = seedWebFor(options);
  t.after(async () => {
    await close();
    await api.close();
  });
  return { api, web, slept };
}

export interface SeedWebForTest {
  readonly web: SeedWeb;
  readonly slept: readonly number[];
  close(): Promise<void>;
}

/** Thu, 01 Jan 2026 00:00:00 GMT: what the clock of `seedWebFor` shows at first. */
export const startOfTime = Date.UTC(2026, 0, 1);

/** The failure that the asking ends in. */
export async function failureOf(asking: Promise<unknown>): Promise<Failure> {
  const outcome = await asking.catch((thrown: unknown) => thrown);
  if (outcome instanceof Failure) return outcome;
  throw new Error('expected a Failure', { cause: outcome });
}

/** All that a failure could tell anybody: what a key must not be found in. */
export function allOf({ code, message, evidence, stack, cause }: Failure): string {
  const under = cause instanceof Failure ? allOf(cause) : cause instanceof Error ? `${cause.stack} ${cause}` : cause;
  return JSON.stringify({ code, message, evidence, stack, under });
}

function send(outgoing: ServerResponse, { status = 200, headers = {}, body }: ApiAnswer): void {
  const plain = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
  const type = { 'content-type': plain ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8' };
  outgoing.writeHead(status, { ...type, ...headers }).end(plain ? body : JSON.stringify(body));
}
