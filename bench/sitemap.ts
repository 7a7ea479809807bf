import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { compileLate } from '../src/compile-late.js';
import { settingsFrom } from '../src/config/settings.js';
import { Crawl } from '../src/crawl/crawl.js';
import { Turns } from './turns.js';

/**
 * How long a large sitemap holds the main thread: one crawl of a site with 50,000 entries by the default strategy, as users run it (SQLite, WARC,
 * one reading thread). A turn is the main thread's own CPU time from one turn of the event loop to the next, read from /proc, so Linux only. Bar: 50 ms.
 *
 *   node dist/bench/sitemap.js [--entries 50000] [--pages 40] [--strategy osprey]
 */
// As the command does.
compileLate();
const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '50000' },
    pages: { type: 'string', default: '40' },
    strategy: { type: 'string', default: 'osprey' },
  },
});
const entries = Number(values.entries);
const words = ['engine', 'garden', 'brake', 'river', 'chassis', 'music', 'wheel', 'bread'];

const server = createServer((request, response) => {
  const origin = `http://${request.headers.host}`;
  if (request.url === '/robots.txt') return response.end(`User-agent: *\nAllow: /\nSitemap: ${origin}/sitemap.xml\n`);
  if (request.url === '/sitemap.xml')
    return response.writeHead(200, { 'content-type': 'application/xml' }).end(sitemap(origin));
  const about = words[(request.url ?? '').length % words.length];
  return response
    .writeHead(200, { 'content-type': 'text/html' })
    .end(`<title>The ${about} of a car</title><p>${`The ${about} of a car is here. `.repeat(30)}`);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
const folder = mkdtempSync(path.join(tmpdir(), 'osprey-sitemap-'));
try {
  const turns = new Turns();
  const pages = await crawled();
  const longest = turns.end().sort((a, b) => b - a);
  const ms = (turn: number | undefined) => Number(((turn ?? 0) / 1e6).toFixed(1));
  const tooLong = longest.filter((turn) => turn > 50e6).length;
  console.log(JSON.stringify({ entries, pages, longestMs: longest.slice(0, 8).map(ms), above50: tooLong }));
} finally {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
}

function sitemap(origin: string): string {
  const urls = Array.from({ length: entries }, (_, index) => {
    const name = `${words[index % words.length]}-${words[(index >> 3) % words.length]}`;
    return `<url><loc>${origin}/${name}/${index}.html</loc><lastmod>2026-0${1 + (index % 9)}-11</lastmod></url>`;
  });
  return `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`;
}

async function crawled(): Promise<number> {
  const settings = settingsFrom({
    options: {
      query: 'car engine chassis brake',
      strategy: values.strategy,
      seed: [`http://127.0.0.1:${port}/`],
      sitemaps: true,
      maxPages: Number(values.pages),
      delay: '0s',
      allowPrivate: true,
      out: path.join(folder, 'crawl'),
    },
  });
  const crawl = await Crawl.start(settings);
  let [pages, known] = [0, 0];
  for await (const { page } of crawl.run()) {
    if (page !== undefined) pages++;
    ({ known } = await crawl.store.frontier.stats(Date.now()));
  }
  if (known < entries) throw new Error(`Only ${known} URLs are known: the sitemap was not read.`);
  return pages;
}
