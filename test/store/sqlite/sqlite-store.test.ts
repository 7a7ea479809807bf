import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import { explain } from '../../../src/export/explanation.js';
import { UsageError } from '../../../src/failure.js';
import type { CrawlReader } from '../../../src/model/crawl-reader.js';
import type { CrawlStore } from '../../../src/model/crawl-store.js';
import { type FrontierRules, revisitLevel } from '../../../src/model/frontier.js';
import { openReader } from '../../../src/store/open-reader.js';
import { migrations } from '../../../src/store/sqlite/migrations.js';
import { openDatabase } from '../../../src/store/sqlite/sqlite-database.js';
import { databaseName, lockName, SqliteStore } from '../../../src/store/sqlite/sqlite-store.js';
import { statusOf } from '../folder-views.js';
import {
  claimOne,
  claimPlaces,
  collect,
  judgedPage,
  link,
  page,
  rescored,
  rules,
  visitNext,
} from '../invented-crawl.js';
import { temporaryFolder } from '../temporary-store.js';

const anything = {
  maxPerHost: 1_000,
  maxPerAddress: Number.POSITIVE_INFINITY,
  maxPerDomain: 'auto' as const,
  domains: [],
  include: [],
  exclude: [],
  blockHosts: [],
  maxDepth: 9,
};

function usageError(code: string, fix: RegExp): (thrown: unknown) => boolean {
  return (thrown) => {
    assert.ok(thrown instanceof UsageError, String(thrown));
    assert.equal(thrown.code, code);
    assert.match(thrown.message, fix);
    return true;
  };
}

/** All that can be read of a crawl. */
async function everything(store: Pick<CrawlReader, 'records' | 'notes'>) {
  const { records, notes } = store;
  const urls = ['a.org/1', 'a.org/2', 'b.org/1', 'b.org/2', 'c.org/1'].map((place) => `http://${place}`);
  const found = await Promise.all(urls.map((url) => records.find(url)));
  return {
    found,
    visits: await collect(records.visits()),
    inLinks: await Promise.all(found.map((record) => records.inLinks(record?.id ?? 0))),
    totals: await records.totals(),
    rejected: await collect(records.rejected()),
    stop: await notes.get('stop'),
    robots: await notes.robots('http://a.org'),
  };
}

async function crawlABit({ frontier, notes }: CrawlStore): Promise<void> {
  const terms = { ids: Uint32Array.of(7, 9), counts: Uint32Array.of(1, 2) };
  await frontier.add([link('a.org/1', 9, { depth: 0 }), link('a.org/2', 8, { depth: 0, expiresAt: 99 })]);
  await visitNext(frontier, {
    visit: judgedPage(0.75, { title: 'One', fingerprint: 'f000000000000000', lesson: { terms, links: [] } }),
    links: [link('b.org/1', 0.5, { anchor: 'b' }), link('c.org/1', 0.1, { rejected: 'domain' }), link('b.org/2', 0.4)],
    pace: { delay: 250, failures: 2 },
  });
  const claim = await claimOne(frontier, 300);
  assert.equal(claim.url, 'http://b.org/1', 'a.org/2 has expired');
  await frontier.settle({
    settlements: [{ claim, requeue: { attempts: 1 } }],
    rescores: [{ url: 'http://b.org/2', score: 0.75 }],
  });
  await notes.set('stop', 'interrupted');
  await notes.setRobots({ origin: 'http://a.org', fetchedAt: 5, status: 200, body: 'User-agent: *' });
}

