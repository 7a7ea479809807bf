import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { lexicographerFileOf } from './synset-url.js';
import { WordNetWeb } from './wordnet-web.js';

/** A server of the demonstration web on 127.0.0.1. Whoever starts it closes it. */
export interface DemoServer {
  readonly port: number;
  close(): Promise<void>;
}

/** The year of WordNet 3.1; pages never change. */
const LAST_MODIFIED = 'Sat, 01 Jan 2011 00:00:00 GMT';
const ROBOTS = 'User-agent: *\nDisallow: /private/\nAllow: /\n';

/** Serves the web from this thread, on a free port; the Host header chooses the host. */
export async function startDemoServer(): Promise<DemoServer & { readonly web: WordNetWeb }> {
  const web = new WordNetWeb();
  const server = createServer({ keepAliveTimeout: 30_000 }, (request, response) => answer(web, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    web,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

/** The same server in a thread of its own, so that it does not take turns with the crawler's event loop. */
export async function startDemoServerThread(): Promise<DemoServer> {
  const thread = new Worker(new URL('./demo-server-thread.js', import.meta.url));
  const exited = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
  const port = await new Promise<number>((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
  });
  return {
    port,
    close: () => {
      thread.postMessage('close');
      return exited;
    },
  };
}

function answer(web: WordNetWeb, request: IncomingMessage, response: ServerResponse): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    send(response, 405, 'text/plain; charset=utf-8', 'Method not allowed\n', { Allow: 'GET, HEAD' });
    return;
  }
  const host = (request.headers.host ?? '').replace(/:\d*$/, '').toLowerCase();
  const target = request.url ?? '/';
  if (target === '/robots.txt' && lexicographerFileOf(host) !== undefined) {
    send(response, 200, 'text/plain; charset=utf-8', ROBOTS);
    return;
  }
  const html = web.pageAt(host, target);
  if (html === undefined) {
    send(
      response,
      404,
      'text/html; charset=utf-8',
      '<!doctype html>\n<title>Not found</title>\n<p>No such page.</p>\n',
    );
  } else if (request.headers['if-modified-since'] === LAST_MODIFIED) {
    response.writeHead(304, { 'Last-Modified': LAST_MODIFIED }).end();
  } else {
    send(response, 200, 'text/html; charset=utf-8', html, { 'Last-Modified': LAST_MODIFIED });
  }
}

function send(
  response: ServerResponse,
  status: number,
  type: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const body = Buffer.from(text);
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': body.length, ...headers });
  response.end(body);
}
