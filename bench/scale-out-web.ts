/** The web of `scale-out.ts`: 1,000 hosts on one port, 200 ms latency, pages of 14 links to other hosts. Prints its port. */
import { createServer } from 'node:http';

const hosts = 1_000;
const latency = 200;
const links = 14;

const server = createServer((request, response) => {
  const host = Number(/^h(\d+)/.exec(request.headers.host ?? '')?.[1] ?? 0);
  const page = Number(/^\/(\d+)$/.exec(request.url ?? '')?.[1] ?? Number.NaN);
  setTimeout(() => {
    if (Number.isNaN(page)) return response.writeHead(404).end();
    const targets = Array.from({ length: links }, (_, index) => {
      const target = (host * 31 + page * 17 + index * 71 + 1) % hosts;
      return `<li>The engine of a car is <a href="http://h${target}.test/${(page * links + index) % 100_000}">engine ${index} of the car</a>, as drivers know.`;
    });
    const words = Array.from({ length: 120 }, (_, index) => `word${(host * 7 + page * 13 + index * index) % 5_000}`);
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      `<title>Car ${host} ${page}</title><h1>Engine ${page}</h1><p>${words.join(' ')}</p><ul>${targets.join('')}</ul>`,
    );
  }, latency);
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as { port: number }).port));
