import assert from 'node:assert/strict';
import { promises as dns } from 'node:dns';
import path from 'node:path';
import { describe, mock, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Crawl } from '../../src/crawl/crawl.js';
import type { HostAddress } from '../../src/download/host-address.js';
import { HttpTransport } from '../../src/download/http-transport.js';
import { type Site, type SitePage, startSite } from '../site.js';
import { intact } from './intact.js';
import { ended, folderFor, pagesOf, resumed, ringSettings, ringWeb } from './ring-web.js';

const web = ringWeb(4, 6);

/** Connections are not kept: every request needs the name of its host looked up. */
function closing(host: string, where: string): SitePage | undefined {
  const page = web.page(host, where);
  return (_request, response) => {
    const head = { 'content-type': 'text/html', connection: 'close' };
    response.writeHead(page === undefined ? 404 : 200, head).end(page);
  };
}

/** A web whose names can be looked up only while it says so: without a pin, the system is asked. */
function transportOf(site: Site): { transport: HttpTransport; names(known: boolean): void } {
  const pins = new Map<string, HostAddress>();
  const names = (known: boolean) => {
    if (known) pins.set('*', { address: '127.0.0.1', port: site.port });
    else pins.clear();
  };
  names(true);
  return { transport: new HttpTransport({ allowPrivate: true, resolve: pins }), names };
}

describe('an outage', { concurrency: true }, () => {
  // What a machine without a network is told.
  mock.method(dns, 'lookup', async (name: string) => {
    throw Object.assign(new Error(`getaddrinfo EAI_AGAIN ${name}`), { code: 'EAI_AGAIN' });
  });

  test('of the name service that passes costs nothing but time', async (t) => {
    const site = await startSite(closing);
    t.after(() => site.close());
    const { transport, names } = transportOf(site);
    t.after(() => transport.close());
    const out = path.join(folderFor(t), 'crawl');
    const crawl = await Crawl.start(ringSettings(site, out, { retries: 3 }), { transport });
    const reason = await ended(crawl, (visits) => {
      if (visits !== 6) return;
      names(false);
      setTimeout(names, 700, true);
    });
    assert.equal(reason, 'frontier-empty');
    intact(out);
    assert.deepEqual(await pagesOf(out), web.urls);
  });

  test('of the name service that lasts ends the crawl; when it is over, the rest is there', async (t) => {
    const site = await startSite(closing);
    t.after(() => site.close());
    const { transport, names } = transportOf(site);
    t.after(() => transport.close());
    const out = path.join(folderFor(t), 'crawl');
    // Back-off would go on for minutes; the budget ends it.
    const settings = ringSettings(site, out, { retries: 0, maxTime: '3s' });
    const crawl = await Crawl.start(settings, { transport });
    const reason = await ended(crawl, (visits) => names(visits < 6));
    assert.ok(reason === 'max-time' || reason === 'frontier-empty', reason);
    intact(out);
    names(true);
    assert.ok((await pagesOf(out)).length < web.urls.length);
    assert.equal(await resumed({ ...settings, maxTime: Number.POSITIVE_INFINITY }, { transport }), 'frontier-empty');
    intact(out);
    assert.deepEqual(await pagesOf(out), web.urls);
  });

  test('of all hosts from the first moment on is told as such, and nothing is lost', async (t) => {
    const gone = await startSite(web.page);
    await gone.close();
    const out = path.join(folderFor(t), 'crawl');
    const settings = ringSettings(gone, out, { retries: 1 });
    assert.equal(await ended(await Crawl.start(settings)), 'seeds-failed');
    intact(out);
    const site = await startSite(web.page, { port: gone.port });
    t.after(() => site.close());
    assert.equal(await resumed(settings), 'frontier-empty');
    intact(out);
    assert.deepEqual(await pagesOf(out), web.urls);
  });

  test('of a server that goes away in the middle and comes back is waited for', async (t) => {
    let site = await startSite(web.page);
    t.after(() => site.close());
    const out = path.join(folderFor(t), 'crawl');
    const settings = ringSettings(site, out, { retries: 4 });
    const reason = await ended(await Crawl.start(settings), async (visits) => {
      if (visits !== 6) return;
      await site.close();
      void sleep(700).then(async () => {
        site = await startSite(web.page, { port: site.port });
      });
    });
    assert.equal(reason, 'frontier-empty');
    intact(out);
    assert.deepEqual(await pagesOf(out), web.urls);
  });

  test('in which every host answers with an error is waited out in the same way', async (t) => {
    let isDown = true;
    const site = await startSite((host, where) =>
      isDown ? (_request, response) => response.writeHead(503).end() : web.page(host, where),
    );
    t.after(() => site.close());
    const out = path.join(folderFor(t), 'crawl');
    const settings = ringSettings(site, out, { retries: 1 });
    assert.equal(await ended(await Crawl.start(settings)), 'seeds-failed');
    intact(out);
    isDown = false;
    assert.equal(await resumed(settings), 'frontier-empty');
    intact(out);
    assert.deepEqual(await pagesOf(out), web.urls);
  });
});
