import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { describe, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { HttpTransport } from '../../src/download/http-transport.js';
import { Failure } from '../../src/failure.js';
import { badAnswer, refused, SeedWeb, usedUp } from '../../src/seeding/seed-web.js';
import { listen } from '../download/loopback.js';
import { type ApiAnswer, allOf, failureOf, inTurn, sourceTest } from './sources/api-server.js';

const secret = 'SECRET-KEY-123';
const secretRequest = { parameters: { q: 'jaguar' }, secretParameters: { key: secret }, headers: { 'x-key': secret } };
const good: ApiAnswer = { body: { ok: true } };

describe('what is asked', () => {
  test('parameters, secret parameters and headers are sent; undefined ones are not', async (t) => {
    const { web, api } = await sourceTest(t, () => good);
    assert.deepEqual(
      await web.json(`${api.url}/find?v=1`, {
        parameters: { q: 'jaguar & cat', page: 2, none: undefined },
        secretParameters: { key: secret, other: undefined },
        headers: { 'x-key': secret, 'x-none': undefined },
      }),
      { ok: true },
    );
    const [{ method, path, query, headers } = assert.fail()] = api.requests;
    assert.deepEqual([method, path], ['GET', '/find']);
    assert.deepEqual([...query], Object.entries({ v: '1', q: 'jaguar & cat', page: '2', key: secret }));
    assert.equal(headers['x-key'], secret);
    assert.equal(headers['x-none'], undefined);
    assert.equal(headers['user-agent'], 'osprey-test');
    assert.equal(headers.accept, 'application/json');
  });

  test('an answer may be compressed', async (t) => {
    const text = JSON.stringify({ title: 'Jaguaré' });
    const { web, api } = await sourceTest(t, ({ path }) =>
      path === '/br'
        ? { headers: { 'content-encoding': 'br' }, body: brotliCompressSync(text) }
        : { headers: { 'content-encoding': 'gzip' }, body: gzipSync(text) },
    );
    assert.deepEqual(await web.json(`${api.url}/gzip`), { title: 'Jaguaré' });
    assert.deepEqual(await web.json(`${api.url}/br`), { title: 'Jaguaré' });
  });
});

describe('passing failures are tried again', () => {
  test('after the time that Retry-After asks for, in seconds or as a date', async (t) => {
    // The clock starts at 00:00:00 and shows 00:00:07 after the first wait: 13 s are left until 00:00:20.
    const { web, api, slept } = await sourceTest(
      t,
      inTurn(
        { status: 429, headers: { 'retry-after': '7' } },
        { status: 503, headers: { 'retry-after': 'Thu, 01 Jan 2026 00:00:20 GMT' } },
        good,
      ),
    );
    assert.deepEqual(await web.json(api.url), { ok: true });
    assert.deepEqual(slept, [7000, 13_000]);
  });

  test('after growing times where nothing is asked for', async (t) => {
    const { web, api, slept } = await sourceTest(t, inTurn({ status: 500 }, { status: 502 }, good));
    assert.deepEqual(await web.json(api.url), { ok: true });
    assert.deepEqual(slept, [1000, 2000]);
  });

  test('at most as often as allowed', async (t) => {
    const { web, api, slept } = await sourceTest(t, () => ({ status: 500 }), { retries: 3 });
    const failure = await failureOf(web.json(api.url));
    assert.equal(failure.code, 'source-failed');
    assert.match(failure.message, /status 500/);
    assert.equal(api.requests.length, 4);
    assert.deepEqual(slept, [1000, 2000, 4000]);
  });

  test('but a longer wait than half a minute is not waited for', async (t) => {
    const { web, api, slept } = await sourceTest(t, () => ({ status: 429, headers: { 'retry-after': '3600' } }));
    const failure = await failureOf(web.json(api.url));
    assert.equal(failure.code, 'source-quota');
    assert.match(failure.message, /asks to wait 3600 s/);
    assert.equal(api.requests.length, 1);
    assert.deepEqual(slept, []);
  });

  test('however often: own waits grow to half a minute and no further', async (t) => {
    const { web, slept } = await sourceTest(t, () => good, { retries: 7 });
    const failure = await failureOf(web.json('http://127.0.0.1:1/'));
    assert.equal(failure.code, 'source-unreachable');
    assert.deepEqual(slept, [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  test('a connection that breaks is one', async (t) => {
    let broken = 0;
    const server = createServer((socket) => {
      socket.on('data', () => {
        if (broken++ === 0) socket.destroy();
        else socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[]');
      });
    });
    const { web, slept } = await sourceTest(t, () => good);
    assert.deepEqual(await web.json(`http://127.0.0.1:${await listen(t, server)}/`), []);
    assert.deepEqual(slept, [1000]);
  });
});

describe('who does not answer in time is not asked again', () => {
  const silent = (seen: string[]) => createServer((socket) => socket.on('data', () => seen.push('asked')));

  test('a source, for as long as sources are waited for', async (t) => {
    const asked: string[] = [];
    const { web, slept } = await sourceTest(t, () => good, { patience: 50 });
    const failure = await failureOf(web.json(`http://127.0.0.1:${await listen(t, silent(asked))}/`));
    assert.equal(failure.code, 'source-unreachable');
    assert.match(failure.message, /cannot be reached: The response was not complete within --timeout/);
    assert.deepEqual([asked, slept], [['asked'], []]);
  });

  test('a list, for as long as the transport waits', async (t) => {
    const asked: string[] = [];
    const port = await listen(t, silent(asked));
    const transport = new HttpTransport({ allowPrivate: true, totalTimeoutMs: 50 });
    t.after(() => transport.close());
    const failure = await failureOf(
      new SeedWeb(transport, { userAgent: 'test', patience: 1 }).document(`http://127.0.0.1:${port}/`),
    );
    assert.deepEqual([failure.code, failure.evidence.code], ['source-unreachable', 'total-timeout']);
    assert.deepEqual(asked, ['asked']);
  });
});

describe('lasting failures are told by their code', () => {
  const codes = { 400: 'source-failed', 401: 'source-refused', 403: 'source-refused', 404: 'source-failed' };
  for (const [status, code] of Object.entries({ ...codes, 204: 'source-failed', 501: 'source-failed' })) {
    test(`status ${status} is ${code} and is not tried again`, async (t) => {
      const { web, api, slept } = await sourceTest(t, () => ({ status: Number(status) }));
      const failure = await failureOf(web.json(api.url));
      assert.equal(failure.code, code);
      assert.equal(failure.policy, 'skip');
      assert.equal(failure.evidence.status, Number(status));
      assert.match(failure.message, new RegExp(`^127\\.0\\.0\\.1:\\d+ .*${status}`));
      assert.equal(api.requests.length, 1);
      assert.deepEqual(slept, []);
    });
  }

  test('429 to the end is source-quota', async (t) => {
    const { web, api } = await sourceTest(t, () => ({ status: 429 }));
    const failure = await failureOf(web.json(api.url));
    assert.equal(failure.code, 'source-quota');
    assert.equal(api.requests.length, 3);
  });

  test('nobody there is source-unreachable', async (t) => {
    const { web, slept } = await sourceTest(t, () => good);
    const failure = await failureOf(web.json('http://127.0.0.1:1/search'));
    assert.equal(failure.code, 'source-unreachable');
    assert.equal(failure.evidence.code, 'connect-refused');
    assert.match(failure.message, /^127\.0\.0\.1:1 cannot be reached: The server refused the connection/);
    assert.deepEqual(slept, [1000, 2000]);
  });

  test('a private address that is not allowed is source-unreachable at once', async (t) => {
    const { api } = await sourceTest(t, () => good);
    const transport = new HttpTransport();
    t.after(() => transport.close());
    const failure = await failureOf(new SeedWeb(transport, { userAgent: 'osprey-test' }).json(api.url));
    assert.equal(failure.code, 'source-unreachable');
    assert.equal(failure.evidence.code, 'address-refused');
    assert.equal(api.requests.length, 0);
  });

  test('what is not JSON is source-answer', async (t) => {
    const { web, api } = await sourceTest(t, () => ({ body: '<html>Welcome to our hotel</html>' }));
    const failure = await failureOf(web.json(api.url));
    assert.equal(failure.code, 'source-answer');
    assert.match(failure.message, /not JSON/);
  });

  test('too large an answer is source-answer, compressed or not', async (t) => {
    const large = 'x'.repeat(5000);
    const { web, api } = await sourceTest(
      t,
      ({ path }) => ({
        headers: path === '/gzip' ? { 'content-encoding': 'gzip' } : {},
        body: path === '/gzip' ? gzipSync(large) : large,
      }),
      { maxBytes: 4999 },
    );
    for (const path of ['/plain', '/gzip']) {
      const failure = await failureOf(web.text(api.url + path));
      assert.equal(failure.code, 'source-answer');
      assert.match(failure.message, /larger than --max-page-bytes/);
    }
  });

  test('so is one that is larger than the transport takes', async (t) => {
    const { api } = await sourceTest(t, () => ({ body: 'x'.repeat(5000) }));
    const transport = new HttpTransport({ allowPrivate: true, maxBodyBytes: 4999 });
    t.after(() => transport.close());
    const failure = await failureOf(new SeedWeb(transport, { userAgent: 'osprey-test' }).text(api.url));
    assert.equal(failure.code, 'source-answer');
  });
});

describe('a key that is refused', () => {
  for (const status of [401, 403]) {
    test(`is blamed for status ${status} only where one was sent`, async (t) => {
      const { web, api } = await sourceTest(t, () => ({ status }));
      const keyed = [{ headers: { 'x-key': secret } }, { secretParameters: { key: secret } }];
      for (const request of keyed)
        assert.match((await failureOf(web.json(api.url, request))).message, /the key is wrong/);
      const keyless = [{}, { headers: { 'x-key': undefined }, parameters: { q: 'jaguar' } }];
      for (const request of keyless)
        assert.match((await failureOf(web.json(api.url, request))).message, /: access is not allowed$/);
    });
  }
});

describe('a list of pages', () => {
  test('comes with its content type and the address where it was found in the end', async (t) => {
    const list = { headers: { 'content-type': 'application/rss+xml; charset=utf-16', 'content-encoding': 'gzip' } };
    const { api: other } = await sourceTest(t, () => ({ ...list, body: gzipSync('<rss/>') }));
    const { web, api } = await sourceTest(t, () => ({ status: 301, headers: { location: `${other.url}/feed` } }));
    const { bytes, ...rest } = await web.document(`${api.url}/old`);
    assert.deepEqual(rest, { url: `${other.url}/feed`, contentType: 'application/rss+xml; charset=utf-16' });
    assert.equal(Buffer.from(bytes).toString(), '<rss/>');
  });
});

describe('redirects', () => {
  test('on the same origin are followed, with the headers', async (t) => {
    const { web, api } = await sourceTest(t, ({ path }) =>
      path === '/old' ? { status: 301, headers: { location: '/new?q=jaguar' } } : good,
    );
    assert.deepEqual(await web.json(`${api.url}/old`, secretRequest), { ok: true });
    assert.deepEqual(
      api.requests.map(({ path, headers }) => [path, headers['x-key']]),
      [
        ['/old', secret],
        ['/new', secret],
      ],
    );
  });

  test('to another origin are followed without the headers', async (t) => {
    const { web, api, other } = await twoOrigins(t);
    const request = { headers: { 'x-key': secret }, secretParameters: { key: undefined } };
    assert.deepEqual(await web.json(`${api.url}/old`, request), { ok: true });
    assert.equal(other.requests.length, 1);
    assert.equal(other.requests[0]?.headers['x-key'], undefined);
  });

  test('to another origin are refused where the address holds a key', async (t) => {
    const { web, api, other } = await twoOrigins(t);
    const failure = await failureOf(web.json(`${api.url}/old`, secretRequest));
    assert.equal(failure.code, 'source-answer');
    assert.ok(failure.message.endsWith(`it redirects to ${other.url}`), failure.message);
    assert.equal(other.requests.length, 0);
  });

  test('end after three', async (t) => {
    const { web, api } = await sourceTest(t, () => ({ status: 302, headers: { location: '/again' } }));
    const failure = await failureOf(web.json(api.url));
    assert.equal(failure.code, 'source-answer');
    assert.match(failure.message, /without end/);
    assert.equal(api.requests.length, 4);
  });

  for (const location of ['ftp://127.0.0.1/list', 'http://', 'javascript:alert(1)']) {
    test(`to ${location} are refused`, async (t) => {
      const { web, api } = await sourceTest(t, () => ({ status: 302, headers: { location } }));
      const failure = await failureOf(web.json(api.url));
      assert.equal(failure.code, 'source-answer');
      assert.match(failure.message, /no web address/);
    });
  }

  test('without a place are failures', async (t) => {
    const { web, api } = await sourceTest(t, () => ({ status: 302 }));
    assert.equal((await failureOf(web.json(api.url))).code, 'source-failed');
  });

  async function twoOrigins(t: Parameters<typeof sourceTest>[0]) {
    const { api: other } = await sourceTest(t, () => good);
    const location = `${other.url}/new`;
    return { other, ...(await sourceTest(t, () => ({ status: 307, headers: { location } }))) };
  }
});

describe('a source that says what is wrong', () => {
  test('is heard before anything is tried again, as JSON or else as text', async (t) => {
    const { web, api, slept } = await sourceTest(t, ({ path }) => ({
      status: 429,
      body: path === '/json' ? { error: 'no more today' } : 'no more today',
    }));
    const heard: unknown[] = [];
    const explain = (status: number, answer: unknown) => {
      heard.push(status, answer);
      return usedUp(api.url, 'the day is over');
    };
    for (const path of ['/json', '/text']) {
      const failure = await failureOf(web.json(api.url + path, { explain }));
      assert.match(failure.message, /answers no more for now: the day is over$/);
    }
    assert.deepEqual(heard, [429, { error: 'no more today' }, 429, 'no more today']);
    assert.deepEqual(slept, []);
  });

  test('by a status of its own that it is asked too often is tried again, and told so in the end', async (t) => {
    const { web, api, slept } = await sourceTest(t, () => ({ status: 503, headers: { 'retry-after': '2' } }));
    const failure = await failureOf(web.json(api.url, { quotaStatus: 503 }));
    assert.equal(failure.code, 'source-quota');
    assert.match(failure.message, /too many requests \(503\); it asks to wait 2 s$/);
    assert.deepEqual(slept, [2000, 2000]);
  });

  test('in its answer how long to wait is waited for, but not for longer than half a minute', async (t) => {
    const { web, slept } = await sourceTest(t, () => good);
    await web.pause('http://a.test/', 0);
    await web.pause('http://a.test/', 30_000);
    const failure = await failureOf(web.pause('http://a.test/', 30_001));
    assert.deepEqual([failure.code, slept], ['source-quota', [30_000]]);
    assert.match(failure.message, /asks to wait 31 s$/);
  });

  test('and says nothing of use leaves it to the status', async (t) => {
    const { web, api, slept } = await sourceTest(t, inTurn({ status: 500, body: 'oops' }, good));
    assert.deepEqual(await web.json(api.url, { explain: () => undefined }), { ok: true });
    assert.deepEqual(slept, [1000]);
  });

  test('in an encoding that cannot be read has said nothing', async (t) => {
    const { web, api } = await sourceTest(t, () => ({
      status: 403,
      headers: { 'content-encoding': 'zstd' },
      body: 'zzz',
    }));
    const explain = (status: number, answer: unknown) => refused(api.url, status, JSON.stringify(answer));
    assert.match((await failureOf(web.json(api.url, { explain }))).message, /\(403\): ""$/);
  });
});

describe('no key is ever told', () => {
  const statuses = [200, 204, 301, 307, 400, 401, 403, 404, 422, 429, 500, 503];
  const places = ['/again', 'http://127.0.0.1:1/', 'ftp://x/', 'http://'];

  test('whatever the server answers', async (t) => {
    let answer: ApiAnswer = {};
    const { web, api } = await sourceTest(t, () => answer);
    const answers = fc.record({
      status: fc.constantFrom(...statuses),
      location: fc.constantFrom(...places),
      encoding: fc.constantFrom('identity', 'gzip', 'br', 'zstd'),
      retryAfter: fc.constantFrom('1', '99', secret, ''),
    });
    await fc.assert(
      fc.asyncProperty(answers, async ({ status, location, encoding, retryAfter }) => {
        const headers = { location, 'content-encoding': encoding, 'retry-after': retryAfter };
        answer = { status, headers, body: `The key ${secret} is wrong` };
        const told = await failureOf(web.json(`${api.url}/find`, secretRequest));
        assert.match(told.code, /^source-(unreachable|quota|refused|failed|answer)$/);
        assert.ok(!allOf(told).includes(secret), allOf(told));
      }),
      { numRuns: 60 },
    );
  });

  test('nor where nobody answers, or the key cannot be sent', async (t) => {
    const { web, api } = await sourceTest(t, () => good);
    const unsendable = { headers: { 'x-key': `${secret}\n` } };
    for (const [url, request] of [
      ['http://127.0.0.1:1/find', secretRequest],
      [`${api.url}/find`, unsendable],
    ] as const) {
      const told = await failureOf(web.json(url, request));
      assert.equal(told.code, 'source-unreachable');
      assert.ok(!allOf(told).includes(secret), allOf(told));
    }
  });

  test('nor a password or key in the address that the user gave', async (t) => {
    const { web, api } = await sourceTest(t, () => ({ status: 401 }));
    const url = `${api.url.replace('//', `//user:${secret}@`)}/find?token=${secret}#${secret}`;
    const failures = [
      await failureOf(web.json(url)),
      badAnswer(url, 'odd'),
      usedUp(url, 'over'),
      refused(url, 403, 'no'),
    ];
    for (const told of failures) {
      assert.ok(told instanceof Failure && !allOf(told).includes(secret), allOf(told));
      assert.equal(told.evidence.url, `${api.url}/find`);
    }
  });
});