describe('a crawl that is opened again', () => {
  test('is as it was left, its queue in the same order', async (context) => {
    const folder = temporaryFolder(context);
    const before = SqliteStore.open(folder, rules({ delay: 100 }), { create: true });
    await crawlABit(before);
    const left = await everything(before);
    const lessons = await collect((await before.knowledge(0)).since);
    const stats = await before.frontier.stats(300);
    await before.close();

    const after = SqliteStore.open(folder, rules({ delay: 100 }));
    context.after(() => after.close());
    assert.deepEqual(await everything(after), left);
    assert.deepEqual(await collect((await after.knowledge(0)).since), lessons);
    assert.deepEqual(await after.frontier.stats(300), stats);
    const next = async (now: number) => {
      const claim = await claimOne(after.frontier, now);
      await after.frontier.settle({ settlements: [{ claim, visit: page() }] });
      return [claim.url, claim.attempts];
    };
    assert.deepEqual(await next(400), ['http://b.org/2', 0]);
    assert.deepEqual(await next(500), ['http://b.org/1', 1]);
  });

  test('has the places that URLs took when they were valued anew', async (context) => {
    const folder = temporaryFolder(context);
    const before = SqliteStore.open(folder, rules(), { create: true });
    await before.frontier.add([link('a.org/1', 0.9), link('b.org/1', 0.8), link('c.org/1', 0.7), link('d.org/1', 0.6)]);
    const worth = new Map([
      ['http://a.org/1', 0.65],
      ['http://b.org/1', 0.1],
      ['http://d.org/1', 5],
    ]);
    // b falls in the claim, which takes c; then d rises and a falls.
    await before.frontier.claim({ queue: 0, count: 1, now: 0, revalue: () => 0.9 });
    assert.deepEqual(await claimPlaces(before.frontier, 1, { revalue: (url) => worth.get(url) }), ['c.org/1']);
    assert.equal(await before.frontier.revalue({ queue: 0, count: 9, value: (url) => worth.get(url) }), 1);
    await before.close();

    const after = SqliteStore.open(folder, rules());
    context.after(() => after.close());
    const { claims } = await after.frontier.claim({ queue: 0, count: 9, now: 0 });
    assert.deepEqual(
      claims.map(({ url, priority }) => [url, priority]),
      [
        ['http://d.org/1', 5],
        ['http://a.org/1', 0.9],
        ['http://c.org/1', 0.7],
        ['http://b.org/1', 0.1],
      ],
    );
  });

  test('refuses the claims of the time before', async (context) => {
    const folder = temporaryFolder(context);
    const before = SqliteStore.open(folder, rules(), { create: true });
    await before.frontier.add([link('a.org/1')]);
    const stale = await claimOne(before.frontier);
    await before.close();
    const after = SqliteStore.open(folder, rules());
    context.after(() => after.close());
    await claimOne(after.frontier);
    const { seqs } = await after.frontier.settle({ settlements: [{ claim: stale, visit: page() }] });
    assert.deepEqual(seqs, [-1]);
  });

  test('follows a changed common delay, but for hosts with a pace of their own', async (context) => {
    const folder = temporaryFolder(context);
    const before = SqliteStore.open(folder, rules({ delay: 100 }), { create: true });
    await before.frontier.add([link('a.org/1', 9), link('b.org/1', 8), link('a.org/2'), link('b.org/2')]);
    await visitNext(before.frontier, { pace: { delay: 700, failures: 0 } });
    await visitNext(before.frontier, { pace: { delay: 100, failures: 0 } });
    await before.close();
    const after = SqliteStore.open(folder, rules({ delay: 300 }));
    context.after(() => after.close());
    const { claims } = await after.frontier.claim({ queue: 0, count: 2, now: 9_000 });
    assert.deepEqual(
      claims.map(({ host, pace }) => [host, pace.delay]),
      [
        ['a.org', 700],
        ['b.org', 300],
      ],
    );
  });
});

describe('what failed and may be had by now', () => {
  const failed = page({ outcome: 'failed', reason: 'http-503', status: 503 });
  const open = (folder: string, tryAgain: readonly string[]) =>
    SqliteStore.open(folder, rules(), { create: true, tryAgain });

  test('is queued again, counts as failed no more, and is known to have been tried', async (context) => {
    const folder = temporaryFolder(context);
    const store = open(folder, []);
    await store.frontier.add([link('a.org/1')]);
    await visitNext(store.frontier, { visit: failed });
    assert.deepEqual((await store.records.totals()).outcomes, { failed: 1 });
    await store.close();
    const again = open(folder, ['http-503']);
    context.after(() => again.close());
    assert.deepEqual((await again.records.totals()).outcomes, {});
    const { url, visit } = (await explain(again.records, 'http://a.org/1'))!;
    assert.deepEqual([url.state, visit!.reason], ['queued', 'http-503']);
    await visitNext(again.frontier, { visit: failed });
    assert.deepEqual((await again.records.totals()).outcomes, { failed: 1 });
    assert.equal((await again.records.visitOf(1))!.seq, 2);
    const { versions } = (await explain(again.records, 'http://a.org/1'))!;
    assert.equal(versions!.length, 2);
  });
});

