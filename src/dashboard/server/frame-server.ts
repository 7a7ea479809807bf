import { randomBytes } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RequestGuard } from './request-guard.js';

/** How long a ticket is good for (ms), and how many are kept. */
const lastsFor = 300_000;
const mostTickets = 500;

/** What a ticket shows: plain text, or a report that we wrote. */
export interface Framed {
  readonly type: 'text' | 'report';
  read(): Promise<string | Uint8Array>;
}

/**
 * Shows archived text and reports on an origin of its own: whatever gets into a page there can reach neither the dashboard's page nor its
 * cookie, which has another name and is not read here. Every page is sandboxed; text is sent as plain text.
 */
export class FrameServer {
  readonly #tickets = new Map<string, { readonly framed: Framed; readonly until: number }>();
  #server: Server | undefined;
  #port = 0;
  #pageOrigins = '';

  constructor(private readonly address: string) {}

  /** `host`: the name under which the client reaches this machine. */
  originFor(host: string): string {
    return `http://${host.replace(/:\d+$/, '')}:${this.#port}`;
  }

  async listen(): Promise<void> {
    const server = createServer((request, response) => {
      const guard = new RequestGuard({ address: this.address, port: this.#port });
      void this.#answer(guard, request.url ?? '', request, response);
    });
    server.maxConnections = 64;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(0, this.address, resolve);
    });
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Who may frame what is shown here. */
  allow(pageOrigins: readonly string[]): void {
    this.#pageOrigins = pageOrigins.join(' ');
  }

  /** Where it is shown, to whoever knows the address. */
  ticketFor(framed: Framed, host: string): string {
    const now = Date.now();
    for (const [ticket, { until }] of this.#tickets)
      if (until < now || this.#tickets.size >= mostTickets) this.#tickets.delete(ticket);
    const ticket = randomBytes(24).toString('base64url');
    this.#tickets.set(ticket, { framed, until: now + lastsFor });
    return `${this.originFor(host)}/${ticket}`;
  }

  async close(): Promise<void> {
    const server = this.#server;
    server?.closeAllConnections();
    await new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(() => resolve())));
  }

  async #answer(
    guard: RequestGuard,
    url: string,
    request: Parameters<RequestGuard['check']>[0],
    response: ServerResponse,
  ) {
    const ticket = this.#tickets.get(url.slice(1));
    try {
      guard.checkHost(request);
      if (request.method !== 'GET' || ticket === undefined || ticket.until < Date.now()) {
        response.writeHead(404, { 'content-type': 'text/plain' }).end('This page is no longer there.');
        return;
      }
      const { framed } = ticket;
      const body = await framed.read();
      response.writeHead(200, headersFor(framed, this.#pageOrigins)).end(body);
    } catch {
      if (!response.headersSent) response.writeHead(404, { 'content-type': 'text/plain' });
      response.end('This page cannot be shown.');
    }
  }
}

/** A report has scripts of ours, named by their hashes in its own policy; the sandbox gives them an origin of nobody. */
function headersFor({ type }: Framed, pageOrigins: string): Record<string, string> {
  const policy =
    type === 'text'
      ? "sandbox; default-src 'none'"
      : "sandbox allow-scripts allow-popups; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";
  return {
    'content-type': type === 'text' ? 'text/plain; charset=utf-8' : 'text/html; charset=utf-8',
    'content-security-policy': `${policy}; base-uri 'none'; form-action 'none'; frame-ancestors ${pageOrigins}`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'cross-origin',
    'x-dns-prefetch-control': 'off',
    'cache-control': 'no-store',
  };
}
