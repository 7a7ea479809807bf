import { type Answer, type HostileSite, oneHost } from './hostile-site.js';
import { pageOf } from './invented-page.js';

/**
 * Closes its connection, so that the page is asked for over a new one: a request that a kept connection left without an answer is
 * repeated at once, since the server may have given it up just then.
 */
const robots: Answer = (_, reply) =>
  reply.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');

const ok = 'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n';

/** Connections that break and answers that are no HTTP, or hardly. */
export function brokenAnswers(domain: string): HostileSite[] {
  const one = (name: string, does: string, end: string, answer: Answer) =>
    oneHost(`${name}.broken.${domain}`, does, end === 'page' ? { pages: ['/'] } : { ends: { '/': end } }, answer, {
      robots,
    });
  const raw = (name: string, does: string, end: string, bytes: (page: string) => string) =>
    one(name, does, end, (asked, reply) => reply.end(bytes(pageOf(asked))));
  const refused = `refused.broken.${domain}`;
  return [
    oneHost(refused, 'nobody listens', { ends: { '/': 'connect-refused' } }, () => {}, {
      // The discard service, which no machine has run for decades.
      pins: { [refused]: '127.0.0.1:9' },
    }),
    one('reset', 'resets the connection before it answers', 'connection-reset', (_, reply) => reply.reset()),
    one('hangs-up', 'closes the connection before it answers', 'connection-reset', (_, reply) => reply.end()),
    one('reset-in-body', 'resets the connection in the middle of its page', 'malformed-response', (asked, reply) => {
      reply.write(`${ok}Content-Length: 5000\r\n\r\n${pageOf(asked)}`);
      // Late enough for the head to be read: a reset takes back what was not.
      reply.after(800, () => reply.reset());
    }),
    raw('cut-in-head', 'closes the connection in its header', 'connection-reset', () => `${ok}X-Cut`),
    raw(
      'too-short',
      'sends less than it announced',
      'malformed-response',
      (page) => `${ok}Content-Length: 99999\r\n\r\n${page}`,
    ),
    raw(
      'too-long',
      'sends more than it announced',
      'page',
      (page) => `${ok}Content-Length: ${page.length - 40}\r\n\r\n${page}`,
    ),
    raw(
      'two-lengths',
      'announces two lengths',
      'malformed-response',
      (page) => `${ok}Content-Length: 5\r\nContent-Length: 900\r\n\r\n${page}`,
    ),
    raw(
      'negative',
      'announces less than nothing',
      'malformed-response',
      (page) => `${ok}Content-Length: -1\r\n\r\n${page}`,
    ),
    raw(
      'length-in-words',
      'announces its length in words',
      'malformed-response',
      (page) => `${ok}Content-Length: plenty\r\n\r\n${page}`,
    ),
    raw(
      'bad-chunks',
      'a chunk whose size is no number',
      'malformed-response',
      (page) => `${ok}Transfer-Encoding: chunked\r\n\r\nzz\r\n${page}\r\n0\r\n\r\n`,
    ),
    raw(
      'huge-chunk',
      'a chunk of more bytes than there are',
      'malformed-response',
      (page) => `${ok}Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n${page}`,
    ),
    raw(
      'cut-chunks',
      'chunks without the last one',
      'malformed-response',
      (page) => `${ok}Transfer-Encoding: chunked\r\n\r\n${page.length.toString(16)}\r\n${page}\r\n`,
    ),
    raw('other-protocol', 'speaks another protocol', 'malformed-response', () => 'SSH-2.0-OpenSSH_9.6\r\n'),
    raw('noise', 'answers with noise', 'malformed-response', () => '\0\x01\x02\xff\xfe noise \r\n\r\n'),
    raw('no-head', 'a page without a header, as of 1991', 'malformed-response', (page) => page),
    raw('http-1.0', 'a page that ends with its connection', 'page', (page) => `HTTP/1.0 200 OK\r\n\r\n${page}`),
    raw(
      'no-reason',
      'a status without words',
      'page',
      (page) => `HTTP/1.1 200\r\nContent-Type: text/html\r\n\r\n${page}`,
    ),
    raw(
      'early-hints',
      'hints before its answer',
      'page',
      (page) => `HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n${ok}\r\n${page}`,
    ),
    raw(
      'escape-in-header',
      'a terminal escape in a header',
      'malformed-response',
      (page) => `${ok}X-Colour: \x1b[31mred\r\n\r\n${page}`,
    ),
    raw(
      'many-headers',
      '10,000 headers',
      'header-overflow',
      (page) => `${ok}${'X-Flood: water\r\n'.repeat(10_000)}\r\n${page}`,
    ),
    raw(
      'long-header',
      'a header of a megabyte',
      'header-overflow',
      (page) => `${ok}X-Long: ${'x'.repeat(1e6)}\r\n\r\n${page}`,
    ),
    one('endless-header', 'headers without an end', 'header-overflow', (_, reply) => {
      reply.write(ok);
      reply.pour(Buffer.from('X-More: of the same\r\n'.repeat(1000)), Number.POSITIVE_INFINITY);
    }),
    raw(
      'not-asked-for',
      'switches to a protocol that nobody asked for',
      'connection-reset',
      () => 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: chat\r\nConnection: Upgrade\r\n\r\n',
    ),
  ];
}