describe('a crawl whose process is killed', () => {
  test('is free at once, holds its hosts to their time and has the claimed URL in the queue', async (context) => {
    const folder = temporaryFolder(context);
    const owner = fork(fileURLToPath(new URL('../hold-store.js', import.meta.url)), [folder]);
    context.after(() => owner.kill('SIGKILL'));
    await once(owner, 'message');
    const polite = rules({ delay: 5_000 });
    assert.throws(() => SqliteStore.open(folder, polite), usageError('crawl-running', /stop it first/));
    assert.equal(statusOf(folder, anything).running, true);

    owner.kill('SIGKILL');
    await once(owner, 'exit');
    assert.equal(statusOf(folder, anything).running, false);
    const store = SqliteStore.open(folder, polite);
    context.after(() => store.close());
    assert.deepEqual(
      (await collect(store.records.visits())).map(({ url }) => url),
      ['http://a.org/1'],
    );
    assert.deepEqual(await store.frontier.claim({ queue: 0, count: 1, now: 6_001 }), { claims: [], nextAt: 11_000 });
    assert.deepEqual(await claimPlaces(store.frontier, 1, { now: 11_000 }), ['a.org/2']);
  });
});

describe('a folder', () => {
  test('has one owner at a time', async (context) => {
    const folder = temporaryFolder(context);
    const owner = SqliteStore.open(folder, rules(), { create: true });
    assert.throws(() => SqliteStore.open(folder, rules()), usageError('crawl-running', /choose another folder/));
    await owner.close();
    await SqliteStore.open(folder, rules()).close();
  });

  test('without a crawl is refused and left as it is', async (context) => {
    const folder = temporaryFolder(context);
    assert.throws(() => SqliteStore.open(folder, rules()), usageError('no-crawl', /give a folder/));
    await assert.rejects(openReader(folder), usageError('no-crawl', /give a folder/));
  });

  test('that cannot be locked is named', (context) => {
    const folder = temporaryFolder(context);
    mkdirSync(path.join(folder, lockName));
    assert.throws(
      () => SqliteStore.open(folder, rules(), { create: true }),
      usageError('folder-unwritable', /choose another/),
    );
  });

  const files: [what: string, code: string, make: (file: string) => void][] = [
    ['a file that is no database', 'bad-database', (file) => writeFileSync(file, 'not a database, '.repeat(300))],
    ["another program's database", 'foreign-database', (file) => withDatabase(file, 'CREATE TABLE theirs (x)')],
    [
      "another program's versioned database",
      'foreign-database',
      (file) => withDatabase(file, 'PRAGMA user_version = 1; PRAGMA application_id = 99'),
    ],
    [
      "a newer Osprey's database",
      'newer-schema',
      (file) =>
        withDatabase(file, `PRAGMA application_id = 0x4f535052; PRAGMA user_version = ${migrations.length + 1}`),
    ],
  ];
  for (const [what, code, make] of files) {
    test(`with ${what} is refused and not changed`, async (context) => {
      const folder = temporaryFolder(context);
      const file = path.join(folder, databaseName);
      make(file);
      const bytes = readFileSync(file);
      assert.throws(() => SqliteStore.open(folder, rules()), usageError(code, /[Cc]hoose another|update Osprey/));
      await assert.rejects(openReader(folder), usageError(code, /[Cc]hoose another|update Osprey/));
      assert.deepEqual(readFileSync(file), bytes);
      assert.throws(() => SqliteStore.open(folder, rules()), usageError(code, /./), 'the lock was given back');
    });
  }
});

function withDatabase(file: string, script: string): void {
  const db = new DatabaseSync(file);
  db.exec(script);
  db.close();
}

