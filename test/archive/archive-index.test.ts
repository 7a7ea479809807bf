import assert from 'node:assert/strict';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { ArchiveIndex } from '../../src/archive/archive-index.js';
import { ArchiveTransport } from '../../src/archive/archive-transport.js';
import { cacheFolder } from '../../src/archive/cache-folder.js';
import { scanWarc } from '../../src/archive/warc-reader.js';
import { responseRecords, warcinfoRecord } from '../../src/archive/warc-record.js';
import { Failure, UsageError } from '../../src/failure.js';
import { absent, webs } from '../shared-data.js';
import { exchange, gzipEach, rawRecord, temporaryFolder } from './warc-fixture.js';

type Overrides = Parameters<typeof exchange>[2];

function record(url: string, body = '', overrides: Overrides = {}): Uint8Array {
  return responseRecords(exchange(url, body, overrides));
}

function writeWarc(folder: string, name: string, ...records: Uint8Array[]): string {
  const file = path.join(folder, name);
  writeFileSync(file, Buffer.concat([warcinfoRecord({ software: 'osprey-test' }), ...records]));
  return file;
}

async function openWeb(t: TestContext, files: readonly string[], cacheDir: string) {
  const index = await ArchiveIndex.open(files, { cacheDir });
  const transport = new ArchiveTransport(index);
  t.after(async () => {
    await transport.close();
    index.close();
  });
  const bodyOf = async (url: string) => Buffer.from((await transport.fetch({ url, headers: {} })).body).toString();
  return { index, transport, bodyOf };
}

describe('an archived web', () => {
  test('answers with what was recorded, under any form of the URL', async (t) => {
    const folder = temporaryFolder(t);
    const headers = [['X-Kept', 'Yes']] as const;
    const answer = { status: 410, statusText: 'Gone', httpVersion: '1.0', headers, remoteAddress: '192.0.2.7' };
    const file = writeWarc(folder, 'a.warc.gz', record('http://a.org/~x', 'gone', answer));
    const { transport } = await openWeb(t, [file], folder);
    const response = await transport.fetch({ url: 'HTTP://A.org:80/%7Ex#part', headers: {} });
    const { url, body, ...rest } = response;
    assert.equal(url, 'HTTP://A.org:80/%7Ex#part');
    assert.equal(Buffer.from(body).toString(), 'gone');
    assert.deepEqual(rest, answer);
  });

  test('leaves out bodies that are not wanted and cuts long ones, as a live web does', async (t) => {
    const folder = temporaryFolder(t);
    const file = writeWarc(folder, 'a.warc.gz', record('http://a.org/', 'a long page'));
    const { transport } = await openWeb(t, [file], folder);
    const request = { url: 'http://a.org/', headers: {} };
    const seen: unknown[] = [];
    const skipped = await transport.fetch({ ...request, wanted: (...head) => seen.push(head) === 0 });
    assert.deepEqual(seen, [[200, 'text/html']]);
    assert.equal(skipped.bodySkipped, true);
    assert.equal(skipped.body.length, 0);
    const kept = await transport.fetch({ ...request, wanted: () => true });
    assert.equal(kept.bodySkipped, undefined);
    for (const [cutAt, expected] of [
      [6, 'a long'],
      [11, 'a long page'],
      [12, 'a long page'],
    ] as const) {
      assert.equal(Buffer.from((await transport.fetch({ ...request, cutAt })).body).toString(), expected);
    }
  });

  test('does not find what it does not have, robots.txt included', async (t) => {
    const folder = temporaryFolder(t);
    const { transport } = await openWeb(t, [writeWarc(folder, 'a.warc.gz', record('http://a.org/'))], folder);
    for (const url of ['http://a.org/robots.txt', 'http://b.org/', 'not a url', 'ftp://a.org/']) {
      const { status, body } = await transport.fetch({ url, headers: {} });
      assert.deepEqual([status, body.length], [404, 0]);
    }
  });

  test('answers with the last of several records, and with the last file that has one', async (t) => {
    const folder = temporaryFolder(t);
    const [x, y] = ['http://a.org/x', 'http://a.org/y'];
    const one = writeWarc(folder, '1.warc.gz', record(x, 'x1'), record(y, 'y1'), record(x, 'x2'));
    const two = writeWarc(folder, '2.warc.gz', record(y, 'y2'));
    const { index, bodyOf } = await openWeb(t, [one, two], path.join(folder, 'cache'));
    assert.equal(await bodyOf(x), 'x2');
    assert.equal(await bodyOf(y), 'y2');
    assert.equal(index.size, 4);
    assert.deepEqual([...index.urls()], [y, x, y, x]);
  });

  test('leaves out redirects that lead back to the same canonical URL', async (t) => {
    const folder = temporaryFolder(t);
    const redirect = { status: 301, headers: [['Location', 'http://a.org/x']] as const };
    const file = writeWarc(
      folder,
      'a.warc.gz',
      record('http://a.org/x', 'page'),
      record('http://a.org/x?utm_source=mail', '', redirect),
      record('http://a.org/old', '', redirect),
    );
    const { index, bodyOf, transport } = await openWeb(t, [file], folder);
    assert.equal(index.size, 2);
    assert.equal(await bodyOf('http://a.org/x'), 'page');
    assert.equal((await transport.fetch({ url: 'http://a.org/old', headers: {} })).status, 301);
  });

  test('passes over records that are not HTTP responses', async (t) => {
    const folder = temporaryFolder(t);
    const dns = { 'WARC-Type': 'response', 'WARC-Target-URI': 'dns:a.org', 'Content-Type': 'text/dns' };
    const resource = { 'WARC-Type': 'resource', 'WARC-Target-URI': 'http://a.org/r', 'Content-Type': 'text/html' };
    const others = gzipEach(rawRecord(dns, 'x'), rawRecord(resource, '<p>'));
    const { index } = await openWeb(t, [writeWarc(folder, 'a.warc.gz', others, record('http://a.org/'))], folder);
    assert.deepEqual([...index.urls()], ['http://a.org/']);
  });

  test('tells of a cancelled request, and of a file that has changed under it', async (t) => {
    const folder = temporaryFolder(t);
    const url = 'http://a.org/';
    const file = writeWarc(folder, 'a.warc.gz', record(url));
    const { transport } = await openWeb(t, [file], folder);
    const failsWith = (code: string) => (error: unknown) => error instanceof Failure && error.code === code;
    await assert.rejects(transport.fetch({ url, headers: {}, signal: AbortSignal.abort() }), failsWith('cancelled'));
    writeFileSync(file, 'short');
    await assert.rejects(transport.fetch({ url, headers: {} }), failsWith('record-unreadable'));
  });
});

