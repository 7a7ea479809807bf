import assert from 'node:assert/strict';
import http from 'node:http';
import { networkInterfaces } from 'node:os';
import { describe, test } from 'node:test';
import { failureFrom, listen, transport } from './loopback.js';

const headers = { 'User-Agent': 'test' };
const noIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((each) => each?.address === '::1')
  ? false
  : 'no IPv6 here';

function counting() {
  const server = http.createServer((_, response) => response.end('ok'));
  const seen = { connections: 0 };
  server.on('connection', () => seen.connections++);
  return { server, seen };
}

describe('the address guard', () => {
  test('refuses loopback by literal, by name and by pin before any connection is made', async (t) => {
    const { server, seen } = counting();
    const port = await listen(t, server);
    const live = transport(t, {
      allowPrivate: false,
      resolve: new Map([['pinned.test', { address: '127.0.0.1', port }]]),
    });
    for (const host of ['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', '[::1]', 'localhost', 'pinned.test']) {
      const url = `http://${host}:${port}/`;
      const failure = await failureFrom(live.fetch({ url, headers }));
      assert.equal(failure.code, 'address-refused', host);
      assert.equal(failure.policy, 'skip');
      assert.equal(failure.evidence.url, url);
    }
    assert.equal(seen.connections, 0);
  });

  test('refuses literal addresses through a proxy too', async (t) => {
    const { server, seen } = counting();
    const proxy = `http://127.0.0.1:${await listen(t, server)}`;
    const live = transport(t, { allowPrivate: false, proxy });
    for (const url of ['http://10.0.0.1/', 'https://[::1]/', 'http://169.254.169.254/latest/meta-data/']) {
      assert.equal((await failureFrom(live.fetch({ url, headers }))).code, 'address-refused', url);
    }
    assert.equal(seen.connections, 0);
  });

  test('lets private addresses pass where they are allowed, metadata services never', async (t) => {
    const port = await listen(t, counting().server);
    const live = transport(t, { allowPrivate: true });
    for (const host of ['127.0.0.1', 'localhost']) {
      assert.equal((await live.fetch({ url: `http://${host}:${port}/`, headers })).status, 200, host);
    }
    const failure = await failureFrom(live.fetch({ url: 'http://169.254.169.254/', headers }));
    assert.equal(failure.code, 'address-refused');
  });

  test('knows IPv6 literals', { skip: noIpv6 }, async (t) => {
    const { server, seen } = counting();
    const port = await listen(t, server, '::1');
    const url = `http://[::1]:${port}/`;
    assert.equal(
      (await failureFrom(transport(t, { allowPrivate: false }).fetch({ url, headers }))).code,
      'address-refused',
    );
    assert.equal(seen.connections, 0);
    assert.equal((await transport(t, { allowPrivate: true }).fetch({ url, headers })).remoteAddress, '::1');
  });
});
