import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createReadStream, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { WARCParser } from 'warcio';
import { readRecord, scanWarc, type WarcEntry } from '../../src/archive/warc-reader.js';
import { responseRecords, warcinfoRecord } from '../../src/archive/warc-record.js';
import { Failure, UsageError } from '../../src/failure.js';
import { absent, webs } from '../shared-data.js';
import { exchange, gzipEach, rawRecord, rawResponse, temporaryFolder } from './warc-fixture.js';

const info = warcinfoRecord({ software: 'osprey-test' });

function fileOf(t: TestContext, bytes: Uint8Array): string {
  const file = path.join(temporaryFolder(t), 'web.warc.gz');
  writeFileSync(file, bytes);
  return file;
}

async function scan(file: string): Promise<{ entries: WarcEntry[]; damages: { offset: number; reason: string }[] }> {
  const entries: WarcEntry[] = [];
  const damages: { offset: number; reason: string }[] = [];
  for await (const entry of scanWarc(file, { onDamage: (damage) => damages.push(damage) })) entries.push(entry);
  return { entries, damages };
}

function bodyOf(file: string, { offset, length }: WarcEntry): string {
  return Buffer.from(readRecord(file, offset, length).http!.body).toString();
}

function page(name: string): Uint8Array {
  return responseRecords(exchange(`http://a.org/${name}`, `page ${name}`));
}

function uris(entries: readonly WarcEntry[]): (string | undefined)[] {
  return entries.filter(({ type }) => type === 'response').map(({ targetUri }) => targetUri);
}

describe('a scan', () => {
  test('tells place, type, URI, date and status of each record, and the place leads to the record', async (t) => {
    const moved = exchange('http://a.org/old', '', { status: 301, headers: [['location', '/new']] });
    const file = fileOf(t, Buffer.concat([info, page('1'), responseRecords(moved)]));
    const { entries, damages } = await scan(file);
    assert.deepEqual(damages, []);
    assert.deepEqual(
      entries.map(({ type }) => type),
      ['warcinfo', 'request', 'response', 'request', 'response'],
    );
    assert.equal(entries[2]!.date, '2024-01-02T03:04:05.678Z');
    assert.equal(entries[2]!.httpStatus, 200);
    assert.equal(bodyOf(file, entries[2]!), 'page 1');
    assert.equal(entries[4]!.httpStatus, 301);
    assert.equal(entries[4]!.location, '/new');
    assert.equal(entries[1]!.httpStatus, undefined);
  });

  test('reads a plain file to the same result, and needs no particular line ends between records', async (t) => {
    const gzipped = Buffer.concat([info, page('1'), page('2')]);
    const plain = fileOf(t, Buffer.concat([gunzipSync(gzipped), Buffer.from('\r\n\r\n'), gunzipSync(page('3'))]));
    const { entries, damages } = await scan(plain);
    assert.deepEqual(damages, []);
    assert.deepEqual(uris(entries), ['http://a.org/1', 'http://a.org/2', 'http://a.org/3']);
    assert.equal(bodyOf(plain, entries.at(-1)!), 'page 3');
  });

  test('finds the end of members that do not fit into its window, and of those that inflate to much', async (t) => {
    const noise = randomBytes(3_000_000);
    const zeros = new Uint8Array(20_000_000);
    const big = responseRecords(exchange('http://a.org/noise', noise));
    const bomb = responseRecords(exchange('http://a.org/zeros', zeros));
    const file = fileOf(t, Buffer.concat([info, big, bomb, page('last')]));
    const { entries, damages } = await scan(file);
    assert.deepEqual(damages, []);
    assert.deepEqual(uris(entries), ['http://a.org/noise', 'http://a.org/zeros', 'http://a.org/last']);
    const { offset, length } = entries[2]!;
    assert.deepEqual(Buffer.from(readRecord(file, offset, length).http!.body), noise);
    assert.equal(bodyOf(file, entries.at(-1)!), 'page last');
  });

  test('understands the optional parts of a gzip header', async (t) => {
    const member = gzipSync(rawResponse('http://a.org/', 'HTTP/1.1 200 OK\r\n\r\nx'));
    // FHCRC, FEXTRA, FNAME and FCOMMENT: flags 2 + 4 + 8 + 16 = 30; extra field of 3 bytes; the two CRC bytes last.
    const header = Buffer.concat([
      Buffer.from([0x1f, 0x8b, 8, 30, 0, 0, 0, 0, 0, 3, 3, 0, 1, 2, 3]),
      Buffer.from('name\0comment\0'),
      Buffer.from([9, 9]),
    ]);
    const file = fileOf(t, Buffer.concat([header, member.subarray(10), page('2')]));
    const { entries, damages } = await scan(file);
    assert.deepEqual(damages, []);
    assert.deepEqual(uris(entries), ['http://a.org/', 'http://a.org/2']);
  });

  test('counts the records that warcio counts', { skip: absent(webs, 'OSPREY_WEBS') }, async () => {
    const file = path.join(webs!, 'webkb-dev', 'web.warc.gz');
    const expected: string[] = [];
    for await (const record of new WARCParser(createReadStream(file), { parseHttp: false })) {
      expected.push(`${record.warcType} ${record.warcTargetURI ?? ''}`);
      await record.skipFully();
    }
    const { entries, damages } = await scan(file);
    assert.deepEqual(damages, []);
    assert.deepEqual(
      entries.map(({ type, targetUri }) => `${type} ${targetUri ?? ''}`),
      expected,
    );
  });
});

