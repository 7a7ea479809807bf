import { createServer } from 'node:http';

/** A web of hosts on one port, which keeps a log of every request: what judges a crawl of it. */
export interface LinkedWeb {
  readonly port: number;
  readonly log: readonly { readonly at: number; readonly host: string; readonly path: string }[];
  /** Every page that can be reached from the first one. */
  readonly pages: ReadonlySet<string>;
  readonly first: string;
  close(): Promise<void>;
}

const linksOfPage = 6;

/** Hosts with so many pages each, all of which link to pages of other hosts. A page takes `latency` ms. */
export async function startLinkedWeb(hosts: number, pagesOfHost: number, latency: number): Promise<LinkedWeb> {
  const log: { at: number; host: string; path: string }[] = [];
  const linksOf = (host: number, page: number) =>
    Array.from({ length: linksOfPage }, (_, index) => {
      const number = host * pagesOfHost + page;
      const target = index === 0 ? number + 1 : (number * (index + 2) + 7 * index) % (hosts * pagesOfHost);
      return urlOf(Math.floor(target / pagesOfHost) % hosts, target % pagesOfHost);
    });
  const server = createServer((request, response) => {
    const { host = '' } = request.headers;
    const path = request.url ?? '';
    log.push({ at: performance.now(), host, path });
    const [, page] = /^\/p(\d+)$/.exec(path) ?? [];
    setTimeout(() => {
      if (page === undefined) return response.writeHead(404).end();
      const number = Number(/^h(\d+)/.exec(host)![1]);
      const links = linksOf(number, Number(page)).map((url) => `<a href="${url}">car engine</a>`);
      const words = `w${number}x${page} v${page}y${number} u${number * 31 + Number(page)}`;
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<title>Car ${words}</title><p>The engine of car ${words}, ${words} again.</p>${links.join(' ')}`);
    }, latency);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    log,
    pages: reachable(urlOf(0, 0), linksOf),
    first: urlOf(0, 0),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function urlOf(host: number, page: number): string {
  return `http://h${host}.test/p${page}`;
}

function reachable(first: string, linksOf: (host: number, page: number) => readonly string[]): ReadonlySet<string> {
  const pages = new Set([first]);
  for (const url of pages) {
    const [, host, page] = /h(\d+)\.test\/p(\d+)/.exec(url)!;
    for (const link of linksOf(Number(host), Number(page))) pages.add(link);
  }
  return pages;
}
