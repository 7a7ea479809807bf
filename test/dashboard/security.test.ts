import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { RateLimit } from '../../src/dashboard/server/rate-limit.js';
import { startServer } from '../../src/dashboard/server/start-server.js';
import { crawl } from '../../src/library/crawl.js';
import { temporaryFolder } from '../cli/osprey.js';
import { html, startSite } from '../site.js';
import { DashboardClient } from './dashboard-client.js';

const { folder, remove } = temporaryFolder();
const root = path.join(folder, 'crawls');
const assets = path.join(folder, 'assets');
const site = await startSite({ 'a.test/': html('River', 'A river.') });
let client: DashboardClient;

before(async () => {
  const net = { resolve: [site.resolve], allowPrivate: true, delay: '0s', workers: 0 };
  for await (const _ of crawl({ query: 'river', seed: 'http://a.test/', out: path.join(root, 'a'), ...net }));
  for await (const _ of crawl({ query: 'river', seed: 'http://a.test/', out: path.join(folder, 'other'), ...net }));
  symlinkSync(path.join(folder, 'other'), path.join(root, 'link'));
  mkdirSync(assets);
  writeFileSync(path.join(assets, 'index.html'), '<!doctype html><title>Osprey</title>');
  writeFileSync(path.join(folder, 'secret.js'), 'secret');
  symlinkSync(path.join(folder, 'secret.js'), path.join(assets, 'dashboard.js'));
  client = await DashboardClient.open({ root, assets });
});
after(async () => {
  await client.close();
  await site.close();
  remove();
});

/** A request with any headers, as no browser lets a page make it. */
function send(at: string, headers: Record<string, string>, method = 'GET', body?: string) {
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const { port } = client.dashboard;
    const sent = request({ host: '127.0.0.1', port, path: at, method, headers }, async (answer) => {
      let text = '';
      for await (const piece of answer) text += piece;
      resolve({ status: answer.statusCode!, headers: answer.headers, text });
    });
    sent.on('error', reject).end(body);
  });
}

const codeOf = ({ text }: { text: string }) => JSON.parse(text).error.code as string;
const post = (headers: Record<string, string>, body: string, at = '/api/session') =>
  send(at, { 'content-type': 'application/json', ...headers }, 'POST', body);

