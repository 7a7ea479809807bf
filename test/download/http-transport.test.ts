import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { describe, test } from 'node:test';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import type { PinnedHosts } from '../../src/download/host-address.js';
import { headerOf } from '../../src/download/transport.js';
import { failureFrom, listen, serve, serveRaw, transport } from './loopback.js';
import { selfSigned } from './self-signed.js';

const headers = { 'User-Agent': 'test', Accept: 'text/html' };
const text = (body: Uint8Array) => Buffer.from(body).toString();

describe('an answer', () => {
  test('comes with status, reason, address and headers as the server wrote them', async (t) => {
    const raw =
      'HTTP/1.1 404 Not Here\r\nX-B: caf\xe9\r\nSet-Cookie: a=1\r\nset-COOKIE: b=2\r\nContent-Length: 2\r\n\r\nno';
    const origin = await serveRaw(t, (socket) => socket.write(raw, 'latin1'));
    const response = await transport(t).fetch({ url: `${origin}/x`, headers });
    assert.deepEqual(response, {
      url: `${origin}/x`,
      status: 404,
      statusText: 'Not Here',
      httpVersion: '1.1',
      headers: [
        ['X-B', 'caf\xe9'],
        ['Set-Cookie', 'a=1'],
        ['set-COOKIE', 'b=2'],
        ['Content-Length', '2'],
      ],
      body: new Uint8Array([110, 111]),
      remoteAddress: '127.0.0.1',
    });
  });

  test('is asked for by path and query, without the fragment, with the headers given', async (t) => {
    let seen: http.IncomingMessage | undefined;
    const origin = await serve(t, (request, response) => {
      seen = request;
      response.end();
    });
    await transport(t).fetch({ url: `${origin}/a%20b?q=1&r#part`, headers });
    assert.equal(seen?.url, '/a%20b?q=1&r');
    assert.equal(seen?.method, 'GET');
    assert.equal(seen?.headers['user-agent'], 'test');
    assert.equal(seen?.headers.host, new URL(origin).host);
  });

  test('has a body that owns its memory and can be transferred to another thread', async (t) => {
    const origin = await serve(t, (request, response) => {
      if (request.url === '/chunked') for (let i = 0; i < 50; i++) response.write(`part ${i}\n`);
      response.end('end');
    });
    for (const path of ['/chunked', '/short']) {
      const { body } = await transport(t).fetch({ url: origin + path, headers });
      assert.equal(body.byteOffset, 0);
      assert.equal(body.buffer.byteLength, body.length);
      const before = text(body);
      const { port1, port2 } = new MessageChannel();
      port1.postMessage(body, [body.buffer as ArrayBuffer]);
      assert.equal(text(receiveMessageOnPort(port2)?.message), before);
      assert.equal(body.length, 0);
      port1.close();
    }
  });

  test('is not decoded', async (t) => {
    const origin = await serve(t, (_, response) => {
      response.setHeader('Content-Encoding', 'gzip').end('not really gzip');
    });
    assert.equal(text((await transport(t).fetch({ url: origin, headers })).body), 'not really gzip');
  });

  test('may be a redirect, which is returned', async (t) => {
    const origin = await serve(t, (_, response) => response.writeHead(302, { Location: '/next' }).end());
    const response = await transport(t).fetch({ url: origin, headers });
    assert.equal(response.status, 302);
    assert.equal(headerOf(response, 'location'), '/next');
  });

  test('may be preceded by early hints and end with the connection', async (t) => {
    const origin = await serveRaw(t, (socket) =>
      socket.end('HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.0 200 OK\r\nA: b\r\n\r\nold style'),
    );
    const response = await transport(t).fetch({ url: origin, headers });
    assert.equal(response.status, 200);
    assert.deepEqual(response.headers, [['A', 'b']]);
    assert.equal(text(response.body), 'old style');
  });

  test('whose body is not wanted comes without it', async (t) => {
    let connections = 0;
    const server = http.createServer((request, response) => {
      const length = request.url === '/long.pdf' ? 5_000_000 : 500;
      response
        .writeHead(200, { 'Content-Type': 'application/pdf', 'Content-Length': length })
        .end(Buffer.alloc(length));
    });
    server.on('connection', () => connections++);
    const origin = `http://127.0.0.1:${await listen(t, server)}`;
    const live = transport(t, { connectionsPerOrigin: 1, maxBodyBytes: 1000 });
    const wanted = (status: number, type: string | undefined) => status === 200 && type === 'text/html';
    for (const path of ['/short.pdf', '/short.pdf', '/long.pdf', '/short.pdf']) {
      const response = await live.fetch({ url: origin + path, headers, wanted });
      assert.equal(response.bodySkipped, true);
      assert.equal(response.body.length, 0);
      assert.equal(headerOf(response, 'Content-Type'), 'application/pdf');
    }
    assert.equal(connections, 2); // only the long body was worth a new connection
  });
});

