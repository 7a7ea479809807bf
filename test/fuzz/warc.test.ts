import assert from 'node:assert/strict';
import { truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { readHttpResponse } from '../../src/archive/http-message.js';
import { readRecord, scanWarc, type WarcEntry } from '../../src/archive/warc-reader.js';
import { responseRecords, warcinfoRecord } from '../../src/archive/warc-record.js';
import { exchange, gzipEach, rawRecord, rawResponse, temporaryFolder } from '../archive/warc-fixture.js';
import { assertRefusal, fuzz, fuzzAsync, unlessRefused } from './fuzz.js';
import { assertLinear } from './growth.js';
import { mutated } from './mutations.js';

const scanFailures = ['not-a-warc', 'warc-not-per-record'];

/** Records as they come: our own, those of others, an answer that is none of HTTP, a chunked one, one without any block. */
const records: readonly Buffer[] = [
  gunzipSync(warcinfoRecord({ software: 'osprey-test' })),
  gunzipSync(responseRecords(exchange('http://a.org/1', 'page 1'))),
  rawResponse('http://a.org/2', 'HTTP/1.1 301 Moved\r\nLocation: /3\r\n\r\n'),
  rawResponse('<http://a.org/3>', 'HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n3\r\nabc\r\n0\r\n\r\n'),
  rawRecord({ 'WARC-Type': 'response', 'Content-Type': 'text/dns' }, 'a.org. 1 IN A 192.0.2.1'),
  rawRecord({ 'WARC-Type': 'metadata' }, ''),
];
const plain = Buffer.concat(records);
/** One member a record; the second holds a request and a response, as ours do in a file of their own members. */
const compressed = gzipEach(...records.filter((_, index) => index !== 1));
const tokens = [
  ...[
    'WARC/1.0\r\n',
    '\r\nWARC/1.1\r\n',
    '\r\n\r\n',
    '\n\n',
    '\r',
    'Content-Length: 5\r\n',
    'Content-Length: 99999999999999\r\n',
    'Content-Length: -1\r\n',
  ],
  ...[
    'WARC-Type: response\r\n',
    'HTTP/1.1 200 OK\r\n\r\n',
    'Transfer-Encoding: chunked\r\n',
    'ffffffff\r\n',
    '0\r\n\r\n',
    '\0',
    ':',
    ' folded\r\n',
    '\xff',
  ],
  ...['\x1f\x8b\b\0', '\x1f\x8b\b\x1e'],
];

interface Scan {
  readonly entries: readonly WarcEntry[];
  readonly damages: readonly { readonly offset: number; readonly reason: string }[];
}

/** Undefined where the file is refused as a whole. */
async function scan(file: string): Promise<Scan | undefined> {
  const [entries, damages]: [WarcEntry[], { offset: number; reason: string }[]] = [[], []];
  try {
    for await (const entry of scanWarc(file, { onDamage: (damage) => damages.push(damage) })) entries.push(entry);
    return { entries, damages };
  } catch (thrown) {
    assertRefusal(scanFailures, thrown);
    return undefined;
  }
}

function fileIn(context: TestContext): string {
  return path.join(temporaryFolder(context), 'web.warc');
}

describe('the WARC reader', () => {
  test('finds records in order inside any file, and reads each that it has found', async (context) => {
    const file = fileIn(context);
    await fuzzAsync(150, mutated([plain, compressed, gzipSync(plain)], tokens), async (bytes) => {
      writeFileSync(file, bytes);
      const found = await scan(file);
      let at = 0;
      for (const { offset, length } of found?.entries ?? []) {
        assert.ok(offset >= at && length > 0 && offset + length <= bytes.length, `${offset}+${length} after ${at}`);
        at = offset + length;
        const { body, http } = readRecord(file, offset, length);
        assert.ok((http?.body.length ?? 0) <= body.length);
      }
      for (const { offset } of found?.damages ?? []) assert.ok(offset >= 0 && offset < bytes.length);
    });
  });

  test('reads any range of a file, or refuses it by name', (context) => {
    const file = fileIn(context);
    writeFileSync(file, compressed);
    const ranges = fc.tuple(
      fc.nat(compressed.length + 10),
      fc.nat(compressed.length + 10),
      fc.constantFrom(10, 100, 1e6),
    );
    fuzz(200, ranges, ([offset, length, most]) => {
      const record = unlessRefused(['record-unreadable'], () => readRecord(file, offset, length, most));
      assert.ok((record?.body.length ?? 0) <= most);
    });
  });

  test('makes no more of an HTTP message than its bytes', () => {
    const messages = [
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n',
      'HTTP/1.0 404 No\nX: y\n\nbody',
    ];
    fuzz(300, mutated(messages, tokens), (block) => {
      const message = readHttpResponse(block);
      assert.ok((message?.body.length ?? 0) <= block.length);
      assert.ok((message?.status ?? 0) <= 999);
    });
  });
});

describe('a file cut off at any byte', () => {
  for (const [name, whole] of [
    ['with gzip members', gzipEach(...records.slice(2, 5))],
    ['without compression', Buffer.concat(records.slice(2, 5))],
  ] as const)
    test(`${name} gives the records before the cut and one damage at most`, async (context) => {
      const file = fileIn(context);
      writeFileSync(file, whole);
      const all = (await scan(file))!.entries;
      for (let length = whole.length - 1; length >= 0; length--) {
        truncateSync(file, length);
        const found = await scan(file);
        const before = all.filter((entry) => entry.offset + entry.length <= length);
        // What is left is no WARC any more where not even the version of its first record is.
        if (found === undefined) assert.equal(before.length, 0);
        else assert.deepEqual(found.entries, before, `cut at ${length}`);
        assert.ok((found?.damages.length ?? 0) <= 1);
      }
    });
});

describe('a file of false starts', () => {
  /**
   * Stored blocks of 65,535 bytes: one begins 10 bytes behind every mark, and so do all that follow it, as the 65,540 bytes from one
   * to the next are 20 × 3,277 and 29 × 2,260. Each mark thus begins compressed data that go on to the end of the file.
   */
  const endless = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0, 0xff, 0xff, 0, 0];
  const unlike = Buffer.from([...endless, 0, 0, 0, 0, 0]);
  const alike = Buffer.from([...endless, ...Buffer.from('WARC/1.0\r\nX: y')]);

  test('that only their first bytes make is read in time that grows as it does', async (context) => {
    const file = fileIn(context);
    await assertLinear(
      'false starts',
      (scale) => Buffer.concat([compressed, Buffer.alloc(scale * 30_000, unlike)]),
      async (content) => {
        writeFileSync(file, content);
        const { entries, damages } = (await scan(file))!;
        assert.deepEqual([entries.length, damages.map(({ offset }) => offset)], [5, [compressed.length]]);
      },
    );
  });

  for (const [name, start, unit, good] of [
    ['that begin like compressed records', compressed, alike, 5],
    ['that begin like records and have no end of a head', plain, Buffer.from('\nWARC/1.0'), 7],
    ['of records that are longer than the file', plain, Buffer.from('\nWARC/1.0\nContent-Length: 99999999\n\n'), 7],
  ] as const)
    test(`${name} is given up after a thousand of them`, async (context) => {
      const file = fileIn(context);
      writeFileSync(file, Buffer.concat([start, Buffer.alloc(1_003 * unit.length, unit)]));
      const { entries, damages } = (await scan(file))!;
      assert.equal(entries.length, good);
      assert.equal(damages.length, 2);
      assert.match(damages[1]!.reason, /the rest is not read/);
      // The first unit is the damage; those after it are false starts, of which one more than a thousand is too many.
      assert.equal(damages[1]!.offset - damages[0]!.offset, 1_001 * unit.length);
    });
});
