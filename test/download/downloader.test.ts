import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type Download, Downloader, type DownloaderOptions } from '../../src/download/downloader.js';
import { HttpTransport, type HttpTransportOptions } from '../../src/download/http-transport.js';
import { credentialOrigins } from '../../src/download/request-headers.js';
import { unlimited } from '../../src/model/frontier.js';
import { MAX_ROBOTS_BYTES } from '../../src/robots/robots-rules.js';
import { MemoryStore } from '../../src/store/memory/memory-store.js';
import { html, redirect, type SitePage, startSite } from '../site.js';

const minute = 60_000;
const hour = 60 * minute;

interface Given extends Partial<DownloaderOptions> {
  readonly network?: Partial<HttpTransportOptions>;
}

/** A downloader before a web of hand-written pages, with a clock that stands still until it is moved. */
async function downloaderFor(t: TestContext, pages: Record<string, SitePage>, { network, ...given }: Given = {}) {
  const site = await startSite(pages);
  t.after(() => site.close());
  const transport = new HttpTransport({
    allowPrivate: true,
    resolve: new Map([['*', { address: '127.0.0.1', port: site.port }]]),
    ...network,
  });
  t.after(() => transport.close());
  const time = { now: Date.UTC(2026, 0, 1) };
  const { notes } = new MemoryStore(unlimited);
  const options: DownloaderOptions = {
    transport,
    notes,
    clock: { now: () => time.now, sleep: async () => {} },
    userAgent: 'Osprey/test (+crawl@example.org)',
    headers: new Map(),
    credentialOrigins: new Set(),
    types: ['text/html'],
    ...given,
  };
  return {
    site,
    time,
    notes,
    downloader: new Downloader(options),
    /** Another process, later, with the same store. */
    restarted: () => new Downloader(options),
    asked: () => site.log.splice(0).map(({ host, path }) => host + path),
  };
}

/** Turns for robots.txt and its redirects, then one for the page. */
async function visit(downloader: Downloader, url: string): Promise<Download> {
  let download = await downloader.get(url);
  for (let turn = 1; turn < 10 && download.kind === 'robots'; turn++) download = await downloader.get(url);
  return download;
}

function plain(body: string | Uint8Array, headers: Record<string, string> = {}, status = 200): SitePage {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(body);
  };
}

const keepOut = 'User-agent: *\nDisallow: /private\n';
const page = html('A page', 'with text');