describe('a damaged file', () => {
  test('is read on after the damage', async (t) => {
    const [one, two, three] = [page('1'), page('2'), page('3')];
    const bytes = Buffer.concat([info, one, two, three]);
    bytes.fill(0xff, info.length + one.length + 20, info.length + one.length + two.length - 20);
    const { entries, damages } = await scan(fileOf(t, bytes));
    assert.deepEqual(uris(entries), ['http://a.org/1', 'http://a.org/3']);
    assert.equal(damages.length, 1);
  });

  test('is noticed by its checksum', async (t) => {
    const stored = gzipSync(rawResponse('http://a.org/1', 'HTTP/1.1 200 OK\r\n\r\nbody'), { level: 0 });
    stored[stored.length - 20]! ^= 1;
    const file = fileOf(t, Buffer.concat([info, stored, page('2')]));
    const { entries, damages } = await scan(file);
    assert.deepEqual(uris(entries), ['http://a.org/2']);
    assert.equal(damages.length, 1);
    assert.throws(
      () => readRecord(file, info.length, stored.length),
      (error) => error instanceof Failure && error.code === 'record-unreadable' && error.policy === 'skip',
    );
  });

  test('without compression is read on after the damage too', async (t) => {
    const record = (url: string) => rawResponse(url, 'HTTP/1.1 200 OK\r\n\r\nbody');
    const broken = Buffer.from(record('http://a.org/2').toString().replace('Content-Length: 23', 'Content-Length: x3'));
    const file = fileOf(t, Buffer.concat([record('http://a.org/1'), broken, record('http://a.org/3')]));
    const { entries, damages } = await scan(file);
    assert.deepEqual(uris(entries), ['http://a.org/1', 'http://a.org/3']);
    assert.equal(damages.length, 1);
  });

  test('with a record head without end is read on', async (t) => {
    const endless = Buffer.concat([Buffer.from('WARC/1.1\r\nX: '), Buffer.alloc(100_000, 'x')]);
    const { entries, damages } = await scan(fileOf(t, Buffer.concat([info, gzipEach(endless), page('1')])));
    assert.deepEqual(uris(entries), ['http://a.org/1']);
    assert.match(damages[0]!.reason, /head/);
  });
});

