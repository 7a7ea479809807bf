import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { type Asked, type HostileSite, oneHost } from './hostile-site.js';
import { pageOf } from './invented-page.js';

const mebibyte = 1024 * 1024;
const bombMebibytes = 1024;

/** Pages under every content encoding, damaged in every way, and bombs of a gigabyte. */
export function encodings(domain: string): HostileSite[] {
  const one = (name: string, does: string, end: string, label: string, body: (page: Buffer) => Uint8Array) => {
    const promised = end === 'page' ? { pages: ['/'] } : { ends: { '/': end } };
    return oneHost(`${name}.encoding.${domain}`, does, promised, (asked, reply) =>
      reply.send({ headers: { 'Content-Type': 'text/html', 'Content-Encoding': label }, body: body(longPage(asked)) }),
    );
  };
  return [
    one('gzip', 'a gzipped page', 'page', 'gzip', gzipSync),
    one('deflate', 'a deflated page', 'page', 'deflate', deflateSync),
    one('raw-deflate', 'a page of bare deflate data', 'page', 'deflate', deflateRawSync),
    one('brotli', 'a page in Brotli', 'page', 'br', brotliCompressSync),
    one('twice', 'a page that is compressed twice', 'page', 'gzip, br', (page) => brotliCompressSync(gzipSync(page))),
    one('plain', 'a plain page that says it is gzipped', 'page', 'gzip', (page) => page),
    one('cut-gzip', 'a gzipped page that breaks off', 'page', 'gzip', (page) => cut(gzipSync(page))),
    one('cut-brotli', 'a page in Brotli that breaks off', 'page', 'br', (page) => cut(brotliCompressSync(page))),
    one('bad-checksum', 'a gzipped page with a wrong checksum', 'page', 'gzip', (page) => spoilt(gzipSync(page), -6)),
    one('bad-gzip', 'a gzip header and noise', 'bad-encoding', 'gzip', (page) => spoilt(gzipSync(page), 12)),
    one('bad-deflate', 'noise that says it is deflated', 'bad-encoding', 'deflate', () => Buffer.alloc(999, 0xff)),
    one('bad-brotli', 'noise that says it is Brotli', 'bad-encoding', 'br', () => Buffer.alloc(999, 0xff)),
    one('unknown', 'an encoding that nobody knows', 'bad-encoding', 'x-tar', (page) => page),
    one('not-offered', 'an encoding that was not offered', 'bad-encoding', 'zstd', (page) => page),
    one('many', 'a page that is compressed four times', 'too-many-encodings', 'gzip, gzip, gzip, gzip', (page) =>
      gzipSync(gzipSync(gzipSync(gzipSync(page)))),
    ),
    one('gzip-bomb', 'a gigabyte, gzipped', 'body-too-large', 'gzip', gzipBomb),
    one('deflate-bomb', 'a gigabyte, deflated', 'body-too-large', 'deflate', deflateBomb),
    one('brotli-bomb', '64 MB in Brotli', 'body-too-large', 'br', brotliBomb),
    one('nested-bomb', 'a gigabyte, gzipped twice', 'body-too-large', 'gzip, gzip', () => gzipSync(gzipBomb())),
    one('mixed-bomb', 'a gigabyte, deflated and in Brotli', 'body-too-large', 'deflate, br', () =>
      brotliCompressSync(deflateBomb()),
    ),
  ];
}

/** Long enough for half of it to be worth reading. */
function longPage(asked: Asked): Buffer {
  return Buffer.from(pageOf(asked, { sentences: 200 }));
}

function cut(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, bytes.length * 0.7);
}

function spoilt(bytes: Uint8Array, at: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  for (let i = at < 0 ? copy.length + at : at, end = i + (at < 0 ? 2 : 200); i < end; i++) copy[i]! ^= 0xa5;
  return copy;
}

/** A gzip file may have many members: one mebibyte is compressed, and sent over and over. */
export function gzipBomb(): Buffer {
  const member = gzipSync(Buffer.alloc(mebibyte));
  return Buffer.alloc(member.length * bombMebibytes, member);
}

/** So may the blocks of a deflate stream be, as long as none of them is the last. */
function deflateBomb(): Buffer {
  const blocks = deflateRawSync(Buffer.alloc(mebibyte), { finishFlush: constants.Z_SYNC_FLUSH });
  return Buffer.concat([Buffer.from([0x78, 0x9c]), Buffer.alloc(blocks.length * bombMebibytes, blocks)]);
}

let brotli: Buffer | undefined;

function brotliBomb(): Buffer {
  brotli ??= brotliCompressSync(Buffer.alloc(64 * mebibyte), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
  return brotli;
}
