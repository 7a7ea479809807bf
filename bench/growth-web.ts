/**
 * The web of `growth.ts`: 5,000 hosts on one port, 720 pages each, 20 links a page to pages anywhere. A third of the pages is about the
 * topic, and their links lead to others about it three times as often. Prints its port.
 */
import { createServer } from 'node:http';

const hosts = 5_000;
const pages = 3_600_000;
const links = 20;
const words = 150;
const vocabulary = 20_000;
const topic = ['engine', 'gearbox', 'chassis', 'wheel', 'driver', 'motor', 'brake', 'saloon'];

/** The next of a row of numbers that look drawn, from 0 to 2^32. */
function next(seed: number): number {
  let mixed = Math.imul(seed ^ (seed >>> 16), 0x45d9f3b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

const isAbout = (page: number): boolean => next(page) % 3 === 0;

function word(drawn: number): string {
  const number = drawn % vocabulary;
  return `${'bcdfghklmnprstvz'[number & 15]}${'aeiou'[(number >> 4) % 5]}${'lmnrst'[(number >> 6) % 6]}${number.toString(36)}`;
}

function html(page: number, port: number): string {
  let drawn = next(page + 1);
  const draw = () => {
    drawn = next(drawn + page);
    return drawn;
  };
  const about = isAbout(page);
  const text = Array.from({ length: words }, () => (about && draw() % 8 === 0 ? topic[draw() & 7] : word(draw())));
  const items = Array.from({ length: links }, () => {
    let target = draw() % pages;
    for (let tries = 0; tries < 2 && about && !isAbout(target); tries++) target = draw() % pages;
    const anchor = isAbout(target) ? `${topic[draw() & 7]} ${word(draw())}` : `${word(draw())} ${word(draw())}`;
    return `<li><a href="http://h${target % hosts}.test:${port}/${target}.html">${anchor}</a>`;
  });
  const title = `${about ? topic[page & 7] : word(page)} ${page}`;
  return `<!doctype html><html lang=en><title>${title}</title><h1>${title}</h1><p>${text.join(' ')}</p><ul>${items.join('')}</ul>`;
}

const server = createServer((request, response) => {
  const page = Number(/^\/(\d+)\.html$/.exec(request.url ?? '')?.[1] ?? Number.NaN);
  if (Number.isNaN(page)) return response.writeHead(404, { 'content-type': 'text/plain' }).end('None.');
  const { port } = server.address() as { port: number };
  return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html(page, port));
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () =>
  console.log((server.address() as { port: number }).port),
);
// It ends with whoever started it.
process.stdin.on('end', () => process.exit()).resume();
