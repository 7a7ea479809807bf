import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { decodeContent } from '../../src/download/content-decoding.js';
import { Failure } from '../../src/failure.js';

const mebibyte = 1024 * 1024;
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const failsWith = (code: string) => (error: unknown) => error instanceof Failure && error.code === code;

const encoders: Record<string, (data: Uint8Array) => Uint8Array> = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  identity: (data) => data,
};

describe('content decoding', () => {
  test('up to three encodings in any order are taken off again', () => {
    const chains = fc.array(fc.constantFrom(...Object.keys(encoders)), { maxLength: 3 });
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5000 }), chains, (data, chain) => {
        const encoded = chain.reduce<Uint8Array>((body, name) => encoders[name]!(body), data);
        assert.deepEqual(Buffer.from(decodeContent(encoded, chain.join(', '), mebibyte)), Buffer.from(data));
      }),
      { numRuns: 60 },
    );
  });

  test('no encoding, identity and odd spelling are understood', () => {
    const body = Buffer.from('<p>plain');
    assert.equal(decodeContent(body, undefined, mebibyte), body);
    assert.equal(decodeContent(body, '', mebibyte), body);
    assert.equal(text(decodeContent(gzipSync(body), ' GZip ,', mebibyte)), '<p>plain');
  });

  test('deflate may be the zlib format or bare deflate data', () => {
    const body = Buffer.from('deflated '.repeat(100));
    assert.deepEqual(Buffer.from(decodeContent(deflateSync(body), 'deflate', mebibyte)), body);
    assert.deepEqual(Buffer.from(decodeContent(deflateRawSync(body), 'deflate', mebibyte)), body);
  });

  test('a body labelled gzip that is none is taken as it is', () => {
    assert.equal(text(decodeContent(Buffer.from('<html>'), 'gzip', mebibyte)), '<html>');
  });

  test('an empty body stays empty under any label', () => {
    for (const name of ['gzip', 'deflate', 'br']) assert.equal(decodeContent(new Uint8Array(0), name, 10).length, 0);
  });

  test('a gzip body with bytes after its end or a wrong checksum is still read', () => {
    const whole = gzipSync('the document');
    assert.equal(
      text(decodeContent(Buffer.concat([whole, Buffer.from('\r\n<!-- x -->')]), 'gzip', 100)),
      'the document',
    );
    const spoilt = Buffer.from(whole);
    spoilt[spoilt.length - 6]! ^= 0xff;
    assert.equal(text(decodeContent(spoilt, 'gzip', 100)), 'the document');
  });

  test('a gzip header with name, comment, extra field and checksum is skipped to reach the document', () => {
    const plain = gzipSync('the document');
    const extra = Buffer.from([3, 0, 1, 2, 3]);
    const header = Buffer.concat([plain.subarray(0, 10), extra, Buffer.from('name\0comment\0'), Buffer.from([0, 0])]);
    header[3] = 2 | 4 | 8 | 16;
    // The header checksum is wrong, so that only skipping the header can succeed.
    assert.equal(text(decodeContent(Buffer.concat([header, plain.subarray(10)]), 'gzip', 100)), 'the document');
  });

  test('several gzip members are one document', () => {
    assert.equal(text(decodeContent(Buffer.concat([gzipSync('a'), gzipSync('b')]), 'gzip', 100)), 'ab');
  });

  test('a truncated stream yields what it held', () => {
    const lines = Array.from({ length: 5000 }, (_, i) => `line ${(i * 7919) % 5000}`).join('\n');
    for (const name of ['gzip', 'deflate', 'br']) {
      const encoded = encoders[name]!(Buffer.from(lines));
      const decoded = text(decodeContent(encoded.subarray(0, encoded.length >> 1), name, mebibyte));
      assert.ok(decoded.length > 1000 && lines.startsWith(decoded), name);
    }
  });

  test('corrupt data and unknown encodings are refused', () => {
    const corrupt = gzipSync(Buffer.from('hello '.repeat(1000)));
    corrupt.fill(0xff, 12, 20);
    assert.throws(() => decodeContent(corrupt, 'gzip', mebibyte), failsWith('bad-encoding'));
    assert.throws(() => decodeContent(Buffer.from('<html>'), 'br', mebibyte), failsWith('bad-encoding'));
    assert.throws(() => decodeContent(Buffer.from('<html>'), 'deflate', mebibyte), failsWith('bad-encoding'));
    assert.throws(() => decodeContent(Buffer.from('<html>'), 'zstd', mebibyte), failsWith('bad-encoding'));
    assert.throws(() => decodeContent(Buffer.from('<html>'), 'utf-8', mebibyte), failsWith('bad-encoding'));
  });

  test('more than three encodings are refused before any is decoded', () => {
    assert.throws(() => decodeContent(Buffer.from('x'), 'gzip,gzip,gzip,gzip', 10), failsWith('too-many-encodings'));
  });

  test('the limit is the last byte allowed, for every encoding', () => {
    const data = Buffer.alloc(1000, 'a');
    for (const [name, encode] of Object.entries(encoders)) {
      assert.equal(decodeContent(encode(data), name, 1000).length, 1000, name);
      assert.throws(() => decodeContent(encode(data), name, 999), failsWith('body-too-large'), name);
    }
  });
});
