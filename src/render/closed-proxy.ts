import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** The only way to the network that the browser has, and it leads nowhere. */
export interface ClosedProxy {
  readonly url: string;
  /** What was asked for and refused, as `host:port` or as a URL: the last of them. */
  readonly refused: readonly string[];
  close(): Promise<void>;
}

const mostKept = 100;

/**
 * A proxy that refuses everything. What a page asks for is taken from the browser before it is sent (see `page-requests.ts`); whatever
 * gets past that, such as WebSockets, workers of other pages, preconnections or the browser's own errands, ends here.
 */
export async function openClosedProxy(): Promise<ClosedProxy> {
  const refused: string[] = [];
  const note = (what = '') => {
    refused.push(what.slice(0, 500));
    if (refused.length > mostKept) refused.shift();
  };
  const server = createServer((request, response) => {
    note(request.url);
    response.writeHead(403).end();
  });
  const refuse = (request: { readonly url?: string | undefined }, socket: Pick<Socket, 'end' | 'on'>) => {
    note(request.url);
    socket.on('error', () => {});
    socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  };
  server.on('connect', (request, socket) => refuse(request, socket as Socket));
  server.on('upgrade', (request, socket) => refuse(request, socket as Socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A browser that is being closed must not keep the process.
  server.unref();
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    refused,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