describe('connections', () => {
  test('are kept alive and bounded by origin', async (t) => {
    let connections = 0;
    const server = http.createServer((_, response) => response.end('ok'));
    server.on('connection', () => connections++);
    const port = await listen(t, server);
    const url = `http://127.0.0.1:${port}/`;
    for (const connectionsPerOrigin of [1, 3]) {
      connections = 0;
      const live = transport(t, { connectionsPerOrigin });
      for (let i = 0; i < 5; i++) await live.fetch({ url, headers });
      await Promise.all(Array.from({ length: 20 }, () => live.fetch({ url, headers })));
      assert.equal(connections, connectionsPerOrigin);
    }
  });

  test('that the server closes while idle cost no request', async (t) => {
    let connections = 0;
    const server = net.createServer((socket) => {
      connections++;
      let requests = 0;
      socket.on('data', () => {
        if (++requests === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
        else socket.destroy();
      });
    });
    const url = `http://127.0.0.1:${await listen(t, server)}/`;
    const live = transport(t, { connectionsPerOrigin: 1 });
    assert.equal((await live.fetch({ url, headers })).status, 200);
    assert.equal((await live.fetch({ url, headers })).status, 200);
    assert.equal(connections, 2);
  });

  test('go to pinned addresses and ports while the host stays itself', async (t) => {
    const origin = await serve(t, (request, response) => response.end(`${request.headers.host}${request.url}`));
    const port = Number(new URL(origin).port);
    const resolve: PinnedHosts = new Map([
      ['docs.example.org', { address: '127.0.0.1', port }],
      ['six.example.org', { address: '::ffff:127.0.0.1', port }],
      ['bare.example.org', { address: '127.0.0.1' }],
      ['[2001:db8::1]', { address: '127.0.0.1', port }],
    ]);
    const live = transport(t, { resolve });
    for (const [url, answer] of [
      ['http://docs.example.org/a', 'docs.example.org/a'],
      ['http://DOCS.example.org:81/b', 'docs.example.org:81/b'],
      ['http://six.example.org/c', 'six.example.org/c'],
      [`http://bare.example.org:${port}/d`, `bare.example.org:${port}/d`],
      ['http://[2001:db8:0::1]/e', '[2001:db8::1]/e'],
    ] as const) {
      assert.equal(text((await live.fetch({ url, headers })).body), answer);
    }
    const whole = transport(t, { resolve: new Map([['*', { address: '127.0.0.1', port }]]) });
    assert.equal(text((await whole.fetch({ url: 'http://any.invalid/', headers })).body), 'any.invalid/');
  });

  test('are not made to a pin that is no address', async (t) => {
    for (const address of ['localhost', '127.1', '[::1]', '']) {
      const live = transport(t, { resolve: new Map([['a.test', { address }]]) });
      const failure = await failureFrom(live.fetch({ url: 'http://a.test/', headers }));
      assert.equal(failure.code, 'address-refused', address);
      assert.equal(failure.evidence.range, 'invalid');
    }
  });
});

describe('a failed fetch', () => {
  test('says that nothing listens', async (t) => {
    const server = net.createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as net.AddressInfo;
    server.close();
    await once(server, 'close');
    const failure = await failureFrom(transport(t).fetch({ url: `http://127.0.0.1:${port}/`, headers }));
    assert.equal(failure.code, 'connect-refused');
    assert.equal(failure.evidence.url, `http://127.0.0.1:${port}/`);
  });

  test('says that the server did not begin to answer', async (t) => {
    const origin = await serve(t, () => {});
    const failure = await failureFrom(transport(t, { headersTimeoutMs: 30 }).fetch({ url: origin, headers }));
    assert.equal(failure.code, 'headers-timeout');
  });

  test('says that the body stopped coming', async (t) => {
    const origin = await serve(t, (_, response) => response.write('a beginning'));
    const failure = await failureFrom(transport(t, { bodyTimeoutMs: 30 }).fetch({ url: origin, headers }));
    assert.equal(failure.code, 'body-timeout');
  });

  test('says that a trickle took too long in all', async (t) => {
    const origin = await serve(t, (_, response) => {
      const timer = setInterval(() => response.write('.'), 5);
      response.on('close', () => clearInterval(timer));
    });
    const failure = await failureFrom(transport(t, { totalTimeoutMs: 60 }).fetch({ url: origin, headers }));
    assert.equal(failure.code, 'total-timeout');
  });

  test('says that the server hung up before or in the middle of the answer', async (t) => {
    const fetchFrom = async (reply: (socket: net.Socket) => void) =>
      failureFrom(transport(t).fetch({ url: await serveRaw(t, reply), headers }));
    const beforehand = await fetchFrom((socket) => socket.destroy());
    assert.equal(beforehand.code, 'connection-reset');
    const reset = await fetchFrom((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf', () =>
        setImmediate(() => socket.resetAndDestroy()),
      );
    });
    assert.ok(['connection-reset', 'malformed-response'].includes(reset.code), reset.code);
    assert.equal(reset.policy, 'retry');
  });

  test('says that the answer was shorter than announced', async (t) => {
    for (const head of [
      'Content-Length: 100',
      'Content-Length: 100\r\nConnection: close',
      'Transfer-Encoding: chunked',
    ]) {
      const body = head.startsWith('T') ? 'ff\r\nhalf' : 'half';
      const origin = await serveRaw(t, (socket) => socket.end(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n${body}`));
      const failure = await failureFrom(transport(t).fetch({ url: origin, headers }));
      assert.equal(failure.code, 'malformed-response', head);
      assert.equal(failure.policy, 'retry');
    }
  });

  test('says that the answer is not HTTP', async (t) => {
    for (const answer of [
      'SSH-2.0-OpenSSH_9\r\n',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx',
    ]) {
      const origin = await serveRaw(t, (socket) => socket.end(answer));
      const failure = await failureFrom(transport(t).fetch({ url: origin, headers }));
      assert.equal(failure.code, 'malformed-response', answer);
    }
  });

  test('ends a flood of headers', async (t) => {
    const origin = await serveRaw(t, (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const flood = () => {
        while (!socket.destroyed && socket.write(`X-Flood: ${'y'.repeat(1000)}\r\n`));
      };
      socket.on('drain', flood);
      flood();
    });
    const failure = await failureFrom(transport(t).fetch({ url: origin, headers }));
    assert.equal(failure.code, 'header-overflow');
  });

  test('ends an endless body at the limit and closes the connection', async (t) => {
    let closed: Promise<unknown> | undefined;
    const origin = await serve(t, (_, response) => {
      closed = once(response, 'close');
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(8192)));
      };
      response.on('drain', pour);
      pour();
    });
    const failure = await failureFrom(transport(t, { maxBodyBytes: 100_000 }).fetch({ url: origin, headers }));
    assert.equal(failure.code, 'body-too-large');
    await closed;
  });

  test('does not wait for a body that is announced as too large', async (t) => {
    const origin = await serveRaw(t, (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n'));
    const failure = await failureFrom(transport(t, { maxBodyBytes: 1000 }).fetch({ url: origin, headers }));
    assert.equal(failure.code, 'body-too-large');
  });

  test('can be avoided by asking for the beginning alone', async (t) => {
    const closed: Promise<unknown>[] = [];
    const origin = await serve(t, (request, response) => {
      closed.push(once(response, 'close'));
      if (request.url === '/announced') response.setHeader('Content-Length', 500_000);
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(8192, 'x')));
      };
      response.on('drain', pour);
      pour();
    });
    for (const path of ['/endless', '/announced']) {
      const response = await transport(t, { maxBodyBytes: 1000 }).fetch({ url: origin + path, headers, cutAt: 10_000 });
      assert.equal(text(response.body), 'x'.repeat(10_000), path);
      assert.equal(response.body.buffer.byteLength, 10_000);
    }
    await Promise.all(closed);
    const whole = await transport(t).fetch({
      url: await serve(t, (_, response) => response.end('ab')),
      headers,
      cutAt: 2,
    });
    assert.equal(text(whole.body), 'ab');
  });

  test('leaves a body of exactly the limit alone', async (t) => {
    const origin = await serve(t, (_, response) => response.end(Buffer.alloc(1000)));
    assert.equal((await transport(t, { maxBodyBytes: 1000 }).fetch({ url: origin, headers })).body.length, 1000);
  });

  test('names what cannot be sent', async (t) => {
    for (const url of ['ftp://example.org/', 'nonsense', 'http://', 'file:///etc/passwd']) {
      assert.equal((await failureFrom(transport(t).fetch({ url, headers }))).code, 'request-invalid', url);
    }
    const bad = transport(t).fetch({ url: 'http://127.0.0.1:9/', headers: { 'X-Bad': 'a\nb' } });
    assert.equal((await failureFrom(bad)).code, 'request-invalid');
  });
});

describe('cancelling', () => {
  test('ends requests before they are sent, while they wait and in the middle of a body', async (t) => {
    const origin = await serve(t, (request, response) => {
      if (request.url === '/body') response.write('a beginning');
    });
    const live = transport(t);
    const early = live.fetch({ url: origin, headers, signal: AbortSignal.abort() });
    assert.equal((await failureFrom(early)).code, 'cancelled');
    const controller = new AbortController();
    const paths = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? '/head' : '/body'));
    const fetches = paths.map((path) =>
      failureFrom(live.fetch({ url: origin + path, headers, signal: controller.signal })),
    );
    setTimeout(() => controller.abort(), 30);
    for (const failure of await Promise.all(fetches)) assert.equal(failure.code, 'cancelled');
  });

  test('ends a request that waits for a connection, which is then never sent', async (t) => {
    const arrived = deferred();
    const paths: (string | undefined)[] = [];
    const origin = await serve(t, (request, response) => {
      paths.push(request.url);
      if (request.url === '/slow') arrived.resolve();
      else response.end();
    });
    const live = transport(t, { connectionsPerOrigin: 1 });
    const controller = new AbortController();
    const { signal } = controller;
    const fetches = ['/slow', '/waiting'].map((path) =>
      failureFrom(live.fetch({ url: origin + path, headers, signal })),
    );
    await arrived.promise;
    controller.abort();
    for (const failure of await Promise.all(fetches)) assert.equal(failure.code, 'cancelled');
    assert.equal((await live.fetch({ url: `${origin}/next`, headers })).status, 200);
    assert.deepEqual(paths, ['/slow', '/next']);
  });

  test('closing the transport cancels what is in flight and what comes later', async (t) => {
    const arrived = deferred();
    const origin = await serve(t, () => arrived.resolve());
    const live = transport(t);
    const inFlight = failureFrom(live.fetch({ url: origin, headers }));
    await arrived.promise;
    await live.close();
    assert.equal((await inFlight).code, 'cancelled');
    assert.equal((await failureFrom(live.fetch({ url: origin, headers }))).code, 'cancelled');
  });
});

test('closing the transport ends connections that are still being opened', async (t) => {
  const server = net.createServer();
  const url = `https://127.0.0.1:${await listen(t, server)}/`;
  const live = transport(t, { connectTimeoutMs: 600_000, totalTimeoutMs: 600_000 });
  const inFlight = failureFrom(live.fetch({ url, headers }));
  // It never takes part in the TLS handshake.
  const [socket] = (await once(server, 'connection')) as [net.Socket];
  const closed = once(socket.resume(), 'close');
  await live.close();
  assert.equal((await inFlight).code, 'cancelled');
  await closed;
});

describe('TLS', () => {
  const secure = () => https.createServer(selfSigned, (request, response) => response.end(request.headers.host));

  test('a certificate that nobody vouches for is refused, unless told otherwise', async (t) => {
    const port = await listen(t, secure());
    const url = 'https://secure.test/';
    const resolve = new Map([['*', { address: '127.0.0.1', port }]]);
    const failure = await failureFrom(transport(t, { resolve }).fetch({ url, headers }));
    assert.equal(failure.code, 'tls-failure');
    assert.equal(failure.evidence.error, 'DEPTH_ZERO_SELF_SIGNED_CERT');
    const response = await transport(t, { resolve, insecureTls: true }).fetch({ url, headers });
    assert.equal(text(response.body), 'secure.test');
    assert.equal(response.remoteAddress, '127.0.0.1');
  });

  test('the server name asked for is that of the URL', async (t) => {
    const server = secure();
    const names: unknown[] = [];
    server.on('secureConnection', (socket) => names.push(socket.servername));
    const port = await listen(t, server);
    const live = transport(t, { resolve: new Map([['*', { address: '127.0.0.1', port }]]), insecureTls: true });
    await live.fetch({ url: 'https://secure.test/', headers });
    await live.fetch({ url: 'https://other.test:444/', headers });
    assert.deepEqual(names, ['secure.test', 'other.test']);
  });

  test('a server that speaks plain HTTP on the port is a TLS failure', async (t) => {
    const origin = await serve(t, (_, response) => response.end());
    const failure = await failureFrom(transport(t).fetch({ url: origin.replace('http:', 'https:'), headers }));
    assert.equal(failure.code, 'tls-failure');
  });
});

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