describe('a turn', () => {
  test('goes to robots.txt first, then to the page', async (t) => {
    const { downloader, asked } = await downloaderFor(t, { 'a.test/robots.txt': plain(keepOut), 'a.test/': page });
    const first = await downloader.get('http://a.test/');
    assert.equal(first.kind, 'robots');
    assert.equal(first.kind === 'robots' && first.response.status, 200);
    assert.deepEqual(asked(), ['a.test/robots.txt']);
    const second = await downloader.get('http://a.test/');
    assert.equal(second.kind === 'answer' && Buffer.from(second.response.body).toString(), page);
    assert.deepEqual(asked(), ['a.test/']);
  });

  test('is told apart by scheme and port, as robots.txt is', async (t) => {
    const { downloader, asked } = await downloaderFor(t, {});
    for (const origin of ['http://a.test', 'http://a.test:81', 'http://b.test']) {
      assert.equal((await downloader.get(`${origin}/`)).kind, 'robots', origin);
    }
    assert.deepEqual(asked(), ['a.test/robots.txt', 'a.test:81/robots.txt', 'b.test/robots.txt']);
  });

  test('shares the request for robots.txt with other turns of its host', async (t) => {
    const { downloader, asked } = await downloaderFor(t, { 'a.test/robots.txt': plain(keepOut) });
    const turns = await Promise.all(['/x', '/y', '/z'].map((path) => downloader.get(`http://a.test${path}`)));
    assert.deepEqual(
      turns.map(({ kind }) => kind),
      ['robots', 'robots', 'robots'],
    );
    assert.deepEqual(asked(), ['a.test/robots.txt']);
  });

  test('shares the request for what a site reserves with other turns of its host', async (t) => {
    const pages = {
      'a.test/.well-known/tdmrep.json': plain('[{"location":"/x","tdm-reservation":1}]'),
      'a.test/x': page,
    };
    const { downloader, asked } = await downloaderFor(t, pages, { asksForReservations: true });
    await downloader.get('http://a.test/x');
    const turns = await Promise.all(['/x', '/y', '/z'].map((path) => downloader.get(`http://a.test${path}`)));
    assert.ok(turns.every(({ kind }) => kind === 'robots'));
    assert.deepEqual(asked(), ['a.test/robots.txt', 'a.test/.well-known/tdmrep.json']);
    const answer = await downloader.get('http://a.test/x');
    assert.ok(answer.kind === 'answer' && answer.rights !== undefined);
  });

  test('measures how long the answer took', async (t) => {
    const time = { now: 0 };
    const slow = (): SitePage => (_, response) => {
      time.now += 250;
      response.writeHead(200, { 'content-type': 'text/html' }).end();
    };
    const pages = { 'a.test/robots.txt': slow(), 'a.test/': slow() };
    const { downloader } = await downloaderFor(t, pages, { clock: { now: () => time.now, sleep: async () => {} } });
    const robots = await downloader.get('http://a.test/');
    assert.equal(robots.kind === 'robots' && robots.latencyMs, 250);
    const answer = await downloader.get('http://a.test/');
    assert.ok(answer.kind === 'answer');
    assert.deepEqual([answer.fetchedAt, answer.latencyMs], [250, 250]);
  });

  test('that fails says why, and never throws', async (t) => {
    const hangUp: SitePage = (request) => request.socket.destroy();
    const { downloader } = await downloaderFor(t, { 'a.test/': hangUp });
    const failed = await visit(downloader, 'http://a.test/');
    assert.equal(failed.kind === 'failed' && failed.failure.code, 'connection-reset');
    const nonsense = await downloader.get('nonsense');
    assert.equal(nonsense.kind === 'failed' && nonsense.failure.code, 'request-invalid');
  });
});

