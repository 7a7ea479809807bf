import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { readRecord } from '../../src/archive/warc-reader.js';
import { responseRecords } from '../../src/archive/warc-record.js';
import { WarcWriter, type WarcWriterOptions } from '../../src/archive/warc-writer.js';
import { Failure } from '../../src/failure.js';
import { exchange, readWithWarcio, temporaryFolder } from './warc-fixture.js';

const info = { software: 'osprey-test' };
const first = 'pages-00001.warc.gz';
const second = 'pages-00002.warc.gz';

function openWriter(dir: string, options: Partial<WarcWriterOptions> = {}): Promise<WarcWriter> {
  return WarcWriter.open(dir, { committed: undefined, info, ...options });
}

function page(number: number): Uint8Array {
  return responseRecords(exchange(`http://a.org/${number}`, `page ${number}`));
}

async function urlsIn(file: string): Promise<(string | null | undefined)[]> {
  const records = await readWithWarcio(readFileSync(file));
  return records.filter(({ record }) => record.warcType === 'response').map(({ record }) => record.warcTargetURI);
}

describe('writing', () => {
  test('a file begins with warcinfo and each place leads back to its response', async (t) => {
    const dir = temporaryFolder(t);
    const writer = await openWriter(dir);
    const places = [await writer.append(page(1)), ...(await writer.appendAll([page(2), page(3)]))];
    await writer.sync();
    await writer.close();
    const records = await readWithWarcio(readFileSync(path.join(dir, first)));
    const types = records.map(({ record }) => record.warcType);
    assert.deepEqual(types, ['warcinfo', 'request', 'response', 'request', 'response', 'request', 'response']);
    for (const [at, { file, offset, length }] of places.entries()) {
      const { http } = readRecord(path.join(dir, file), offset, length);
      assert.equal(Buffer.from(http!.body).toString(), `page ${at + 1}`);
    }
    assert.equal(writer.bytes, statSync(path.join(dir, first)).size);
  });

  test('calls that overlap are written in their order', async (t) => {
    const dir = temporaryFolder(t);
    const writer = await openWriter(dir);
    const numbers = Array.from({ length: 40 }, (_, number) => number);
    const places = await Promise.all(numbers.map((number) => writer.append(page(number))));
    await writer.close();
    const expected = numbers.map((number) => `http://a.org/${number}`);
    assert.deepEqual(await urlsIn(path.join(dir, first)), expected);
    for (const [at, place] of places.slice(1).entries())
      assert.equal(place.offset, places[at]!.offset + places[at]!.length);
  });

  test('a full file is followed by the next, which begins with its own warcinfo', async (t) => {
    const dir = temporaryFolder(t);
    const writer = await openWriter(dir, { maxFileBytes: 2000 });
    const places = [];
    for (let number = 0; number < 8; number++) places.push(await writer.append(page(number)));
    await writer.close();
    const files = readdirSync(dir).sort();
    assert.ok(files.length > 2);
    assert.deepEqual([...new Set(places.map(({ file }) => file))], files);
    const sizes = files.map((file) => statSync(path.join(dir, file)).size);
    for (const size of sizes) assert.ok(size <= 2000);
    assert.equal(
      writer.bytes,
      sizes.reduce((sum, size) => sum + size),
    );
    for (const file of files) {
      const [begin] = await readWithWarcio(readFileSync(path.join(dir, file)));
      assert.equal(begin!.record.warcHeader('WARC-Filename'), file);
    }
  });

  test('a batch larger than the limit gets a file to itself', async (t) => {
    const dir = temporaryFolder(t);
    const writer = await openWriter(dir, { maxFileBytes: 100 });
    assert.equal((await writer.append(page(1))).file, first);
    assert.equal((await writer.append(page(2))).file, second);
    await writer.close();
    assert.deepEqual(readdirSync(dir).sort(), [first, second]);
  });

  test('a full disk is a fatal failure of its own', {
    skip: !existsSync('/dev/full') && 'no /dev/full here',
  }, async (t) => {
    const dir = temporaryFolder(t);
    const writer = await openWriter(dir, { maxFileBytes: 100 });
    await writer.append(page(1));
    symlinkSync('/dev/full', path.join(dir, second));
    await assert.rejects(
      writer.append(page(2)),
      (error) => error instanceof Failure && error.code === 'disk-full' && error.policy === 'fatal',
    );
    rmSync(path.join(dir, second));
    assert.equal((await writer.append(page(3))).file, second);
    await writer.close();
    assert.deepEqual(await urlsIn(path.join(dir, second)), ['http://a.org/3']);
  });

  test('an error of the disk is a fatal failure', async (t) => {
    const writer = await openWriter(temporaryFolder(t));
    await writer.close();
    await assert.rejects(
      writer.append(page(1)),
      (error) => error instanceof Failure && error.code === 'archive-io' && error.policy === 'fatal',
    );
  });
});

