import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { debianSitesFile, debianWebFolder } from './debian-folder.js';
import { DebianWeb } from './debian-web.js';
import { workload } from './workload.js';

/**
 * Serves all hosts of the Debian web on one loopback port, in a process of its own so that its CPU time is never
 * counted for the crawler under test. Prints one line of JSON, {"port", "portal", "pages"}, when it is ready; with --urls it also
 * writes the workload of --pages pages there, one URL a line, and holds those pages in memory.
 */
const { values } = parseArgs({
  options: { port: { type: 'string' }, pages: { type: 'string' }, urls: { type: 'string' } },
});
let web: DebianWeb;

const server = createServer((request, response) => {
  const host = (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  const answer = web.answer(host, request.url ?? '/');
  if (answer.status === 200) {
    // No charset: as on many real servers, the page has to say it itself.
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': answer.body.length });
    response.end(answer.body);
  } else {
    response.writeHead(answer.status, {
      'content-length': 0,
      ...(answer.status === 301 && { location: answer.location }),
    });
    response.end();
  }
});
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
