import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page of a test web: HTML, or a function that answers as it likes. */
export type SitePage = string | ((request: IncomingMessage, response: ServerResponse) => void);

/** One request, as the server saw it. */
export interface LogLine {
  readonly at: number;
  readonly host: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

export interface Site {
  readonly port: number;
  /** Every request in order of arrival, robots.txt included. */
  readonly log: LogLine[];
  /** For `--resolve`: all hosts are this server. */
  readonly resolve: string;
  close(): Promise<void>;
}

/**
 * A real HTTP server on loopback that plays any number of hosts: pages by URL without the scheme, such as
 * `a.test/index.html`. What is not there is a 404.
 */
export async function startSite(
  pages: Readonly<Record<string, SitePage>> | ((host: string, path: string) => SitePage | undefined),
  { port: wanted = 0 } = {},
): Promise<Site> {
  const find = typeof pages === 'function' ? pages : (host: string, path: string) => pages[`${host}${path}`];
  const log: LogLine[] = [];
  const server = createServer((request, response) => {
    const host = request.headers.host ?? '';
    const path = request.url ?? '/';
    log.push({ at: Date.now(), host, path, headers: request.headers });
    const page = find(host, path);
    if (typeof page === 'function') page(request, response);
    else if (page === undefined) response.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  });
  await new Promise<void>((resolve) => {
    server.listen(wanted, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    log,
    resolve: `*=127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A small HTML page with a paragraph and links (target and anchor). */
export function html(
  title: string,
  text: string,
  links: readonly (readonly [href: string, anchor: string])[] = [],
): string {
  const list = links.map(([href, anchor]) => `<li><a href="${href}">${anchor}</a></li>`).join('');
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p><ul>${list}</ul></main></body></html>`;
}

/** A 301 or other redirect. */
export function redirect(location: string, status = 301): SitePage {
  return (_request, response) => {
    response.writeHead(status, { location }).end();
  };
}
