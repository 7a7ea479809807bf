import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { decodeContent } from '../../src/download/content-decoding.js';
import { Failure } from '../../src/failure.js';
import { absent, conformance } from '../shared-data.js';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;
const failsWith = (code: string, encoding: string) => (thrown: unknown) =>
  thrown instanceof Failure && thrown.code === code && thrown.evidence.encoding === encoding;

describe('compressed samples of the web', { skip: absent(conformance, 'OSPREY_CONFORMANCE') }, () => {
  const sample = (name: string) => readFileSync(path.join(conformance!, 'compressed', name));
  const decode = (name: string, encodings: string) => Buffer.from(decodeContent(sample(name), encodings, mebibyte));

  test('bombs stop at the limit, however small it is, in every layer of a chain', () => {
    for (const encoding of ['gzip', 'deflate', 'br']) {
      const bomb = sample(`bomb-${encoding}.bin`);
      for (const limit of [kibibyte, mebibyte, 10 * mebibyte])
        assert.throws(() => decodeContent(bomb, encoding, limit), failsWith('body-too-large', encoding), encoding);
      // The outer encoding, taken off first, is the bomb: what is inside is never looked at.
      assert.throws(
        () => decodeContent(bomb, `br, gzip, ${encoding}`, mebibyte),
        failsWith('body-too-large', encoding),
      );
    }
  });

  test('plain and chained encodings give the same document', () => {
    const document = decode('html-gzip.bin', 'gzip');
    assert.equal(document.length, 74_837);
    assert.deepEqual(decode('html-br.bin', 'br'), document);
    assert.deepEqual(decode('html-gzip-deflate-gzip.bin', 'gzip, deflate, gzip'), document);
    assert.deepEqual(decode('html-gzip-deflate-gzip.bin', 'gzip, identity, deflate, gzip'), document);
  });

  test('truncated streams yield what they hold', () => {
    for (const [name, least] of [
      ['truncated-crc-error.gz', 25_000],
      ['unexpected-eof.gz', 8_000],
    ] as const) {
      const document = decode(name, 'gzip');
      assert.ok(document.length > least, `${name}: ${document.length} bytes`);
    }
  });

  test('a document cut off anywhere is a beginning of it, and the longer the cut the more of it', () => {
    for (const [name, encoding] of [
      ['html-gzip.bin', 'gzip'],
      ['html-br.bin', 'br'],
    ] as const) {
      const [whole, bytes] = [decode(name, encoding), sample(name)];
      let longest = 0;
      // From 10 on: what is shorter than the header of gzip need not be gzip.
      for (let length = 10; length < bytes.length; length += length < 100 ? 1 : 37) {
        const start = Buffer.from(decodeContent(bytes.subarray(0, length), encoding, mebibyte));
        assert.ok(whole.subarray(0, start.length).equals(start), `${name} cut at ${length}`);
        assert.ok(start.length >= longest, `${name} cut at ${length} holds less than a shorter cut`);
        longest = start.length;
      }
    }
  });

  test('zstd, which is never asked for, is refused by name', () => {
    for (const name of ['bomb-zstd.bin', 'html-zstd-streaming-no-content-size.bin'])
      assert.throws(() => decode(name, 'zstd'), failsWith('bad-encoding', 'zstd'));
  });
});

test('two gigabytes in two megabytes cost the limit in memory, not what they would become', () => {
  // 128 members of 16 MiB each are 2 GiB; the whole in gzip once more is a bomb in the second layer.
  const bomb = Buffer.concat(Array<Buffer>(128).fill(gzipSync(Buffer.alloc(16 * mebibyte))));
  const before = process.resourceUsage().maxRSS;
  assert.throws(() => decodeContent(bomb, 'gzip', mebibyte), failsWith('body-too-large', 'gzip'));
  assert.throws(() => decodeContent(gzipSync(bomb), 'gzip, gzip', 4 * mebibyte), failsWith('body-too-large', 'gzip'));
  const grown = process.resourceUsage().maxRSS - before;
  assert.ok(grown < 128 * kibibyte, `the process grew by ${grown} KiB`);
});
