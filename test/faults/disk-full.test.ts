import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { exitCodes } from '../../src/cli/exit-codes.js';
import { Crawl } from '../../src/crawl/crawl.js';
import { Failure } from '../../src/failure.js';
import { PageIndex, searchIndexName } from '../../src/search/page-index.js';
import { configName } from '../../src/store/crawl-folder.js';
import { openReader } from '../../src/store/open-reader.js';
import { SqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import { osprey } from '../cli/osprey.js';
import { startSite } from '../site.js';
import { claimOne, claimPlaces, link, page, rules } from '../store/invented-crawl.js';
import { intact } from './intact.js';
import { limited } from './limited.js';
import { ended, folderFor, pagesOf, resumed, ringSettings, ringWeb } from './ring-web.js';
import { smallDisk } from './small-disk.js';

// 60 pages of about 3 kB that gzip can hardly shorten: some 100 kB of archive, and more in the database.
const web = ringWeb(3, 20, 250);
// So long that the last group of writes does not hold all that is left, however fast the machine is.
const longWeb = ringWeb(3, 80, 250);
const noMounts = 'no file system can be mounted here';
const isFull = (thrown: unknown) =>
  thrown instanceof Failure &&
  thrown.code === 'disk-full' &&
  thrown.policy === 'fatal' &&
  /free some/.test(thrown.message);

describe('a disk that is full', () => {
  for (const archive of [true, false]) {
    const what = archive ? 'the archive' : 'the database';
    test(`ends the crawl when ${what} can grow no more; with room again it goes on as if nothing had been`, async (t) => {
      const disk = smallDisk(t, 16 << 20);
      if (disk === undefined) return t.skip(noMounts);
      const site = await startSite(longWeb.page);
      t.after(() => site.close());
      const out = path.join(disk.folder, 'crawl');
      const settings = ringSettings(site, out, { archive });
      const crawl = await Crawl.start(settings);
      let committed = 0;
      const onVisit = (visits: number) => {
        committed = visits;
        if (visits === 20) disk.fill(archive ? 20_000 : 0);
      };
      await assert.rejects(ended(crawl, onVisit), isFull);
      assert.ok(committed >= 20 && committed < longWeb.urls.length, `${committed} visits`);
      await assert.rejects(resumed(settings), (thrown) => thrown instanceof Failure || /ENOSPC/.test(String(thrown)));
      disk.empty();
      intact(out);
      assert.equal(await resumed(settings), 'frontier-empty');
      intact(out);
      assert.deepEqual(await pagesOf(out), longWeb.urls);
    });
  }

  test('ends the writing where it was found full by a robots.txt, which no host is to blame for', async (t) => {
    const disk = smallDisk(t, 4 << 20);
    if (disk === undefined) return t.skip(noMounts);
    const store = SqliteStore.open(disk.folder, rules(), { create: true });
    await store.frontier.add([link('a.org/1')]);
    const claim = await claimOne(store.frontier);
    disk.fill(0);
    await store.notes.setRobots({ origin: 'http://a.org', fetchedAt: 1, status: 200, body: 'x'.repeat(100_000) });
    await assert.rejects(store.notes.set('a', 'b'), isFull);
    disk.empty();
    await assert.rejects(store.frontier.settle({ settlements: [{ claim, visit: page() }] }), isFull);
    await store.noteFault('disk-full');
    await assert.rejects(store.close(), isFull);
    const again = SqliteStore.open(disk.folder, rules());
    assert.equal(await again.notes.get('stop'), 'disk-full', 'but what ended it is noted, now that there is room');
    assert.deepEqual(await claimPlaces(again.frontier, 1), ['a.org/1']);
    await again.close();
  });

  test('keeps no crawl from being searched, and nothing is left of the index', async (t) => {
    const disk = smallDisk(t, 16 << 20);
    if (disk === undefined) return t.skip(noMounts);
    const site = await startSite(web.page);
    t.after(() => site.close());
    const out = path.join(disk.folder, 'crawl');
    await ended(await Crawl.start(ringSettings(site, out, { maxPages: 3 })));
    disk.fill(0);
    const index = PageIndex.open(out, 'en');
    index.close();
    assert.equal(existsSync(path.join(out, searchIndexName)), false);
  });

  test('keeps a crawl from being begun, and leaves nothing of it', async (t) => {
    const disk = smallDisk(t, 4 << 20);
    if (disk === undefined) return t.skip(noMounts);
    const site = await startSite(web.page);
    t.after(() => site.close());
    const out = path.join(disk.folder, 'crawl');
    // Not even for the config; for that, but not for the database; for a part of the database.
    for (const free of [0, 8_192, 60_000]) {
      disk.fill(free);
      await assert.rejects(Crawl.start(ringSettings(site, out)), (thrown) => thrown instanceof Error, `${free} bytes`);
      assert.equal(existsSync(out), false, `${free} bytes`);
    }
    disk.empty();
    assert.equal(await ended(await Crawl.start(ringSettings(site, out, { maxPages: 3 }))), 'max-pages');
  });
});

/** The limit of a shell on the size of files is as real as a full disk, and needs no rights. */
describe('files that may grow no more', () => {
  test('end a crawl with code 4 and a sentence; the config stays whole, and the crawl can be resumed', async (t) => {
    const folder = folderFor(t);
    const site = await startSite(web.page);
    t.after(() => site.close());
    const out = path.join(folder, 'crawl');
    const flags = [
      '--seed',
      'http://h0.test/0',
      '--out',
      out,
      '--resolve',
      site.resolve,
      '--allow-private',
      '--delay',
      '0s',
    ];
    const started = await limited(
      'ulimit -f 240',
      ['crawl', 'court law', ...flags, '--workers', '0', '--quiet'],
      folder,
    );
    assert.equal(started.code, exitCodes.fatal, started.stderr);
    assert.match(started.stderr, /^osprey: .*\) The crawl so far is saved\. Fix this and resume the crawl\.\n$/);
    intact(out);
    const config = readFileSync(path.join(out, configName));
    const again = await limited('ulimit -f 0', ['resume', out, '--max-pages', '7', '--quiet'], folder);
    assert.equal(again.code, exitCodes.fatal, again.stderr);
    const never = await limited('ulimit -f 4', ['crawl', 'law', ...flags.slice(0, 2), '--out', `${out}-2`], folder);
    assert.equal(never.code, exitCodes.fatal, never.stderr);
    assert.doesNotMatch(never.stderr, /is saved|resume/);
    assert.deepEqual(readFileSync(path.join(out, configName)), config);
    intact(out);
    assert.equal(await resumed(ringSettings(site, out, { strategy: 'osprey' })), 'frontier-empty');
    intact(out);
    assert.deepEqual(await pagesOf(out), web.urls);

    // The index beside the database cannot be made under this limit, so it has to be there: as long as somebody reads.
    const reader = await openReader(out);
    const file = path.join(folder, 'pages.jsonl');
    const exported = await limited('ulimit -f 1', ['export', out, '--format', 'jsonl', '--out', file], folder);
    assert.equal(exported.code, exitCodes.fatal, exported.stderr);
    assert.match(exported.stderr, /Free some space and try again/);
    assert.equal(existsSync(file), false, 'half a file is left');
    await reader.close();
    const piped = await limited('exec >/dev/full', ['export', out, '--format', 'jsonl'], folder);
    assert.equal(piped.code, exitCodes.fatal, piped.stderr);
    assert.match(piped.stderr, /Free some space and try again/);
  });

  test('at the start says so, with exit code 4, and leaves nothing behind', async (t) => {
    const disk = smallDisk(t, 1 << 20);
    if (disk === undefined) return t.skip(noMounts);
    const site = await startSite(web.page);
    t.after(() => site.close());
    for (const free of [0, 4096, 20_000, 60_000]) {
      disk.fill(free);
      const out = path.join(disk.folder, 'crawl');
      const args = [
        'crawl',
        'court law',
        '--seed',
        'http://h0.test/0',
        '--out',
        out,
        '--delay',
        '0s',
        '--workers',
        '0',
      ];
      const { code, stderr } = await osprey(
        [...args, '--resolve', site.resolve, '--allow-private', '--quiet'],
        disk.folder,
      );
      assert.equal(code, exitCodes.fatal, `${free} bytes free: ${stderr}`);
      assert.match(stderr, /[Nn]o space left|disk-full/);
      disk.empty();
      rmSync(out, { recursive: true, force: true });
    }
  });
});