describe('robots.txt', () => {
  test('that forbids a page is quoted, and no request is sent', async (t) => {
    const { downloader, asked } = await downloaderFor(t, { 'a.test/robots.txt': plain(keepOut) });
    assert.deepEqual(await visit(downloader, 'http://a.test/private/x'), {
      kind: 'refused',
      reason: 'robots',
      detail: 'http://a.test/robots.txt line 2: Disallow: /private',
    });
    assert.deepEqual(asked(), ['a.test/robots.txt']);
  });

  test('that is not there allows everything', async (t) => {
    for (const status of [404, 403, 410]) {
      const pages = { 'a.test/robots.txt': plain('User-agent: *\nDisallow: /', {}, status), 'a.test/private': page };
      const { downloader } = await downloaderFor(t, pages);
      assert.equal((await visit(downloader, 'http://a.test/private')).kind, 'answer', `status ${status}`);
    }
  });

  test('that the server failed to give is asked for again, and forbids everything once it is given up', async (t) => {
    for (const status of [500, 503, 599]) {
      const pages = { 'a.test/robots.txt': plain('', { 'retry-after': '7' }, status), 'a.test/': page };
      const { downloader, asked, time } = await downloaderFor(t, pages);
      const first = await downloader.get('http://a.test/');
      assert.ok(first.kind === 'failed');
      assert.deepEqual([first.failure.code, first.failure.policy], ['robots-unavailable', 'retry']);
      assert.equal(first.failure.evidence.retryAfterMs, 7_000);
      await downloader.giveUpOnRobots('http://a.test/', first.failure.message);
      assert.deepEqual(await downloader.get('http://a.test/'), {
        kind: 'closed',
        until: time.now + 3_600_000,
        detail: `http://a.test/robots.txt could not be fetched: robots.txt was answered with status ${status}.`,
      });
      assert.deepEqual(asked(), ['a.test/robots.txt']);
    }
  });

  test('of a host that cannot be reached is asked for until it is given up, then all is forbidden', async (t) => {
    const hangUp: SitePage = (request) => request.socket.destroy();
    const { downloader, asked, time } = await downloaderFor(t, { 'a.test/robots.txt': hangUp, 'a.test/': page });
    for (let attempt = 1; attempt <= 3; attempt++) {
      const failed = await downloader.get('http://a.test/');
      assert.equal(failed.kind === 'failed' && failed.failure.policy, 'retry');
    }
    assert.equal(asked().length, 3);
    await downloader.giveUpOnRobots('http://a.test/', 'The server refused the connection.');
    assert.deepEqual(await downloader.get('http://a.test/'), {
      kind: 'closed',
      until: time.now + 3_600_000,
      detail: 'http://a.test/robots.txt could not be fetched: The server refused the connection.',
    });
    assert.deepEqual(asked(), []);
  });

  test('of a host that can never be reached is asked for once', async (t) => {
    const { downloader, time } = await downloaderFor(t, {}, { network: { allowPrivate: false } });
    const first = await downloader.get('http://a.test/1');
    assert.equal(first.kind === 'failed' && first.failure.code, 'address-refused');
    assert.deepEqual(await downloader.get('http://a.test/2'), {
      kind: 'closed',
      until: time.now + 3_600_000,
      detail: 'http://a.test/robots.txt could not be fetched: The host has a private or otherwise reserved address.',
    });
  });

  test('that is known is not given up', async (t) => {
    const { downloader } = await downloaderFor(t, { 'a.test/': page });
    await downloader.get('http://a.test/');
    await downloader.giveUpOnRobots('http://a.test/', 'The server refused the connection.');
    assert.equal((await downloader.get('http://a.test/')).kind, 'answer');
  });

  test('tells the delay that the host asks for', async (t) => {
    const slowly = plain('User-agent: *\nCrawl-delay: 2.5\n');
    const { downloader } = await downloaderFor(t, { 'a.test/robots.txt': slowly });
    assert.equal(downloader.crawlDelay('http://a.test/'), undefined);
    await downloader.get('http://a.test/');
    await downloader.get('http://b.test/');
    assert.equal(downloader.crawlDelay('http://a.test/x'), 2500);
    assert.equal(downloader.crawlDelay('http://b.test/x'), undefined);
  });
});

describe('redirects of robots.txt', () => {
  /** `hops` redirects from host to host, then the file. */
  function chain(hops: number): Record<string, SitePage> {
    const pages: Record<string, SitePage> = { [`h${hops}.test/robots.txt`]: plain(keepOut) };
    for (let hop = 0; hop < hops; hop++)
      pages[`h${hop}.test/robots.txt`] = redirect(`http://h${hop + 1}.test/robots.txt`, 302);
    return pages;
  }

  test('are followed with a turn each, also to other hosts, and count for the host asked', async (t) => {
    const pages = { 'a.test/robots.txt': redirect('/rules'), 'a.test/rules': redirect('//b.test/rules.txt', 307) };
    const { downloader, asked } = await downloaderFor(t, { ...pages, 'b.test/rules.txt': plain(keepOut) });
    const refused = await visit(downloader, 'http://a.test/private');
    assert.equal(refused.kind === 'refused' && refused.detail, 'http://a.test/robots.txt line 2: Disallow: /private');
    assert.deepEqual(asked(), ['a.test/robots.txt', 'a.test/rules', 'b.test/rules.txt']);
    assert.equal((await downloader.get('http://b.test/private')).kind, 'robots');
  });

  test('are followed five times; after that, and where they lead nowhere, there are no rules', async (t) => {
    for (const [hops, kind] of [
      [5, 'refused'],
      [6, 'answer'],
    ] as const) {
      const { downloader, asked } = await downloaderFor(t, { ...chain(hops), 'h0.test/private': page });
      assert.equal((await visit(downloader, 'http://h0.test/private')).kind, kind, `${hops} hops`);
      assert.equal(asked().filter((path) => path.endsWith('robots.txt')).length, 6);
    }
    for (const location of ['mailto:x@a.test', 'http://[', '', '/robots.txt#again']) {
      const { downloader, asked } = await downloaderFor(t, {
        'a.test/robots.txt': redirect(location),
        'a.test/': page,
      });
      assert.equal((await visit(downloader, 'http://a.test/')).kind, 'answer', location);
      assert.deepEqual(asked(), ['a.test/robots.txt', 'a.test/']);
    }
  });

  test('to a server that fails forbid everything', async (t) => {
    const pages = { 'a.test/robots.txt': redirect('http://b.test/x'), 'b.test/x': plain('', {}, 502) };
    const { downloader } = await downloaderFor(t, pages);
    const failed = await visit(downloader, 'http://a.test/');
    assert.equal(failed.kind === 'failed' && failed.failure.code, 'robots-unavailable');
  });
});

