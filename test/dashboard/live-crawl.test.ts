import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveState } from '../../src/dashboard/api/live.js';
import { status } from '../../src/library/status.js';
import { temporaryFolder } from '../cli/osprey.js';
import { html, type Site, startSite } from '../site.js';
import { DashboardClient } from './dashboard-client.js';

const { folder: root, remove } = temporaryFolder();
const id = 'rivers';
let site: Site;
let client: DashboardClient;

/** A web without an end: every page links to two more on hosts of their own; no link leads to `apart.test`. */
const endless = (host: string) => {
  const number = Number(/^h(\d+)\./.exec(host)?.[1] ?? 0);
  const links = [2 * number + 1, 2 * number + 2].map((next) => [`http://h${next}.test/`, 'river'] as const);
  return html(`River ${number}`, 'A river flows to the sea. The river is long.', links);
};

before(async () => {
  site = await startSite((host, at) => (at === '/' ? endless(host) : undefined));
  const own = {
    resolve: [site.resolve],
    allowPrivate: true,
    delay: '50ms',
    workers: 0,
    maxPerDomain: 'none',
    requests: 2,
  };
  client = await DashboardClient.open({ root, own, by: 'maria' });
});
after(async () => {
  await client.raw('POST /api/crawls/:crawl/commands', { crawl: id }, { kind: 'stop' });
  await client.close();
  await site.close();
  remove();
});

const tell = (body: unknown) => client.ask('POST /api/crawls/:crawl/commands', { crawl: id }, body);
const state = async () => (await client.ask('GET /api/crawls/:crawl', { crawl: id })).state;

/** Waits until the crawl says so of itself. */
async function becomes(kind: LiveState['state']['kind']): Promise<LiveState['state']> {
  for (let tries = 0; ; tries++) {
    const now = await state().catch(() => undefined);
    if (now?.kind === kind) return now;
    assert.ok(tries < 1_200, `it is ${now?.kind}: ${now?.sentence}`);
    await sleep(50);
  }
}

describe('a crawl that is started from the page', () => {
  test('has its seeds checked first', async () => {
    const job = await client.ask(
      'POST /api/seeds/check',
      {},
      { seed: ['http://h0.test/', 'http://h0.test/no', 'ftp:x'] },
    );
    const { items } = await client.result(job);
    const verdicts = items.map(({ given, visited, reason }) => `${given} ${visited} ${reason}`);
    assert.deepEqual(verdicts.sort(), [
      'ftp:x false bad-url',
      'http://h0.test/ true ',
      'http://h0.test/no false http-404',
    ]);
  });

  test('runs in a process of its own, and those who watch are told at most once a second', async () => {
    const form = { name: id, query: 'river', seed: ['http://h0.test/'], maxPages: 5_000 };
    assert.deepEqual(await client.ask('POST /api/crawls', {}, form), { id });
    await becomes('running');
    const messages: LiveState[] = [];
    const times: number[] = [];
    for await (const { at, live } of client.stream(id)) {
      times.push(at);
      if (live !== undefined) messages.push(live);
      if (messages.length === 3) break;
    }
    assert.ok(messages[2]!.pages > messages[0]!.pages);
    for (const [place, at] of times.slice(2).entries()) assert.ok(at - times[place + 1]! >= 900, String(times));
    const { items } = await client.ask('GET /api/crawls/:crawl/queue/next', { crawl: id });
    assert.ok(items.length > 0 && items.every(({ from, anchor }) => from !== undefined && anchor === 'river'));
  });

  test('is paused, slowed, given seeds and a budget, and continued', async () => {
    assert.match((await tell({ kind: 'pause' })).words, /^Paused\./);
    assert.match((await becomes('paused')).sentence, /^Paused by maria at \d\d:\d\d UTC\.$/);
    const slowed = await tell({ kind: 'slow', host: 'h1.test', delay: '1m' });
    assert.deepEqual(slowed.result, { changed: ['hostDelay'], readmitted: 0 });
    assert.match((await tell({ kind: 'seed', urls: ['http://apart.test/'] })).words, /^1 seed queued/);
    const set = await tell({ kind: 'set', options: { maxPages: 4_000 } });
    assert.deepEqual(set.result, { changed: ['maxPages'], readmitted: 0 });
    const live = await client.ask('GET /api/crawls/:crawl', { crawl: id });
    assert.equal(live.budgets.maxPages, 4_000);
    const preview = await client.ask(
      'POST /api/crawls/:crawl/rules/preview',
      { crawl: id },
      { blockHosts: ['apart.test'] },
    );
    assert.equal((await client.result(preview)).drops, 1);
    await tell({ kind: 'resume' });
    await becomes('running');
  });

  test('has its topic changed while it runs: it is stopped, judged and resumed', async () => {
    const job = await client.ask('POST /api/crawls/:crawl/topic/apply', { crawl: id }, { query: 'long river' });
    await client.result(job);
    await becomes('running');
    assert.equal((await client.ask('GET /api/crawls/:crawl/topic', { crawl: id })).topic.query, 'long river');
  });

  test('goes on when the server ends, stops on command and is continued', async () => {
    await client.close();
    assert.equal((await status(path.join(root, id))).running, true);
    client = await DashboardClient.open({ root, by: 'maria' });
    await tell({ kind: 'stop' });
    assert.equal((await becomes('stopped')).sentence, 'Stopped on command.');
    await tell({ kind: 'run' });
    await becomes('running');
    await tell({ kind: 'stop' });
    await becomes('stopped');
    const { items } = await client.ask('GET /api/crawls/:crawl/events', { crawl: id });
    const words = items.map((event) => event.words);
    for (const expected of ['maria paused the crawl', 'The crawl was resumed.', 'All pages were judged again.'])
      assert.ok(words.includes(expected), words.join('\n'));
  });
});