describe('resuming', () => {
  test('cuts off what was not committed, later files too, and goes on from there', async (t) => {
    const dir = temporaryFolder(t);
    const before = await openWriter(dir, { maxFileBytes: 4000 });
    const kept = await before.append(page(1));
    for (let number = 100; number < 120; number++) await before.append(page(number));
    await before.close();
    assert.ok(readdirSync(dir).length > 2);
    appendFileSync(path.join(dir, first), 'half a rec');
    writeFileSync(path.join(dir, 'notes.txt'), 'mine');

    const committed = { file: kept.file, end: kept.offset + kept.length };
    const after = await openWriter(dir, { committed });
    assert.equal(after.bytes, committed.end);
    assert.deepEqual(readdirSync(dir).sort(), ['notes.txt', first]);
    assert.equal((await after.append(page(2))).offset, committed.end);
    await after.close();
    assert.deepEqual(await urlsIn(path.join(dir, first)), ['http://a.org/1', 'http://a.org/2']);
  });

  test('counts the files before the committed one', async (t) => {
    const dir = temporaryFolder(t);
    const before = await openWriter(dir, { maxFileBytes: 100 });
    await before.append(page(1));
    const { file, offset, length } = await before.append(page(2));
    await before.close();
    const after = await openWriter(dir, { committed: { file, end: offset + length } });
    assert.equal(after.bytes, before.bytes);
    assert.deepEqual(readdirSync(dir).sort(), [first, second]);
    await after.close();
  });

  test('with nothing committed starts afresh', async (t) => {
    const dir = temporaryFolder(t);
    const before = await openWriter(dir, { maxFileBytes: 100 });
    await before.appendAll([page(1)]);
    await before.appendAll([page(2)]);
    await before.close();
    const after = await openWriter(dir);
    await after.append(page(3));
    await after.close();
    assert.deepEqual(readdirSync(dir), [first]);
    assert.deepEqual(await urlsIn(path.join(dir, first)), ['http://a.org/3']);
  });

  test('refuses an archive that lacks committed bytes, and leaves it as it is', async (t) => {
    const dir = temporaryFolder(t);
    const writer = await openWriter(dir);
    const { file, offset, length } = await writer.append(page(1));
    await writer.close();
    const committed = { file, end: offset + length };
    truncateSync(path.join(dir, file), committed.end - 1);
    const isShorter = (error: unknown) =>
      error instanceof Failure &&
      error.code === 'archive-shorter' &&
      error.policy === 'fatal' &&
      error.message.includes(file);
    await assert.rejects(openWriter(dir, { committed }), (error) => {
      assert.deepEqual((error as Failure).evidence, {
        file: path.join(dir, file),
        size: committed.end - 1,
        committed: committed.end,
      });
      return isShorter(error);
    });
    assert.equal(statSync(path.join(dir, file)).size, committed.end - 1);
    rmSync(path.join(dir, file));
    await assert.rejects(openWriter(dir, { committed }), isShorter);
  });
});