describe('the schema', () => {
  const notes = 'CREATE TABLE note (key TEXT); INSERT INTO note VALUES (1)';
  const authors = 'ALTER TABLE note ADD COLUMN author TEXT; UPDATE note SET author = key';

  test('of an older version is brought up, once, with its data', (context) => {
    const file = path.join(temporaryFolder(context), databaseName);
    openDatabase(file, { create: true, scripts: [notes] }).close();
    const scripts = [notes, authors];
    assert.throws(() => openDatabase(file, { readOnly: true, scripts }), usageError('older-schema', /older Osprey/));
    for (let times = 0; times < 2; times++) {
      const db = openDatabase(file, { scripts });
      assert.deepEqual({ ...db.prepare('SELECT key, author FROM note').get() }, { key: '1', author: '1' });
      db.close();
    }
    openDatabase(file, { readOnly: true, scripts }).close();
    assert.throws(() => openDatabase(file, { scripts: [notes] }), usageError('newer-schema', /update Osprey/));
  });

  test('stays at its version when a script fails half way', (context) => {
    const file = path.join(temporaryFolder(context), databaseName);
    openDatabase(file, { create: true, scripts: [notes] }).close();
    const broken = `${authors}; CREATE TABLE note (key TEXT)`;
    assert.throws(() => openDatabase(file, { scripts: [notes, broken] }), usageError('bad-database', /already exists/));
    const db = openDatabase(file, { scripts: [notes] });
    assert.deepEqual({ ...db.prepare('SELECT * FROM note').get() }, { key: '1' });
    db.close();
  });
});

describe('readers beside a running crawl', () => {
  test('see what was committed, and that it runs', async (context) => {
    const folder = temporaryFolder(context);
    const store = SqliteStore.open(folder, rules({ delay: 1 }), { create: true });
    await crawlABit(store);
    await store.frontier.add([]);
    const reader = await openReader(folder);
    assert.deepEqual(await everything(reader), await everything(store));
    await reader.close();
    const status = statusOf(folder, { ...anything, blockHosts: ['b.org'] });
    const { running, stopReason, pages, queue, hosts } = status;
    assert.deepEqual({ running, stopReason, pages }, { running: true, stopReason: undefined, pages: 1 });
    const { levels, ...sums } = queue;
    assert.deepEqual(sums, { queued: 2, hosts: 1, closed: 2, closedHosts: 1, again: 0 });
    assert.deepEqual(
      levels.map((level) => ({ ...level })),
      [{ level: 1, queued: 2 }],
    );
    assert.deepEqual(
      hosts.map((host) => ({ ...host })),
      [{ host: 'a.org', pages: 1, relevant: 1, queued: 0 }],
    );

    await store.close();
    const ended = statusOf(folder, anything);
    assert.deepEqual([ended.running, ended.stopReason], [false, 'interrupted']);
  });

  test('see that pages to be visited again are not kept back by the page limit of their host', async (context) => {
    const folder = temporaryFolder(context);
    const store = SqliteStore.open(folder, rules({ maxPerHost: 1 }), { create: true });
    await store.frontier.add([link('a.org/1', 9), link('a.org/2')]);
    await visitNext(store.frontier);
    await store.frontier.add([link('a.org/1', 1, { kind: 'revisit', level: revisitLevel })]);
    await store.close();
    const { levels, ...queue } = statusOf(folder, { ...anything, maxPerHost: 1 }).queue;
    assert.deepEqual(queue, { queued: 2, hosts: 1, closed: 1, closedHosts: 0, again: 1 });
    assert.deepEqual(
      levels.map(({ level }) => level),
      [revisitLevel, 1],
    );
  });

  test('see a visit within moments, though nothing else happens', async (context) => {
    const folder = temporaryFolder(context);
    const store = SqliteStore.open(folder, rules(), { create: true });
    context.after(() => store.close());
    await store.frontier.add([link('a.org/1')]);
    await visitNext(store.frontier);
    const reader = await openReader(folder);
    context.after(() => reader.close());
    while ((await reader.records.visit(1)) === undefined) await sleep(20);
  });
});

