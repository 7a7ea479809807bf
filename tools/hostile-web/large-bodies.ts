import { type HostileSite, oneHost } from './hostile-site.js';
import { pageOf } from './invented-page.js';
import type { Reply } from './reply.js';

const piece = Buffer.alloc(64 * 1024, '<p>much of the same</p>\n');
const pieces100MB = Math.ceil(100e6 / piece.length);

/** Documents larger than anybody wants to read, made while they are sent. */
export function largeBodies(domain: string): HostileSite[] {
  const at = (name: string) => `${name}.large.${domain}`;
  const tooLarge = { ends: { '/': 'body-too-large' } };
  return [
    oneHost(at('announced'), 'a page of 100 MB that says so', tooLarge, (_, reply) => {
      reply.head({ 'Content-Length': String(pieces100MB * piece.length) });
      reply.pour(piece, pieces100MB);
    }),
    oneHost(at('chunked'), 'a page of 100 MB in chunks', tooLarge, (_, reply) => {
      reply.head({ 'Transfer-Encoding': 'chunked' });
      pourChunks(reply, pieces100MB);
    }),
    oneHost(at('endless'), 'a page without an end', tooLarge, (_, reply) => {
      reply.head({ Connection: 'close' });
      reply.pour(piece, Number.POSITIVE_INFINITY);
    }),
    oneHost(at('film'), '100 MB that are no page', { ends: { '/': 'content-type' } }, (_, reply) => {
      reply.head({ 'Content-Type': 'video/mp4', 'Content-Length': String(pieces100MB * piece.length) });
      reply.pour(piece, pieces100MB);
    }),
    oneHost(at('novel'), 'a page of 3 MB of text', { pages: ['/'] }, (asked, reply) => {
      reply.html(`${pageOf(asked)}<p>${'and so on and on '.repeat(180_000)}`);
    }),
  ];
}

function pourChunks(reply: Reply, count: number): void {
  const chunk = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]);
  reply.pour(chunk, count, () => reply.write('0\r\n\r\n'));
}
