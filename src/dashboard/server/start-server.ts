import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RawOptions } from '../../config/layer.js';
import { defaultName } from '../../crawl/control/crawl-control.js';
import { Failure, messageOf, UsageError } from '../../failure.js';
import type { Endpoints } from '../api/endpoints.js';
import { exportSelection } from '../views/pages/export-selection.js';
import { Call, type Desk } from './call.js';
import { needed } from './fields.js';
import { FrameServer } from './frame-server.js';
import { handlers } from './handlers.js';
import { errorOf, Jobs } from './jobs.js';
import { RateLimit } from './rate-limit.js';
import { readBody } from './read-body.js';
import { notFound, Refusal } from './refusal.js';
import { isLoopback, RequestGuard, written } from './request-guard.js';
import { Router } from './router.js';
import { commonHeaders, pagePolicy } from './security-headers.js';
import { Sessions } from './sessions.js';
import { type SharedCrawl, Shelf } from './shelf.js';
import { StaticFiles } from './static-files.js';
import { UpdateStreams } from './update-stream.js';

export interface DashboardOptions {
  /** Crawls, or folders of crawls, that are shown besides those in `root`. */
  readonly folders?: readonly string[];
  /** Crawls in databases. */
  readonly databases?: readonly SharedCrawl[];
  /** Folder of crawls, where new ones go too. */
  readonly root?: string;
  /** Folder of the lab's reports; `labs` beside the root where absent. */
  readonly labs?: string;
  /** 127.0.0.1 where absent. Any that is not a loopback address needs a token. */
  readonly address?: string;
  /** A free one where absent or 0. */
  readonly port?: number;
  /** A random one where absent. */
  readonly token?: string;
  /** Who labels and commands are recorded under; the user of the operating system where absent. */
  readonly by?: string;
  /** Options of crawls that are started from the page, which the page itself cannot give. */
  readonly own?: RawOptions;
  /** Folder of the built front end. */
  readonly assets?: string;
  /** Called with what went wrong here, for the terminal. */
  readonly onFault?: (thrown: unknown) => void;
}

export interface Dashboard {
  /** With the token: whoever opens it is let in. */
  readonly url: string;
  readonly origin: string;
  readonly port: number;
  readonly token: string;
  close(): Promise<void>;
}

const leastToken = 16;
const mostUrl = 8_192;
const mostConnections = 256;

/** Starts the dashboard: an HTTP server for a browser on this machine, unless told otherwise. */
export async function startServer(options: DashboardOptions): Promise<Dashboard> {
  const { address = '127.0.0.1', onFault = () => {} } = options;
  const token = options.token ?? randomBytes(24).toString('base64url');
  checkAccess(address, options.token);
  const desk = deskOf(options, address);
  await desk.frames.listen();
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const server = createServer(
    { maxHeaderSize: 16_384, requestTimeout: 30_000, headersTimeout: 10_000 },
    (...exchange) => answer(...exchange),
  );
  server.maxConnections = mostConnections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (thrown) => reject(cannotListen(thrown, address, options.port)));
    server.listen(options.port ?? 0, address, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const origin = `http://${written(address)}:${port}`;
  const names = isLoopback(address) ? ['127.0.0.1', 'localhost', '[::1]'] : [written(address)];
  desk.frames.allow(
    ['0.0.0.0', '::'].includes(address) ? ['*'] : names.filter(canFrame).map((name) => `http://${name}:${port}`),
  );
  const app = new DashboardServer(
    desk,
    new Sessions(token, port),
    new RequestGuard({ address, port }),
    options,
    onFault,
  );
  answer = (request, response) => void app.answer(request, response);
  return {
    url: `${origin}/#token=${token}`,
    origin,
    port,
    token,
    async close() {
      app.close();
      desk.jobs.cancelAll();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await desk.frames.close();
      await desk.shelf.close();
    },
  };
}

function deskOf({ root, folders = [], databases = [], labs, by, own = {} }: DashboardOptions, address: string): Desk {
  const home = root === undefined ? undefined : path.resolve(root);
  const all = [...(home === undefined ? [] : [home]), ...folders.map((folder) => path.resolve(folder))];
  return {
    shelf: new Shelf(home, all, databases),
    jobs: new Jobs(),
    frames: new FrameServer(address),
    rounds: new Map(),
    by: by ?? defaultName(),
    own,
    labs: path.resolve(labs ?? path.join(home ?? '.', '..', 'labs')),
  };
}

/** Browsers take no IPv6 address in a policy: at one, archived pages are not framed. */
function canFrame(name: string): boolean {
  return !name.startsWith('[');
}

