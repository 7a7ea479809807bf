import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/clock.js';
import { type CrawlEvent, control, crawl, MemoryStore, resume, SeedsFailed, status } from '../../src/index.js';
import { html, type Site, startSite } from '../site.js';

/** Host h has pages without end, each of which leads to the next one there, and to the first pages of two other hosts. */
function endlessWeb(host: string, where: string): string | undefined {
  const i = Number(/^\/(\d+)$/.exec(where)?.[1]);
  if (Number.isNaN(i)) return undefined;
  return html(`court ${host} ${i}`, `court of law ${host} ${i}`, [
    [`/${i + 1}`, 'court'],
    ['http://b.test/0', 'law'],
    ['http://c.test/0', 'law'],
  ]);
}

async function endless(t: TestContext): Promise<Site> {
  const site = await startSite(endlessWeb);
  t.after(() => site.close());
  return site;
}

function options(site: Site) {
  const { resolve } = site;
  const web = { resolve, allowPrivate: true, delay: '0s', workers: 0, nearDuplicates: 'off', sitemaps: false } as const;
  return { query: 'court law', seed: 'http://a.test/0', by: 'ada', ...web };
}

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-control-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'crawl');
}

describe('a crawl that is steered in its own process', () => {
  test('is paused: what is in flight comes, then nothing, and its time stands still', async (t) => {
    const site = await endless(t);
    let ahead = 0;
    const clock = { ...systemClock, now: () => systemClock.now() + ahead };
    const run = crawl({ ...options(site), maxTime: '10m', maxPages: 50 }, { clock });
    const pages = run[Symbol.asyncIterator]();
    await pages.next();
    const { applied, result } = await run.control.pause();
    assert.equal(applied, true);
    assert.equal((result.paused as { by: string }).by, 'ada');
    // Longer than the time budget.
    ahead = 3_600_000;
    let taken = 0;
    const rest = (async () => {
      while (!(await pages.next()).done) taken++;
    })();
    await sleep(500);
    const [requests, pagesBefore] = [site.log.length, taken];
    await sleep(500);
    assert.deepEqual([site.log.length, taken], [requests, pagesBefore]);
    await run.control.resume();
    await rest;
    assert.equal(run.summary?.reason, 'max-pages');
  });

  test('blocks hosts, changes budgets and visits added seeds', async (t) => {
    const site = await endless(t);
    const run = crawl({ ...options(site), maxPages: 1_000 });
    let blockedAt = Number.POSITIVE_INFINITY;
    for await (const { seq, url } of run) {
      assert.ok(blockedAt === Number.POSITIVE_INFINITY || new URL(url).host !== 'b.test' || seq < blockedAt + 16, url);
      if (seq !== 20) continue;
      await run.control.block('b.test');
      blockedAt = seq;
      const { result } = await run.control.addSeeds(['http://d.test/0', 'http://b.test/99999', 'http://a.test/0']);
      assert.deepEqual(result, { queued: 1, known: 1, rejected: 1 });
      await run.control.update({ maxPages: 100 });
    }
    assert.deepEqual([run.summary?.reason, run.summary?.pages], ['max-pages', 100]);
    assert.ok(site.log.some(({ host }) => host === 'd.test'));
    await assert.rejects(run.control.pause(), { name: 'UsageError', code: 'not-running' });
  });

  test('leaves queued URLs out that a new scope excludes, and takes them back when it grows', async (t) => {
    const site = await startSite({
      'a.test/': html('A', 'court law', [
        ['/out/1', 'court law'],
        ['/in/1', 'court'],
      ]),
      'a.test/in/1': html('In', 'court law one', [['/in/2', 'court']]),
      'a.test/in/2': html('In', 'court law two', [['/in/3', 'court']]),
      'a.test/in/3': html('In', 'court law three'),
      'a.test/out/1': html('Out', 'court law out'),
    });
    t.after(() => site.close());
    const run = crawl({ ...options(site), seed: 'http://a.test/', requests: 1 });
    const order: string[] = [];
    for await (const { url } of run) {
      order.push(new URL(url).pathname);
      if (url.endsWith('.test/')) await run.control.update({ exclude: ['/out/**'] });
      if (url.endsWith('/in/2')) {
        const { result } = await run.control.update({ exclude: [] });
        assert.deepEqual(result, { changed: ['exclude'], readmitted: 1 });
      }
    }
    assert.deepEqual(order.slice(0, 3), ['/', '/in/1', '/in/2']);
    assert.deepEqual(order.slice(3).sort(), ['/in/3', '/out/1']);
  });

  test('refuses what it cannot change', async (t) => {
    const site = await endless(t);
    const run = crawl({ ...options(site), maxPages: 30 });
    for await (const { seq } of run) {
      if (seq !== 10) continue;
      await assert.rejects(run.control.update({ maxPages: 1 }), { code: 'limit-reached' });
      await assert.rejects(run.control.update({ strategy: 'bfs' } as object), { code: 'not-steerable' });
      await assert.rejects(run.control.update({ delay: 'soon' }), { code: 'bad-config' });
      await assert.rejects(run.control.update({}), { code: 'no-change' });
      await assert.rejects(run.control.label([{ url: 'http://a.test/0', relevant: true }]), { code: 'no-folder' });
      const commands = await run.control.commands();
      assert.deepEqual(
        commands.map(({ kind, result }) => [kind, result?.error?.code]),
        [['set', 'limit-reached']],
      );
    }
    assert.equal(run.summary?.reason, 'max-pages');
  });

  test('keeps in its folder what it was told, for its next run', async (t) => {
    const site = await endless(t);
    const out = temporaryFolder(t);
    const run = crawl({ ...options(site), out, maxPages: 20 });
    for await (const { seq, url } of run) {
      if (seq === 5) await run.control.block(['b.test', 'http://c.test/**']);
      if (seq === 6) await run.control.label([{ url, relevant: true }]);
      if (seq === 7) await run.control.update({ maxPages: 10 });
    }
    assert.equal(run.summary?.pages, 10);
    const steering = await control(out, { by: 'grace' });
    t.after(() => steering.close());
    assert.equal(await steering.isRunning(), false);
    await assert.rejects(steering.stop(), { code: 'not-running' });
    assert.equal((await steering.update({ maxPages: 40 })).applied, false);
    assert.equal((await status(out)).commandsWaiting, 1);
    const told = site.log.length;
    const next = resume(out);
    for await (const _ of next);
    assert.equal(next.summary?.pages, 40);
    assert.ok(site.log.slice(told).every(({ host }) => host === 'a.test'));
    assert.match(readFileSync(path.join(out, 'crawl.yaml'), 'utf8'), /maxPages: 40\n/);
    assert.deepEqual(
      (await steering.commands()).map(({ kind, by, appliedAt }) => [kind, by, appliedAt !== undefined]),
      [
        ['block', 'ada', true],
        ['label', 'ada', true],
        ['set', 'ada', true],
        ['set', 'grace', true],
      ],
    );
  });
});

