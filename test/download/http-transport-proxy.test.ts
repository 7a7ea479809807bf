import assert from 'node:assert/strict';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { failureFrom, listen, transport } from './loopback.js';
import { selfSigned } from './self-signed.js';

const headers = { 'User-Agent': 'test' };
const text = (body: Uint8Array) => Buffer.from(body).toString();
const credentials = `Basic ${Buffer.from('ann:s3cret').toString('base64')}`;

/** A small proxy that knows every name as 127.0.0.1, asks for ann's password and notes what it was asked. */
async function startProxy(t: TestContext): Promise<{ url: string; host: string; asked: string[] }> {
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.headers['proxy-authorization'] !== credentials) return response.writeHead(407).end();
    const { port, pathname } = new URL(request.url ?? '');
    const { 'proxy-authorization': _, ...forwarded } = request.headers;
    http.get({ host: '127.0.0.1', port, path: pathname, headers: forwarded }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
  });
  server.on('connect', (request: http.IncomingMessage, socket: net.Socket) => {
    asked.push(`CONNECT ${request.url}`);
    if (request.headers['proxy-authorization'] !== credentials) return socket.end('HTTP/1.1 407 Auth\r\n\r\n');
    const upstream = net.connect(Number(request.url?.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
  });
  const host = `127.0.0.1:${await listen(t, server)}`;
  return { url: `http://ann:s3cret@${host}`, host, asked };
}

describe('through a proxy', () => {
  test('http URLs are forwarded in absolute form, over kept-alive connections', async (t) => {
    let seen: http.IncomingHttpHeaders = {};
    const server = http.createServer((request, response) => {
      seen = request.headers;
      response.end(`${request.headers.host}${request.url}`);
    });
    const port = await listen(t, server);
    const proxy = await startProxy(t);
    const live = transport(t, { proxy: proxy.url, allowPrivate: false });
    const response = await live.fetch({ url: `http://site.test:${port}/page`, headers });
    assert.equal(text(response.body), `site.test:${port}/page`);
    assert.equal(response.remoteAddress, undefined);
    assert.equal(seen['user-agent'], 'test');
    assert.equal(seen['proxy-authorization'], undefined);
    assert.deepEqual(proxy.asked, [`GET http://site.test:${port}/page`]);
  });

  test('https URLs go through a tunnel, with TLS to the server itself', async (t) => {
    const server = https.createServer(selfSigned, (request, response) => {
      response.end(`${request.headers['proxy-authorization'] ?? 'no credentials'} for ${request.headers.host}`);
    });
    const names: unknown[] = [];
    server.on('secureConnection', (socket) => names.push(socket.servername));
    const port = await listen(t, server);
    const proxy = await startProxy(t);
    const url = `https://secure.test:${port}/`;
    const live = transport(t, { proxy: proxy.url, insecureTls: true });
    for (let i = 0; i < 3; i++) {
      assert.equal(text((await live.fetch({ url, headers })).body), `no credentials for secure.test:${port}`);
    }
    assert.ok(proxy.asked.every((line) => line === `CONNECT secure.test:${port}`));
    assert.ok(names.every((name) => name === 'secure.test'));
    const strict = transport(t, { proxy: proxy.url });
    assert.equal((await failureFrom(strict.fetch({ url, headers }))).code, 'tls-failure');
  });

  test('wrong or missing credentials are a failure of the proxy', async (t) => {
    const { host } = await startProxy(t);
    for (const proxy of [`http://${host}`, `http://ann:wrong-pass@${host}`]) {
      for (const url of ['http://site.test/', 'https://site.test/']) {
        const failure = await failureFrom(transport(t, { proxy }).fetch({ url, headers }));
        assert.equal(failure.code, 'proxy-failure', url);
        assert.equal(failure.evidence.status, 407);
        assert.equal(failure.evidence.url, url);
      }
    }
  });

  test('a password may hold a bare percent sign', async (t) => {
    const seen: unknown[] = [];
    const server = http.createServer((request, response) => {
      seen.push(request.headers['proxy-authorization']);
      response.end();
    });
    const host = `127.0.0.1:${await listen(t, server)}`;
    for (const password of ['50%off', '50%25off']) {
      await transport(t, { proxy: `http://ann:${password}@${host}` }).fetch({ url: 'http://site.test/', headers });
    }
    const sent = `Basic ${Buffer.from('ann:50%off').toString('base64')}`;
    assert.deepEqual(seen, [sent, sent]);
  });

  test('an unreachable proxy or target is a failure of the proxy, and no secret shows in it', async (t) => {
    const closed = net.createServer();
    const port = await listen(t, closed);
    // Before the port is free again: it must not be the proxy's own.
    const { url } = await startProxy(t);
    await new Promise((done) => closed.close(done));
    const attempts: [string, string][] = [
      [`http://ann:s3cret@127.0.0.1:${port}`, 'http://site.test/'],
      [`http://ann:s3cret@127.0.0.1:${port}`, 'https://site.test/'],
      [url, `https://site.test:${port}/`],
    ];
    for (const [proxy, target] of attempts) {
      const failure = await failureFrom(transport(t, { proxy }).fetch({ url: target, headers }));
      assert.equal(failure.code, 'proxy-failure');
      const shown = `${failure.stack}${JSON.stringify(failure)}${(failure.cause as Error | undefined)?.stack}`;
      assert.ok(!shown.includes('s3cret') && !shown.includes(credentials.slice(6)));
    }
  });

  test('a proxy that is no HTTP URL is refused without repeating it', () => {
    for (const proxy of ['proxy:8080', 'socks5://ann:s3cret@host:1', '//ann:s3cret@host']) {
      assert.throws(
        () => transport({ after() {} } as never, { proxy }),
        (error: Error) => {
          assert.ok(!error.message.includes('s3cret'));
          return 'code' in error && error.code === 'proxy-invalid';
        },
      );
    }
  });
});