describe('an index', () => {
  test('has every response of a real web', { skip: absent(webs, 'OSPREY_WEBS') }, async (t) => {
    const file = path.join(webs!, 'webkb-dev', 'web.warc.gz');
    const { index, transport } = await openWeb(t, [file], temporaryFolder(t));
    let responses = 0;
    for await (const { type, targetUri, httpStatus, offset } of scanWarc(file)) {
      if (type !== 'response') continue;
      responses++;
      assert.equal(index.find(targetUri!)?.offset, offset);
      if (responses % 100) continue;
      const response = await transport.fetch({ url: targetUri!, headers: {} });
      const stated = response.headers.find(([name]) => name === 'Content-Length')?.[1];
      assert.deepEqual([response.status, response.body.length], [httpStatus, Number(stated)]);
    }
    assert.equal(index.size, responses);
  });

  test('is made once, and again when the archive has changed', async (t) => {
    const folder = temporaryFolder(t);
    const cacheDir = path.join(folder, 'cache');
    const file = writeWarc(folder, 'a.warc.gz', record('http://a.org/1'));
    const built = async () => {
      const steps: { done: number; total: number }[] = [];
      const index = await ArchiveIndex.open([file], { cacheDir, onProgress: (step) => steps.push(step) });
      const { size } = index;
      index.close();
      return { size, made: steps.length > 0, complete: steps.every(({ done, total }) => done <= total) };
    };
    assert.deepEqual(await built(), { size: 1, made: true, complete: true });
    assert.deepEqual(await built(), { size: 1, made: false, complete: true });
    writeWarc(folder, 'a.warc.gz', record('http://a.org/1'), record('http://a.org/2'));
    assert.deepEqual(await built(), { size: 2, made: true, complete: true });
    utimesSync(file, 1, 1);
    assert.deepEqual(await built(), { size: 2, made: true, complete: true });
    const [cached, ...rest] = readdirSync(cacheDir);
    assert.deepEqual(rest, []);
    writeFileSync(path.join(cacheDir, cached!), 'not a database');
    assert.deepEqual(await built(), { size: 2, made: true, complete: true });
  });

  test('counts the damage of an archive that was cut, and leaves nothing behind for one that is no WARC', async (t) => {
    const folder = temporaryFolder(t);
    const cacheDir = path.join(folder, 'cache');
    const cut = path.join(folder, 'cut.warc.gz');
    const last = record('http://a.org/2', 'lost');
    writeFileSync(cut, Buffer.concat([record('http://a.org/1'), last.subarray(0, -9)]));
    const { index } = await openWeb(t, [cut], cacheDir);
    assert.deepEqual([index.size, index.damaged], [1, 1]);

    const text = path.join(folder, 'text.warc.gz');
    writeFileSync(text, 'hello');
    const isNotWarc = (error: unknown) => error instanceof UsageError && error.code === 'not-a-warc';
    await assert.rejects(ArchiveIndex.open([cut, text], { cacheDir }), isNotWarc);
    assert.equal(readdirSync(cacheDir).length, 1);
  });

  test('names OSPREY_CACHE when the cache folder cannot be written', async (t) => {
    const folder = temporaryFolder(t);
    const file = writeWarc(folder, 'a.warc.gz', record('http://a.org/'));
    await assert.rejects(
      ArchiveIndex.open([file], { cacheDir: path.join(file, 'below-a-file') }),
      (error) =>
        error instanceof UsageError && error.code === 'cache-not-writable' && /OSPREY_CACHE/.test(error.message),
    );
  });
});

test('the cache folder is OSPREY_CACHE, else in XDG_CACHE_HOME, else in ~/.cache', () => {
  assert.equal(cacheFolder({ OSPREY_CACHE: '/c', XDG_CACHE_HOME: '/x' }), path.resolve('/c'));
  assert.equal(cacheFolder({ XDG_CACHE_HOME: '/x' }), path.join('/x', 'osprey'));
  assert.equal(cacheFolder({ XDG_CACHE_HOME: 'relative' }), path.join(homedir(), '.cache', 'osprey'));
  assert.equal(cacheFolder({}), path.join(homedir(), '.cache', 'osprey'));
});