describe('what is known of robots.txt', () => {
  test('is read from the store again where memory is too small for all of it', async (t) => {
    const { downloader, notes, time, asked } = await downloaderFor(t, {});
    const body = `User-agent: *\nCrawl-delay: 3\nDisallow: /private\n#${'x'.repeat(MAX_ROBOTS_BYTES - 100)}`;
    const origins = Array.from({ length: 140 }, (_, index) => `http://h${index}.test`);
    for (const origin of origins) {
      await notes.setRobots({ origin, fetchedAt: time.now, status: 200, body });
      assert.equal((await downloader.get(`${origin}/private`)).kind, 'refused');
    }
    // 64 MiB hold 130 such files, and a little more.
    assert.deepEqual(
      [origins[0], origins[139]].map((origin) => downloader.crawlDelay(`${origin}/`)),
      [undefined, 3000],
    );
    assert.equal((await downloader.get(`${origins[0]}/private`)).kind, 'refused');
    assert.equal(downloader.crawlDelay(`${origins[0]}/`), 3000);
    assert.deepEqual(asked(), []);
  });

  test('holds for a day, also in a later process', async (t) => {
    const pages = { 'a.test/robots.txt': plain(keepOut), 'a.test/': page };
    const { downloader, restarted, time, asked } = await downloaderFor(t, pages);
    await downloader.get('http://a.test/');
    assert.deepEqual(asked(), ['a.test/robots.txt']);
    const later = restarted();
    for (const each of [downloader, later]) {
      assert.equal((await each.get('http://a.test/private')).kind, 'refused');
      assert.equal((await each.get('http://a.test/')).kind, 'answer');
    }
    time.now += 24 * hour - 1;
    assert.equal((await later.get('http://a.test/private')).kind, 'refused');
    assert.deepEqual(asked(), ['a.test/', 'a.test/']);
    time.now += 1;
    assert.equal((await later.get('http://a.test/private')).kind, 'robots');
    for (const each of [later, downloader, restarted()]) {
      assert.equal((await each.get('http://a.test/private')).kind, 'refused');
    }
    assert.deepEqual(asked(), ['a.test/robots.txt']);
  });

  test('holds for an hour after failures, and where the host was overloaded', async (t) => {
    const lines: [name: string, answer: SitePage][] = [
      ['500', plain('', {}, 500)],
      ['429', plain('', { 'retry-after': '60' }, 429)],
      ['unreachable', (request) => request.socket.destroy()],
    ];
    for (const [name, answer] of lines) {
      const { downloader, restarted, time, asked } = await downloaderFor(t, { 'a.test/robots.txt': answer });
      await downloader.get('http://a.test/');
      await downloader.giveUpOnRobots('http://a.test/', 'The server refused the connection.');
      time.now += hour - 1;
      await downloader.get('http://a.test/');
      assert.equal(asked().filter((path) => path === 'a.test/robots.txt').length, 1, name);
      time.now += 1;
      await restarted().get('http://a.test/');
      assert.deepEqual(asked(), ['a.test/robots.txt'], name);
    }
  });

  test('is replaced when the file has changed', async (t) => {
    let rules = keepOut;
    const robots: SitePage = (_, response) => response.end(rules);
    const { downloader, time } = await downloaderFor(t, { 'a.test/robots.txt': robots, 'a.test/private': page });
    assert.equal((await visit(downloader, 'http://a.test/private')).kind, 'refused');
    rules = '';
    time.now += 24 * hour;
    assert.equal((await visit(downloader, 'http://a.test/private')).kind, 'answer');
  });
});