describe('who is let in', () => {
  test('nobody without a session, and nobody with a wrong token, however often it is tried', async () => {
    const { origin, token } = client.dashboard;
    assert.equal((await fetch(`${origin}/api/crawls`)).status, 401);
    const tries = [];
    for (let attempt = 0; attempt < 12; attempt++)
      tries.push((await post({ origin }, JSON.stringify({ token: `${attempt}` }))).status);
    assert.deepEqual([...new Set(tries)], [401, 429]);
    assert.equal((await post({ origin }, JSON.stringify({ token }))).status, 429);
    assert.equal((await client.raw('GET /api/crawls')).status, 200);
  });

  test('by a cookie that scripts cannot read and other sites do not send', async () => {
    const other = await startServer({ root });
    const answer = await fetch(`${other.origin}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: other.origin },
      body: JSON.stringify({ token: other.token }),
    });
    const cookie = answer.headers.get('set-cookie')!;
    assert.match(cookie, /^osprey-\d+=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/;/);
    assert.ok(other.url.startsWith(`${other.origin}/#token=`));
    // A session is of one server.
    const elsewhere = await fetch(`${other.origin}/api/crawls`, { headers: { cookie: client.cookie } });
    assert.equal(elsewhere.status, 401);
    await other.close();
  });

  test('other machines only with a token of the user, and the message says what that means', async () => {
    await assert.rejects(startServer({ root, address: '0.0.0.0' }), /other machines.*start crawls.*OSPREY_TOKEN/s);
    await assert.rejects(startServer({ root, address: '0.0.0.0', token: 'short' }), /at least 16/);
    const open = await startServer({ root, address: '0.0.0.0', token: 'a-secret-of-the-user' });
    const named = await fetch(`http://127.0.0.1:${open.port}/api/crawls`);
    assert.equal(named.status, 401);
    await open.close();
  });
});

describe('other sites', () => {
  test('cannot reach it under a name of theirs', async () => {
    for (const host of ['evil.test', `evil.test:${client.dashboard.port}`, '127.0.0.1:1', `localhost.evil.test`]) {
      const answer = await send('/api/crawls', { host, cookie: client.cookie });
      assert.equal(codeOf(answer), 'foreign-host', host);
      assert.equal((await send('/', { host })).status, 403);
    }
    const local = `localhost:${client.dashboard.port}`;
    assert.equal((await send('/api/crawls', { host: local, cookie: client.cookie })).status, 200);
  });

  test('cannot have a browser ask for them', async () => {
    const { origin } = client.dashboard;
    const own = { cookie: client.cookie };
    const at = '/api/crawls/a/commands';
    const command = '{"kind":"stop"}';
    for (const headers of [
      { origin: 'http://evil.test' },
      { origin: 'null' },
      {},
      { origin, 'sec-fetch-site': 'cross-site' },
    ])
      assert.equal(codeOf(await post({ ...own, ...headers }, command, at)), 'foreign-origin');
    const read = await send('/api/crawls', { ...own, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' });
    assert.equal(codeOf(read), 'foreign-origin');
    const form = await send(at, { ...own, origin, 'content-type': 'text/plain' }, 'POST', command);
    assert.equal(codeOf(form), 'not-json');
  });
});

describe('what is sent', () => {
  test('the page has a policy without inline script, and may be framed by nobody', async () => {
    const { headers, text } = await send('/', {});
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.ok(!policy.includes('unsafe'));
    assert.match(policy, /frame-ancestors 'none'/);
    assert.match(policy, /frame-src http:\/\/127\.0\.0\.1:\d+;/);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.match(text, /Osprey/);
  });

  test('no path leads out of the crawls, and links are not followed', async () => {
    const { items } = await client.ask('GET /api/crawls');
    assert.deepEqual(
      items.map(({ id }) => id),
      ['a'],
    );
    for (const crawlName of ['link', '../other', '..%2fother', '/etc', path.join(folder, 'other'), '.'])
      assert.equal((await client.raw('GET /api/crawls/:crawl', { crawl: crawlName })).status, 404, crawlName);
    for (const at of [
      '/assets/../secret.js',
      '/assets/%2e%2e/secret.js',
      '/assets/dashboard.js',
      '/assets//etc/passwd',
    ])
      assert.ok(!(await send(at, {})).text.includes('secret'), at);
    assert.equal((await client.raw('POST /api/lab/reports/:report/frame', { report: '../crawls' })).status, 404);
  });
});

describe('what a client sends', () => {
  const refused = async (at: Parameters<DashboardClient['raw']>[0], body: unknown, params = {}) => {
    const answer = await client.raw(at, params, body);
    return `${answer.status} ${JSON.parse(await answer.text()).error.code}`;
  };

  test('starts crawls only with the options of the form: no files, no private addresses, no code', async () => {
    const form = { query: 'river', seed: ['http://a.test/'] };
    for (const more of [
      { allowPrivate: true },
      { out: '/tmp/x' },
      { header: { cookie: 'x' } },
      { proxy: 'http://x.test' },
      { example: ['/etc/passwd'] },
      { strategy: './evil.js' },
      { name: '../evil' },
      { name: '.hidden' },
      { include: ['/(a+)+$/'] },
    ])
      assert.equal(await refused('POST /api/crawls', { ...form, ...more }), '400 bad-request', JSON.stringify(more));
    assert.equal(await refused('POST /api/crawls', { ...form, name: 'a' }), '409 folder-taken');
    const set = { kind: 'set', options: { allowPrivate: true } };
    assert.equal(await refused('POST /api/crawls/:crawl/commands', set, { crawl: 'a' }), '400 bad-request');
    const topic = { example: ['/etc/passwd'] };
    assert.equal(await refused('POST /api/crawls/:crawl/topic/preview', topic, { crawl: 'a' }), '400 bad-request');
  });

  test('is limited in size, number and kind', async () => {
    const labels = Array.from({ length: 201 }, () => ({ visit: 1, label: 'relevant' }));
    assert.equal(await refused('POST /api/crawls/:crawl/labels', { labels }, { crawl: 'a' }), '400 bad-request');
    assert.equal(await refused('POST /api/seeds/check', { seed: ['x'.repeat(300_000)] }), '413 too-large');
    const long = await client.raw('GET /api/crawls/:crawl/search', { crawl: 'a', q: 'x'.repeat(9_000) });
    assert.equal(long.status, 414);
    for (const limit of ['0', '201', 'many', '1e9'])
      assert.equal((await client.raw('GET /api/crawls/:crawl/pages', { crawl: 'a', limit })).status, 400);
    assert.equal(await refused('POST /api/crawls/:crawl/labels', [], { crawl: 'a' }), '400 bad-request');
  });

  test('streams and requests are counted', async () => {
    const open = [];
    const statuses = [];
    for (let place = 0; place < 17; place++) {
      const abort = new AbortController();
      open.push(abort);
      const at = `${client.dashboard.origin}/api/stream`;
      statuses.push((await fetch(at, { headers: { cookie: client.cookie }, signal: abort.signal })).status);
    }
    assert.deepEqual([statuses.filter((status) => status === 200).length, statuses.at(-1)], [16, 429]);
    for (const abort of open) abort.abort();
    // 200 at once, then 50 a second.
    const limit = new RateLimit();
    for (let turn = 0; turn < 200; turn++) limit.take('a', 0);
    assert.throws(() => limit.take('a', 0), /Too many requests/);
    limit.take('b', 0);
    limit.take('a', 20);
    assert.throws(() => limit.take('a', 20), /Too many requests/);
  });
});
