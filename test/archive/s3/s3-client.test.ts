import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { S3Client } from '../../../src/archive/s3/s3-client.js';
import { storageFailure } from '../../../src/archive/s3/s3-error.js';
import { s3Name, s3Place } from '../../../src/archive/s3/s3-place.js';
import { temporaryFolder } from '../warc-fixture.js';
import { S3Server, secretAccessKey } from './s3-server.js';

let server: S3Server;
let client: S3Client;
before(async () => {
  server = await S3Server.start();
  client = new S3Client(server.place(), { retryMs: 1, attempts: 3, partBytes: 1000, silenceMs: 2_000 });
});
after(async () => {
  await client.close();
  await server.stop();
});
afterEach(() => server.log.splice(0));

const bytes = randomBytes(3_500);
const busy = { kind: 'status', status: 503, code: 'SlowDown' } as const;

describe('requests that the server has checked the signatures of', () => {
  test('an object is put, read by range, measured, listed and deleted', async () => {
    const key = "odd name+(1)'!é&.gz";
    await client.put(key, bytes);
    assert.deepEqual(server.objects.get(`crawls/cars/${key}`), bytes);
    assert.deepEqual(await client.get(key, 10, 20), bytes.subarray(10, 30));
    assert.deepEqual(await client.get(key, 3_490, 100), bytes.subarray(3_490));
    assert.equal((await client.get(key, 9_999, 5))!.length, 0);
    assert.equal(await client.head(key), 3_500);
    await client.put('b', bytes.subarray(1));
    await client.put('c', bytes.subarray(2));
    server.objects.set('crawls/other/d', bytes);
    server.pageSize = 2;
    const listed = [];
    for await (const object of client.list()) listed.push(object);
    assert.deepEqual(listed, [
      { key: 'b', size: 3_499 },
      { key: 'c', size: 3_498 },
      { key, size: 3_500 },
    ]);
    for (const each of [key, 'b', 'c', 'c']) await client.delete(each);
    assert.equal(await client.head(key), undefined);
    assert.equal(await client.get(key, 0, 1), undefined);
  });

  test('a long file goes in parts, and nothing is left where that fails', async (t) => {
    const file = path.join(temporaryFolder(t), 'file');
    writeFileSync(file, bytes);
    await client.putFile('long', file);
    assert.deepEqual(server.objects.get('crawls/cars/long'), bytes);
    assert.equal(server.log.filter((line) => line.includes('partNumber=')).length, 4);
    server.fail(/partNumber=3/, busy, busy, busy);
    await assert.rejects(client.putFile('never', file), { status: 503, code: 'SlowDown' });
    assert.deepEqual([server.uploads.size, server.objects.has('crawls/cars/never')], [0, false]);
  });
});

describe('faults that pass', () => {
  test('servers that are busy, connections that are cut, silence and damage on the way cost attempts alone', async (t) => {
    const file = path.join(temporaryFolder(t), 'file');
    writeFileSync(file, bytes);
    for (const fault of [
      busy,
      { kind: 'status', status: 500, code: 'InternalError' },
      { kind: 'cut-before' },
      { kind: 'cut-after' },
      { kind: 'damage-upload' },
      { kind: 'slow', ms: 30 },
    ] as const) {
      server.fail(/^PUT .*partNumber=2/, fault);
      server.fail(/^POST .*uploadId=/, fault);
      await client.putFile(`${fault.kind}`, file);
      assert.deepEqual(server.objects.get(`crawls/cars/${fault.kind}`), bytes, fault.kind);
    }
    server.fail(/^GET/, { kind: 'cut-body' }, { kind: 'cut-before' });
    assert.deepEqual(await client.get('slow', 5, 50), bytes.subarray(5, 55));
    assert.equal(server.uploads.size, 0);
  });

  test('a server that is silent for too long counts as gone', async () => {
    const hasty = new S3Client(server.place(), { retryMs: 1, attempts: 1, silenceMs: 200 });
    server.fail(/^HEAD .*silent/, { kind: 'slow', ms: 2_500 });
    await assert.rejects(hasty.head('silent'), (thrown) => {
      const { code, message } = storageFailure(thrown, 's3://pages/crawls/cars');
      return code === 'archive-unreachable' && /Headers Timeout/i.test(message);
    });
    await hasty.close();
  });

  test('an upload that fails after its status is one that failed', async (t) => {
    const file = path.join(temporaryFolder(t), 'file');
    writeFileSync(file, bytes);
    server.fail(/^POST .*uploadId=/, { kind: 'status', status: 200, code: 'InternalError' });
    await client.putFile('late', file);
    assert.deepEqual(server.objects.get('crawls/cars/late'), bytes);
  });
});

describe('what is refused', () => {
  test('a wrong key, secret or region is no passing fault, and the message names the fix but no secret', async () => {
    const place = server.place();
    for (const [wrong, hint] of [
      [{ credentials: { ...place.credentials, accessKeyId: 'OTHER' } }, /check AWS_ACCESS_KEY_ID/],
      [{ credentials: { ...place.credentials, secretAccessKey: 'wrong' } }, /check AWS_SECRET_ACCESS_KEY/],
      [{ region: 'us-east-1' }, /set AWS_REGION/],
      [{ bucket: 'absent' }, /make the bucket/],
    ] as const) {
      const other = new S3Client({ ...place, ...wrong });
      await assert.rejects(other.put('k', bytes), (thrown) => {
        const { code, message } = storageFailure(thrown, 's3://pages/x');
        assert.match(message, hint);
        assert.equal(code, 'archive-refused');
        assert.ok(!message.includes(secretAccessKey) && !message.includes('wrong'));
        return true;
      });
      await other.close();
    }
    assert.equal(server.log.length, 4, 'none is tried again');
  });
});

describe('where the storage is', () => {
  test('a location names a bucket and a prefix', () => {
    assert.deepEqual(s3Name('s3://pages/a/b c/'), { bucket: 'pages', prefix: 'a/b c/' });
    assert.deepEqual(s3Name('s3://pages'), { bucket: 'pages', prefix: '' });
    for (const bad of ['s3://', 's3://UPPER/x', 's3://pages/../x', 's3://pages/x?y', 's3://u:p@pages/x', '/folder'])
      assert.equal(s3Name(bad), undefined, bad);
  });

  test('the environment says how to get there', () => {
    const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };
    const of = (location: string, env: Record<string, string>) => {
      const { endpoint, pathStyle } = s3Place(location, { ...keys, ...env });
      return [endpoint, pathStyle];
    };
    assert.deepEqual(of('s3://pages/x', {}), ['https://pages.s3.us-east-1.amazonaws.com', false]);
    assert.deepEqual(of('s3://my.pages/x', { AWS_REGION: 'eu-west-1' }), ['https://s3.eu-west-1.amazonaws.com', true]);
    assert.deepEqual(of('s3://pages', { AWS_ENDPOINT_URL: 'http://127.0.0.1:9000/' }), ['http://127.0.0.1:9000', true]);
    assert.throws(() => s3Place('s3://pages', { AWS_ACCESS_KEY_ID: 'a' }), {
      code: 'no-credentials',
      message: /set AWS_SECRET_ACCESS_KEY in/,
    });
    const bad = { ...keys, AWS_ENDPOINT_URL: 'https://user:hidden@x/' };
    assert.throws(() => s3Place('s3://pages', bad), { code: 'bad-endpoint', message: /^(?!.*hidden)/ });
  });
});