describe('a malformed robots.txt', () => {
  test('may be compressed', async (t) => {
    const robots = plain(gzipSync(keepOut), { 'content-encoding': 'gzip' });
    const { downloader, site } = await downloaderFor(t, { 'a.test/robots.txt': robots });
    const refused = await visit(downloader, 'http://a.test/private');
    assert.equal(refused.kind === 'refused' && refused.reason, 'robots');
    assert.match(site.log[0]!.headers['accept-encoding'] ?? '', /\bgzip\b/);
  });

  test('counts up to 500 KiB, whatever the limit for pages, and a line cut there says nothing', async (t) => {
    // The limit falls right after "Disallow: /", which would forbid the whole site.
    const head = `User-agent: *\nDisallow: /first\n#`;
    const cut = 'Disallow: /';
    const filler = 'x'.repeat(MAX_ROBOTS_BYTES - head.length - cut.length - 1);
    const huge = `${head}${filler}\n${cut}cut\n`.padEnd(1_000_000, 'Disallow: /last\n');
    assert.equal(huge.slice(0, MAX_ROBOTS_BYTES).slice(-12), '\nDisallow: /');
    for (const [body, headers] of [
      [huge, { 'content-length': String(huge.length) }],
      [huge, {}],
      [gzipSync(huge), { 'content-encoding': 'gzip' }],
    ] as const) {
      const pages = { 'a.test/robots.txt': plain(body, headers), 'a.test/last': page, 'a.test/cut': page };
      const { downloader } = await downloaderFor(t, pages, { network: { maxBodyBytes: 10_000 } });
      assert.equal((await visit(downloader, 'http://a.test/first')).kind, 'refused');
      assert.equal((await downloader.get('http://a.test/cut')).kind, 'answer');
      assert.equal((await downloader.get('http://a.test/last')).kind, 'answer');
    }
  });

  test('of arbitrary bytes is read for what can be read', async (t) => {
    const noise = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 7919) % 256);
    const lines = Buffer.from(`\n${keepOut}`);
    const robots = plain(Buffer.concat([noise, lines, noise]));
    const { downloader } = await downloaderFor(t, { 'a.test/robots.txt': robots, 'a.test/': page });
    assert.equal((await visit(downloader, 'http://a.test/')).kind, 'answer');
    assert.equal((await downloader.get('http://a.test/private')).kind, 'refused');
  });

  test('that explodes or cannot be decoded forbids everything, and is asked for once', async (t) => {
    for (const [body, encoding] of [
      [gzipSync(Buffer.alloc(20_000_000)), 'gzip'],
      ['anything', 'unknown'],
    ] as const) {
      const robots = plain(body, { 'content-encoding': encoding });
      const { downloader, asked } = await downloaderFor(t, { 'a.test/robots.txt': robots });
      assert.equal((await downloader.get('http://a.test/1')).kind, 'failed');
      assert.equal((await downloader.get('http://a.test/2')).kind, 'closed');
      assert.deepEqual(asked(), ['a.test/robots.txt']);
    }
  });
});

