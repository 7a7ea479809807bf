import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { sha1Digest } from '../../src/archive/sha1-digest.js';
import { storedMember } from '../../src/archive/stored-member.js';
import { type Exchange, responseRecords, warcinfoRecord } from '../../src/archive/warc-record.js';
import { exchange, readWithWarcio } from './warc-fixture.js';

/** Head and block of each record in a WARC of one gzip member a record, split by Content-Length alone. */
function splitRecords(warc: Uint8Array): { head: string; block: Buffer }[] {
  const plain = gunzipSync(warc);
  const records: { head: string; block: Buffer }[] = [];
  for (let at = 0; at < plain.length; ) {
    const blockStart = plain.indexOf('\r\n\r\n', at) + 4;
    const head = plain.toString('latin1', at, blockStart);
    const length = Number(/\r\nContent-Length: (\d+)\r\n/.exec(head)![1]);
    records.push({ head, block: plain.subarray(blockStart, blockStart + length) });
    assert.equal(plain.toString('latin1', blockStart + length, blockStart + length + 4), '\r\n\r\n');
    at = blockStart + length + 4;
  }
  return records;
}

describe('records of an exchange', () => {
  test('are read back by warcio: a request and the response it is concurrent to', async () => {
    const [request, response, ...rest] = await readWithWarcio(
      responseRecords({
        ...exchange('http://a.org/x?y=1', '<p>hé</p>', { remoteAddress: '192.0.2.7' }),
        truncated: 'length',
      }),
    );
    assert.equal(rest.length, 0);
    assert.equal(request!.record.warcType, 'request');
    assert.equal(request!.record.httpHeaders!.statusline, 'GET /x?y=1 HTTP/1.1');
    assert.equal(request!.record.httpHeaders!.headers.get('Host'), 'a.org');
    const { warcHeaders, httpHeaders } = response!.record;
    assert.equal(response!.record.warcType, 'response');
    assert.equal(response!.record.warcTargetURI, 'http://a.org/x?y=1');
    assert.equal(response!.record.warcDate, '2024-01-02T03:04:05.678Z');
    assert.equal(warcHeaders.headers.get('WARC-IP-Address'), '192.0.2.7');
    assert.equal(warcHeaders.headers.get('WARC-Truncated'), 'length');
    assert.match(warcHeaders.headers.get('WARC-Record-ID')!, /^<urn:uuid:[0-9a-f-]{36}>$/);
    assert.equal(request!.record.warcHeader('WARC-Concurrent-To'), warcHeaders.headers.get('WARC-Record-ID'));
    assert.equal(httpHeaders!.statusline, 'HTTP/1.1 200 OK');
    assert.equal(Buffer.from(response!.payload).toString(), '<p>hé</p>');
  });

  test('carry digests of payload and block that can be recomputed', () => {
    for (const { head, block } of splitRecords(responseRecords(exchange('http://a.org/', 'body')))) {
      assert.equal(/WARC-Block-Digest: (.*)\r/.exec(head)![1], sha1Digest(block));
      const payload = /WARC-Payload-Digest: (.*)\r/.exec(head)?.[1];
      assert.equal(payload, head.includes('msgtype=response') ? sha1Digest(Buffer.from('body')) : undefined);
    }
  });

  test('are in memory of their own, so that a worker can transfer them', () => {
    const records = responseRecords(exchange('http://a.org/', ''));
    assert.equal(records.byteLength, records.buffer.byteLength);
  });

  test('keep a content-encoded body and its headers as they came', async () => {
    const body = gzipSync('<p>zipped</p>');
    const headers = [['content-encoding', 'gzip']] as const;
    const { block } = splitRecords(responseRecords(exchange('http://a.org/', body, { headers })))[1]!;
    assert.deepEqual(block, Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n'), body]));
  });

  test('name the transfer coding that is gone and give the length instead', () => {
    const headers = [
      ['Transfer-Encoding', 'chunked'],
      ['X', '1'],
    ] as const;
    const { block } = splitRecords(responseRecords(exchange('http://a.org/', 'abc', { headers })))[1]!;
    assert.equal(
      block.toString(),
      'HTTP/1.1 200 OK\r\nX-Archive-Orig-Transfer-Encoding: chunked\r\nX: 1\r\nContent-Length: 3\r\n\r\nabc',
    );
  });

  test('correct the length of a body that was cut', () => {
    const headers = [['Content-Length', '999']] as const;
    const { block } = splitRecords(responseRecords(exchange('http://a.org/', 'abc', { headers })))[1]!;
    assert.equal(
      block.toString(),
      'HTTP/1.1 200 OK\r\nX-Archive-Orig-Content-Length: 999\r\nContent-Length: 3\r\n\r\nabc',
    );
  });

  test('do not give away credentials', () => {
    const { url, response, fetchedAt } = exchange('http://user:pass@a.org/', '');
    const headers = [
      ['Authorization', 'Bearer s3cret'],
      ['Cookie', 'id=s3cret'],
    ] as const;
    const records = responseRecords({ url, response, fetchedAt, request: { method: 'GET', headers } });
    assert.doesNotMatch(gunzipSync(records).toString(), /s3cret|pass/);
    const { block } = splitRecords(records)[0]!;
    assert.match(block.toString(), /^GET \/ HTTP\/1\.1\r\nHost: a\.org\r\n/);
  });
});

const anyText = fc.string({ unit: 'binary', maxLength: 30 });
const injected = fc.constantFrom(
  'a\r\nEvil: 1',
  '\n\nWARC/1.1\r\n',
  'ĊčEvil: 1',
  '\0',
  '\r\n\r\n',
  'é',
  '漢字',
  ' ',
  '',
);
const oddText = fc.oneof(anyText, injected);
const oddHeaders = fc.array(fc.tuple(oddText, oddText), { maxLength: 6 });

test('nothing in URLs, headers, status text or bodies breaks a record', () => {
  fc.assert(
    fc.property(
      fc.record({ url: oddText, method: oddText, asked: oddHeaders, statusText: oddText, headers: oddHeaders }),
      fc.uint8Array({ maxLength: 200 }),
      fc.oneof(oddText, fc.constant('::1%eth0\r\nX: 1')),
      ({ url, method, asked, statusText, headers }, body, remoteAddress) => {
        const response = { status: 200, statusText, httpVersion: '1.1', headers, body, remoteAddress };
        const whole: Exchange = {
          url: `http://a.org/${url}`,
          request: { method, headers: asked },
          response,
          fetchedAt: 0,
        };
        const records = splitRecords(responseRecords(whole));
        assert.equal(records.length, 2);
        for (const { head } of records) {
          for (const line of head.trimEnd().split('\r\n').slice(1)) assert.match(line, /^[A-Za-z-]+: [\x20-\x7e]+$/);
          assert.doesNotMatch(head, /^(?!WARC-|Content-|WARC\/1\.1)./m);
        }
        const { block } = records[1]!;
        const headEnd = block.length - body.length;
        const lines = block.toString('latin1', 0, headEnd).split('\r\n');
        assert.deepEqual(new Uint8Array(block.subarray(headEnd)), body);
        const added = lines.some((line) => line.startsWith('X-Archive-Orig-')) ? 1 : 0;
        // Status line, the headers, and two empty strings after the last line end.
        assert.equal(lines.length, 1 + headers.length + added + 2);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be left
        for (const line of lines) assert.doesNotMatch(line, /[\x00-\x08\x0a-\x1f\x7f]/);
      },
    ),
    { numRuns: 300 },
  );
});

test('the bytes of received header values survive, and text beyond them is written as UTF-8', () => {
  const headers = [
    ['Location', '/caf\xc3\xa9'],
    ['Title', '漢'],
  ] as const;
  const { block } = splitRecords(responseRecords(exchange('http://a.org/', '', { headers })))[1]!;
  assert.equal(block.toString('utf8'), 'HTTP/1.1 200 OK\r\nLocation: /café\r\nTitle: 漢\r\n\r\n');
});

test('a warcinfo record names the software, the file and the robots rules', async () => {
  const [info] = await readWithWarcio(
    warcinfoRecord({ software: 'osprey/1\r\nx', filename: 'f.warc.gz', robots: 'classic' }),
  );
  assert.equal(info!.record.warcType, 'warcinfo');
  assert.equal(info!.record.warcHeader('WARC-Filename'), 'f.warc.gz');
  assert.equal(
    Buffer.from(info!.payload).toString(),
    'format: WARC File Format 1.1\r\nsoftware: osprey/1  x\r\nfilename: f.warc.gz\r\nrobots: classic\r\n',
  );
});

test('a digest is SHA-1 in base 32', () => {
  // SHA-1('') = da39a3ee 5e6b4b0d 3255bfef 95601890 afd80709; its first five bytes da39a3ee5e are, in groups of five
  // bits, 11011 01000 11100 11010 00111 11011 10010 11110 = 27 8 28 26 7 27 18 30 = 3 I 4 2 H 3 S 6.
  assert.equal(createHash('sha1').digest('hex').slice(0, 10), 'da39a3ee5e');
  assert.equal(sha1Digest(new Uint8Array(0)), 'sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ');
  assert.equal(sha1Digest(Buffer.from('ab'), Buffer.from('c')), sha1Digest(Buffer.from('abc')));
});

test('a stored member of any length is read as gzip', () => {
  for (const length of [0, 1, 0xffff, 0x10000, 2 * 0xffff, 2 * 0xffff + 1]) {
    const content = Buffer.alloc(length, 'osprey');
    assert.ok(gunzipSync(storedMember(content)).equals(content), String(length));
  }
});