describe('a file that cannot be used', () => {
  const cases: [name: string, bytes: Uint8Array, says: RegExp][] = [
    ['text', Buffer.from('<html>hello</html>'), /does not begin with "WARC\/"; give a \.warc/],
    ['nothing', Buffer.alloc(0), /it is empty/],
    ['gzipped text', gzipSync('hello'), /compressed in it does not begin/],
    ['a zip', Buffer.from('PK\x03\x04....'), /WACZ/],
    ['zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0]), /zstd/],
    ['two bytes of gzip', Buffer.from([0x1f, 0x8b]), /does not begin/],
  ];
  for (const [name, bytes, says] of cases) {
    test(`because it is ${name} is refused in one sentence that names the fix`, async (t) => {
      const file = fileOf(t, bytes);
      await assert.rejects(scan(file), (error) => {
        assert.ok(error instanceof UsageError && error.code === 'not-a-warc');
        assert.ok(error.message.startsWith(`${file} is not a WARC file: `));
        assert.match(error.message, says);
        return true;
      });
    });
  }

  test('because it is missing, or a folder, is refused', async (t) => {
    const folder = temporaryFolder(t);
    for (const file of [folder, path.join(folder, 'none.warc.gz')]) {
      await assert.rejects(scan(file), (error) => error instanceof UsageError && error.code === 'archive-unreadable');
    }
  });

  test('because all records share one gzip member is refused, small or large', async (t) => {
    const some = Buffer.concat([gunzipSync(info), gunzipSync(page('1'))]);
    const many = Buffer.concat([some, gunzipSync(responseRecords(exchange('http://a.org/', randomBytes(2_000_000))))]);
    for (const plain of [some, many]) {
      await assert.rejects(
        scan(fileOf(t, gzipSync(plain))),
        (error) =>
          error instanceof UsageError && error.code === 'warc-not-per-record' && /recompress/.test(error.message),
      );
    }
  });
});

describe('reading a record', () => {
  const read = (t: TestContext, block: string | Uint8Array) => {
    const bytes = gzipEach(rawResponse('http://a.org/', block));
    return readRecord(fileOf(t, bytes), 0, bytes.length).http!;
  };

  test('joins the chunks of a chunked body', (t) => {
    const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
    assert.equal(
      Buffer.from(read(t, `${head}3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\nTrailer: 1\r\n\r\n`).body).toString(),
      'abc0123456789',
    );
    assert.equal(Buffer.from(read(t, `${head}3\r\nabc\r\nff\r\n012`).body).toString(), 'abc012');
    assert.equal(Buffer.from(read(t, `${head}0\r\n\r\n`).body).toString(), '');
  });

  test('takes a body as it is when the chunks were joined by the recorder', (t) => {
    const { body } = read(t, 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n<html>\n</html>');
    assert.equal(Buffer.from(body).toString(), '<html>\n</html>');
  });

  test('keeps header names, order and repeats, and bytes beyond ASCII', (t) => {
    const block = 'HTTP/1.0 404 Not  here\nSet-Cookie: a\nset-cookie: b\n folded\nX: \xe9\nnonsense\n\nbody';
    const http = read(t, Buffer.from(block, 'latin1'));
    assert.deepEqual(http.headers, [
      ['Set-Cookie', 'a'],
      ['set-cookie', 'b folded'],
      ['X', '\xe9'],
    ]);
    assert.deepEqual([http.status, http.statusText, http.httpVersion], [404, 'Not  here', '1.0']);
    assert.equal(Buffer.from(http.body).toString(), 'body');
    assert.equal(http.body.buffer.byteLength, http.body.byteLength);
  });

  test('that is not HTTP gives its block', (t) => {
    const bytes = gzipEach(
      rawRecord({ 'WARC-Type': 'response', 'Content-Type': 'text/dns' }, 'a.org. 1 IN A 192.0.2.1'),
    );
    const { http, body } = readRecord(fileOf(t, bytes), 0, bytes.length);
    assert.equal(http, undefined);
    assert.equal(Buffer.from(body).toString(), 'a.org. 1 IN A 192.0.2.1');
  });

  test('above the limit is a failure that skips it, whether it is large in the file or once inflated', (t) => {
    for (const body of [new Uint8Array(50_000), randomBytes(50_000)]) {
      const bytes = responseRecords(exchange('http://a.org/', body));
      const file = fileOf(t, bytes);
      assert.throws(
        () => readRecord(file, 0, bytes.length, 10_000),
        (error) => error instanceof Failure && error.evidence.problem === 'too large' && error.policy === 'skip',
      );
    }
  });
});