describe('requests', () => {
  test('carry the User-Agent with its contact and the headers given, robots.txt included', async (t) => {
    const headers = new Map([
      ['Accept-Language', 'da'],
      ['accept', 'text/html;q=0.5'],
    ]);
    const { downloader, site } = await downloaderFor(t, {}, { headers });
    await visit(downloader, 'http://a.test/');
    assert.equal(site.log.length, 2);
    for (const { headers: sent } of site.log) {
      assert.equal(sent['user-agent'], 'Osprey/test (+crawl@example.org)');
      assert.equal(sent['accept-language'], 'da');
      assert.equal(sent.accept, 'text/html;q=0.5');
      assert.equal(sent['accept-encoding'], 'gzip, deflate, br');
    }
  });

  test('carry secrets to the origins named for them and nowhere else, robots.txt and its redirects included', async (t) => {
    const headers = new Map([
      ['Authorization', 'Bearer s3cret'],
      ['cookie', 'id=s3cret'],
      ['X-Api-Key', 's3cret'],
      ['Accept-Language', 'da'],
    ]);
    const pages = { 'a.test/robots.txt': redirect('http://other.test/robots.txt') };
    const allowed = credentialOrigins(['http://a.test/start']);
    const { downloader, site } = await downloaderFor(t, pages, { headers, credentialOrigins: allowed });
    for (const url of ['http://a.test/', 'http://other.test/', 'http://sub.a.test/', 'http://a.test:81/']) {
      await visit(downloader, url);
    }
    for (const { host, path, headers: sent } of site.log) {
      const secrets = [sent.authorization, sent.cookie, sent['x-api-key']];
      const expected = host === 'a.test' ? ['Bearer s3cret', 'id=s3cret', 's3cret'] : [undefined, undefined, undefined];
      assert.deepEqual(secrets, expected, host + path);
      assert.equal(sent['accept-language'], 'da');
    }
    assert.equal(site.log.length, 9);
  });

  test('carry secrets from http to https of the same host, never back', () => {
    const both = credentialOrigins(['http://a.test/x', 'https://b.test:8443/', 'http://c.test:8080/']);
    assert.deepEqual(
      [...both],
      ['http://a.test', 'https://a.test', 'https://b.test:8443', 'http://c.test:8080', 'https://c.test:8080'],
    );
  });

  test('do not download bodies of types that are not wanted', async (t) => {
    let answered: ServerResponse | undefined;
    const film: SitePage = (_, response) => {
      answered = response;
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 100_000_000 });
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(8192)));
      };
      response.on('drain', pour);
      pour();
    };
    const pages = { 'a.test/film': film, 'a.test/untyped': plain('ab', { 'content-type': '' }) };
    const { downloader } = await downloaderFor(t, pages);
    const skipped = await visit(downloader, 'http://a.test/film');
    assert.ok(skipped.kind === 'answer' && skipped.response.bodySkipped);
    assert.equal(skipped.response.body.length, 0);
    if (!answered!.closed) await once(answered!, 'close');
    assert.equal(answered!.writableFinished, false);
    // Errors and redirects are answers whatever their type; a page without a type is taken for what it turns out to be.
    for (const path of ['/missing', '/untyped']) {
      const read = await downloader.get(`http://a.test${path}`);
      assert.ok(read.kind === 'answer' && !read.response.bodySkipped && read.response.body.length > 0, path);
    }
  });

  test('wanted types are compared without case and parameters', async (t) => {
    const { downloader } = await downloaderFor(t, {});
    for (const [type, wanted] of [
      ['text/html', true],
      ['Text/HTML ; charset=utf-8', true],
      ['', true],
      [undefined, true],
      ['text/htmlx', false],
      ['application/pdf', false],
    ] as const) {
      assert.equal(downloader.isWanted(type), wanted, type);
    }
  });
});
