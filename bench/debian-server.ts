import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { latencyOf } from '../src/lab/runs/simulated-latency.js';
import { debianSitesFile, debianWebFolder } from './debian-folder.js';
import { DebianWeb } from './debian-web.js';
import { workload } from './workload.js';

/**
 * Serves all hosts of the Debian web on one loopback port, in a process of its own so that its CPU time is never
 * counted for the crawler under test. Prints one line of JSON, {"port", "portal", "pages"}, when it is ready; with --urls it also
 * writes the workload of --pages pages there, one URL a line, and holds those pages in memory. With --latency answers take time: so
 * many ms in the median, always the same for a URL.
 */
const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    pages: { type: 'string' },
    urls: { type: 'string' },
    latency: { type: 'string' },
  },
});
let web: DebianWeb;

const medianMs = Number(values.latency ?? 0);

const server = createServer((request, response) => {
  if (medianMs === 0) return answer(request, response);
  const latency = latencyOf(`http://${request.headers.host}${request.url}`, { medianMs, spread: 0.5, seed: 1 });
  setTimeout(() => answer(request, response), latency);
});

function answer(request: IncomingMessage, response: ServerResponse): void {
  const host = (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  const found = web.answer(host, request.url ?? '/');
  if (found.status === 200) {
    // No charset: as on many real servers, the page has to say it itself.
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': found.body.length });
    response.end(found.body);
  } else {
    response.writeHead(found.status, {
      'content-length': 0,
      ...(found.status === 301 && { location: found.location }),
    });
    response.end();
  }
}
server.keepAliveTimeout = 60_000;

server.listen(Number(values.port ?? 0), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  web = new DebianWeb(debianWebFolder(), debianSitesFile(), port);
  if (values.urls !== undefined) {
    const urls = workload(web, values.pages === undefined ? undefined : Number(values.pages)).map((page) => page.url);
    for (const url of urls) web.answer(new URL(url).hostname, new URL(url).pathname);
    writeFileSync(values.urls, `${urls.join('\n')}\n`);
  }
  console.log(JSON.stringify({ port, portal: web.portal, pages: web.pages.size }));
});

// Started by the runner: never outlive it.
process.on('disconnect', () => process.exit());