/** Whoever can reach the address and knows the token sees and steers all crawls: elsewhere than here that has to be meant. */
function checkAccess(address: string, token: string | undefined): void {
  if (token !== undefined && token.length < leastToken)
    throw new UsageError('short-token', `A token has at least ${leastToken} characters.`);
  if (!isLoopback(address) && token === undefined)
    throw new UsageError(
      'token-needed',
      `--listen ${address} lets other machines in: whoever knows the token can read, steer and start crawls here, and without HTTPS it is sent in the clear. Set OSPREY_TOKEN to a secret of at least ${leastToken} characters if you want that.`,
    );
}

function cannotListen(thrown: Error, address: string, port = 0): UsageError {
  return new UsageError(
    'cannot-listen',
    `Cannot listen on ${written(address)}:${port} (${messageOf(thrown)}); choose another --port.`,
  );
}

const routes = Object.keys(handlers) as (keyof Endpoints)[];
const router = new Router([...routes, 'POST /api/session', 'GET /api/stream', 'GET /api/crawls/:crawl/export']);

/** Answers the requests of one dashboard. */
class DashboardServer {
  readonly #files: StaticFiles;
  readonly #streams: UpdateStreams;
  readonly #limit = new RateLimit();

  constructor(
    private readonly desk: Desk,
    private readonly sessions: Sessions,
    private readonly guard: RequestGuard,
    { assets }: DashboardOptions,
    private readonly onFault: (thrown: unknown) => void,
  ) {
    this.#files = new StaticFiles(assets);
    this.#streams = new UpdateStreams(desk);
  }

  close(): void {
    this.#streams.close();
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#route(request, response);
    } catch (thrown) {
      this.#refuse(response, thrown);
    }
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '/', headers } = request;
    this.guard.check(request);
    if (url.length > mostUrl) throw new Refusal(414, 'too-long', 'The address is too long.');
    const { pathname, searchParams } = new URL(url, 'http://osprey.invalid');
    if (!pathname.startsWith('/api/')) return this.#file(request, pathname, response);
    const found = router.find(method, pathname);
    if (found === undefined) throw notFound('There is no such endpoint.');
    if (found.key === 'POST /api/session') return this.#openSession(request, response);
    this.#limit.take(this.sessions.of(request));
    const body = method === 'GET' ? undefined : await readBody(request);
    const call = new Call(this.desk, found.params, searchParams, body, headers.host ?? '');
    if (found.key === 'GET /api/stream') return this.#stream(call, response);
    if (found.key === 'GET /api/crawls/:crawl/export') return this.#export(call, response);
    const handler = handlers[found.key as keyof typeof handlers];
    sendJson(response, 200, await handler(call));
  }

  #file({ method, headers: { host = '' } }: IncomingMessage, pathname: string, response: ServerResponse): void {
    if (method !== 'GET' && method !== 'HEAD') throw new Refusal(405, 'bad-method', 'Files can only be read.');
    const headers = { ...commonHeaders, 'content-security-policy': pagePolicy(this.desk.frames.originFor(host)) };
    this.#files.send(pathname, response, headers);
  }

  async #openSession(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = new Call(this.desk, {}, new URLSearchParams(), await readBody(request), request.headers.host ?? '');
    const cookie = this.sessions.open(needed(call.body.only('token').text('token', 500), 'token'));
    sendJson(response, 200, await handlers['GET /api/session'](call), { 'set-cookie': cookie });
  }

  #stream(call: Call, response: ServerResponse): Promise<void> {
    const id = call.query.only('crawl').text('crawl', 500);
    return this.#streams.add(response, id === undefined ? undefined : this.desk.shelf.find(id));
  }

  async #export(call: Call, response: ServerResponse): Promise<void> {
    const { type, ending, pieces } = exportSelection(call.crawl, call.query);
    const name = call.crawl.name.replace(/[^\w.-]+/g, '-').slice(0, 80);
    response.writeHead(200, {
      ...commonHeaders,
      'content-type': type,
      'content-disposition': `attachment; filename="${name}.${ending}"`,
    });
    await pipeline(Readable.from(pieces), response);
  }

  #refuse(response: ServerResponse, thrown: unknown): void {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const isKnown = thrown instanceof Refusal || thrown instanceof UsageError || thrown instanceof Failure;
    if (!isKnown) this.onFault(thrown);
    const status = thrown instanceof Refusal ? thrown.status : thrown instanceof UsageError ? 400 : 500;
    const headers = thrown instanceof Refusal ? thrown.headers : {};
    sendJson(response, status, { error: errorOf(thrown) }, headers);
  }
}

/** As JSON that no browser takes for anything else. */
function sendJson(
  response: ServerResponse,
  status: number,
  answer: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    ...commonHeaders,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'content-type': 'application/json; charset=utf-8',
    ...headers,
  });
  response.end(JSON.stringify(answer));
}