describe('a write that fails', () => {
  /** A store whose disk refuses links to bad.org, opened twice to look at what is on disk. */
  async function failing(context: TestContext, changes: Partial<FrontierRules> = {}) {
    const folder = temporaryFolder(context);
    const store = SqliteStore.open(folder, rules(changes), { create: true });
    withDatabase(
      path.join(folder, databaseName),
      "CREATE TRIGGER full BEFORE INSERT ON links WHEN NEW.data LIKE '%bad%' BEGIN SELECT RAISE(ABORT, 'disk full'); END",
    );
    await store.frontier.add([link('a.org/1', 9), link('a.org/2', 8)]);
    return { folder, store };
  }

  test('leaves nothing of its batch behind, and ends the writing', async (context) => {
    const { folder, store } = await failing(context);
    const claim = await claimOne(store.frontier);
    const settlement = { claim, visit: page(), links: [link('b.org/1'), link('b.org/2', 1, { anchor: 'bad' })] };
    await assert.rejects(store.frontier.settle({ settlements: [settlement] }), /disk full/);
    await assert.rejects(store.frontier.add([link('c.org/1')]), /disk full/, 'memory is ahead of the disk');
    await assert.rejects(store.close(), /disk full/);
    withDatabase(path.join(folder, databaseName), 'DROP TRIGGER full');
    const again = SqliteStore.open(folder, rules());
    context.after(() => again.close());
    assert.deepEqual(await collect(again.records.visits()), []);
    assert.equal(await again.records.find('http://b.org/1'), undefined);
    assert.deepEqual(await claimPlaces(again.frontier, 1), ['a.org/1']);
  });

  test('is not begun for a score that is not a number', async (context) => {
    const { store } = await failing(context);
    context.after(() => store.close());
    const claim = await claimOne(store.frontier);
    const links = [link('b.org/1'), link('b.org/2', Number.NaN)];
    await assert.rejects(store.frontier.settle({ settlements: [{ claim, visit: page(), links }] }), /b\.org\/2/);
    await assert.rejects(rescored(store.frontier, [{ url: 'http://a.org/2', score: Number.NaN }]), /a\.org\/2/);
    const { seqs } = await store.frontier.settle({ settlements: [{ claim, visit: page() }] });
    assert.deepEqual(seqs, [1]);
  });
});

test('judgements of earlier judges are kept', async (context) => {
  const folder = temporaryFolder(context);
  const store = SqliteStore.open(folder, rules(), { create: true });
  await store.frontier.add([link('a.org/1')]);
  await visitNext(store.frontier, { visit: judgedPage(0.75) });
  await store.rejudge(
    'another query',
    (async function* () {
      yield { seq: 1, relevance: 0.25, raw: 0, relevant: false, parts: {} };
    })(),
    [0],
    () => ({ knowledge: undefined, learner: '' }),
  );
  await store.close();
  const db = openDatabase(path.join(folder, databaseName), { readOnly: true });
  context.after(() => db.close());
  const rows = db.prepare('SELECT definition, relevance FROM judgement JOIN judge ON id = judge ORDER BY id').all();
  assert.deepEqual(
    rows.map((row) => ({ ...(row as object) })),
    [
      { definition: '', relevance: 0.75 },
      { definition: 'another query', relevance: 0.25 },
    ],
  );
});

test('a crawl of the first version goes on: what is queued follows the page that found it', async (context) => {
  const folder = temporaryFolder(context);
  const db = openDatabase(path.join(folder, databaseName), { create: true, scripts: migrations.slice(0, 1) });
  db.exec(`
    INSERT INTO gate (id, host) VALUES (1, 'a.org');
    INSERT INTO url (id, gate, hash, url, state, depth, parent) VALUES (1, 1, 11, 'http://a.org/1', 1, 0, 0), (2, 1, 12, 'http://a.org/2', 0, 1, 1);
    INSERT INTO visit (seq, url, agent, level, depth, priority, parent, outcome, reason, fetched_at, status)
      VALUES (1, 1, 0, 1, 0, 1, 0, 'page', '', 1, 200);
    INSERT INTO frontier (url, agent, level, gate, priority) VALUES (2, 0, 1, 1, 0.5);
    INSERT INTO links (visit, data) VALUES (1, '[[2, 0.5, "two", {"page": 0.5}]]');
    INSERT INTO edge (dst, visit) VALUES (2, 1);`);
  db.close();
  const store = SqliteStore.open(folder, rules());
  assert.equal((await store.records.visit(1))?.priorityParent, 0);
  const inLink = { visit: 1, from: 'http://a.org/1', anchor: 'two', level: 1, score: 0.5, parts: { page: 0.5 } };
  assert.deepEqual(await store.records.inLinks(2), [inLink]);
  const { url, priorityParent } = await claimOne(store.frontier);
  assert.deepEqual([url, priorityParent], ['http://a.org/2', 1]);
  await store.close();
});