describe('the events of a crawl', () => {
  test('come to several listeners, of which none can disturb it', async (t) => {
    const site = await endless(t);
    const run = crawl({ ...options(site), maxPages: 5, exclude: ['http://c.test/**'] });
    const [all, pages]: [CrawlEvent[], string[]] = [[], []];
    run.on('*', (event) => all.push(event));
    run.on('page', ({ url }) => pages.push(url));
    run.on('page', () => {
      throw new Error('a listener fails');
    });
    run.on('visit', async () => {
      throw new Error('later');
    });
    const silence = run.on('page', () => assert.fail('nobody listens any more'));
    silence();
    for await (const _ of run);
    assert.equal(pages.length, 5);
    const types = new Set(all.map(({ type }) => type));
    for (const type of ['start', 'visit', 'page', 'queue', 'skip', 'agent', 'progress', 'stop'] as const)
      assert.ok(types.has(type), type);
    assert.equal(all[0]?.type, 'start');
    assert.deepEqual(all.at(-1), { type: 'stop', reason: 'max-pages' });
    const skips = all.filter((event) => event.type === 'skip');
    assert.ok(skips.some(({ url, reason }) => url === 'http://c.test/0' && reason === 'exclude'));
  });

  test('are dropped, and counted, for a reader that is too slow', async (t) => {
    const site = await endless(t);
    const run = crawl({ ...options(site), maxPages: 20 });
    const slow = run.stream({ types: ['page', 'stop'], buffer: 3 });
    for await (const _ of run);
    const events: CrawlEvent[] = [];
    for await (const event of slow) events.push(event);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['dropped', 'page', 'page', 'stop'],
    );
    assert.deepEqual(events[0], { type: 'dropped', events: 18 });
  });
});

describe('a run of the library', () => {
  test('yields nothing after what is in flight when it is stopped', async (t) => {
    const site = await endless(t);
    const run = crawl({ ...options(site), requests: 4 });
    let after = 0;
    for await (const { seq } of run) {
      if (seq === 10) run.stop();
      else if (seq > 10) after++;
    }
    assert.ok(after <= 4, `${after} pages after the stop`);
    assert.equal(run.summary?.reason, 'interrupted');
  });

  test('ends when its signal is aborted, and does not begin with one that is', async (t) => {
    const site = await endless(t);
    const abort = new AbortController();
    const run = crawl({ ...options(site), signal: abort.signal });
    for await (const { seq } of run) if (seq === 5) abort.abort();
    assert.equal(run.summary?.reason, 'interrupted');
    const requests = site.log.length;
    const late = crawl({ ...options(site), signal: abort.signal });
    await assert.rejects(late[Symbol.asyncIterator]().next(), { name: 'AbortError' });
    assert.equal(site.log.length, requests);
  });

  test('throws where no seed could be fetched, unless it is asked not to', async (t) => {
    const site = await startSite({});
    t.after(() => site.close());
    const dead = async (allowDeadSeeds: boolean) => {
      const run = crawl({ ...options(site), allowDeadSeeds });
      for await (const _ of run);
      return run.summary?.reason;
    };
    await assert.rejects(dead(false), (thrown) => {
      assert.ok(thrown instanceof SeedsFailed);
      assert.equal(thrown.code, 'seeds-failed');
      const [{ url, reason }] = thrown.failures as [{ url: string; reason: string }];
      assert.deepEqual({ url, reason }, { url: 'http://a.test/0', reason: 'http-404' });
      return true;
    });
    assert.equal(await dead(true), 'seeds-failed');
  });

  test('goes on in a store that is lent, which stays open', async (t) => {
    const site = await endless(t);
    let store: MemoryStore | undefined;
    const lend = { store: (rules: ConstructorParameters<typeof MemoryStore>[0]) => (store = new MemoryStore(rules)) };
    const run = crawl({ ...options(site), maxPages: 3 }, lend);
    for await (const _ of run);
    assert.equal((await store!.records.totals()).outcomes.page, 3);
  });
});
