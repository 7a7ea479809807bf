import assert from 'node:assert/strict';
import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { FolderBodies } from '../../src/archive/bodies/folder-bodies.js';
import { Crawl } from '../../src/crawl/crawl.js';
import { Failure, UsageError } from '../../src/failure.js';
import { PageIndex, searchIndexName } from '../../src/search/page-index.js';
import { configName } from '../../src/store/crawl-folder.js';
import { openReader } from '../../src/store/open-reader.js';
import { databaseName } from '../../src/store/sqlite/sqlite-store.js';
import { startSite } from '../site.js';
import { statusOf } from '../store/folder-views.js';
import { intact } from './intact.js';
import { ended, folderFor, pagesOf, resumed, ringSettings, ringWeb } from './ring-web.js';

const web = ringWeb(4, 10);

/** Another process that holds the database of the crawl, for so long or until it is killed. */
async function lockHolder(t: TestContext, folder: string, ms?: number): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('hold-lock.js', import.meta.url));
  const holder = fork(script, [path.join(folder, databaseName), ...(ms === undefined ? [] : [String(ms)])]);
  t.after(() => holder.kill('SIGKILL'));
  await once(holder, 'message');
  return holder;
}

describe('a database that another program keeps locked', () => {
  test('for a moment is waited for', async (t) => {
    const site = await startSite(web.page);
    t.after(() => site.close());
    const out = path.join(folderFor(t), 'crawl');
    const crawl = await Crawl.start(ringSettings(site, out));
    const reason = await ended(crawl, async (visits) => {
      if (visits === 10) await lockHolder(t, out, 1_500);
    });
    assert.equal(reason, 'frontier-empty');
    intact(out);
    assert.deepEqual(await pagesOf(out), web.urls);
  });

  test('for good ends the crawl, which says so and goes on when it is free', async (t) => {
    const site = await startSite(web.page);
    t.after(() => site.close());
    const out = path.join(folderFor(t), 'crawl');
    const settings = ringSettings(site, out);
    let holder: ChildProcess | undefined;
    const crawl = ended(await Crawl.start(settings), async (visits) => {
      if (visits === 10) holder = await lockHolder(t, out);
    });
    const isLocked = (thrown: unknown) =>
      thrown instanceof Failure &&
      thrown.code === 'database-locked' &&
      /crawl\.db locked; close it/.test(thrown.message);
    await assert.rejects(crawl, isLocked);
    holder!.kill('SIGKILL');
    await once(holder!, 'exit');
    intact(out);
    assert.ok((await pagesOf(out)).length >= 9);
    assert.equal(await resumed(settings), 'frontier-empty');
    intact(out);
    assert.deepEqual(await pagesOf(out), web.urls);
  });
});

/** The folder as it is seen through a mount that nobody can write to; undefined where there can be none. */
function readOnly(t: TestContext, folder: string): string | undefined {
  if (process.getuid?.() !== 0) {
    chmodSync(folder, 0o555);
    t.after(() => chmodSync(folder, 0o755));
    return folder;
  }
  const view = mkdtempSync(path.join(tmpdir(), 'osprey-view-'));
  const mount = (...args: readonly string[]) => spawnSync(args[0]!, args.slice(1)).status === 0;
  t.after(() => {
    mount('umount', '-l', view);
    rmdirSync(view);
  });
  return mount('mount', '--bind', folder, view) && mount('mount', '-o', 'remount,bind,ro', view) ? view : undefined;
}

/** Brings the index of the crawl up to date: how many pages that took, and how many are in it. */
async function indexOf(folder: string): Promise<{ taken: number; pages: number }> {
  const { records, close } = await openReader(folder);
  const index = PageIndex.open(folder, 'en');
  try {
    const taken = await index.update(records, new FolderBodies(folder), undefined, 0);
    return { taken, pages: index.size().pages };
  } finally {
    index.close();
    await close();
  }
}

describe('a folder that cannot be written', () => {
  const isUnwritable = (thrown: unknown) =>
    thrown instanceof UsageError &&
    thrown.code === 'folder-unwritable' &&
    /^Cannot write to the folder/.test(thrown.message);

  test('can be read: status and pages are told, resuming is refused with a reason', async (t) => {
    const site = await startSite(web.page);
    t.after(() => site.close());
    const out = path.join(folderFor(t), 'crawl');
    const settings = ringSettings(site, out, { maxPages: 5 });
    assert.equal(await ended(await Crawl.start(settings)), 'max-pages');
    const pages = await pagesOf(out);
    const view = readOnly(t, out);
    if (view === undefined) return t.skip('nothing can be mounted here');
    intact(view);
    assert.deepEqual(await pagesOf(view), pages);
    const { running, stopReason } = statusOf(view, settings);
    assert.deepEqual([running, stopReason], [false, 'max-pages']);
    await assert.rejects(resumed({ ...settings, out: view }), isUnwritable);
    await assert.rejects(Crawl.start({ ...settings, out: path.join(view, 'another') }), isUnwritable);
    intact(view);
  });

  test('can be searched, whether it was before or not', async (t) => {
    const site = await startSite(web.page);
    t.after(() => site.close());
    const [out, searched] = [path.join(folderFor(t), 'crawl'), path.join(folderFor(t), 'crawl')];
    await ended(await Crawl.start(ringSettings(site, out, { maxPages: 5 })));
    cpSync(out, searched, { recursive: true });
    assert.deepEqual(await indexOf(searched), { taken: 5, pages: 5 });
    const [view, searchedView] = [readOnly(t, out), readOnly(t, searched)];
    if (view === undefined || searchedView === undefined) return t.skip('nothing can be mounted here');
    assert.deepEqual(await indexOf(view), { taken: 5, pages: 5 });
    assert.equal(existsSync(path.join(out, searchIndexName)), false);
    assert.deepEqual(await indexOf(searchedView), { taken: 0, pages: 5 }, 'what was indexed is not indexed again');
  });

  test('of a crawl that was killed has to be copied to be read, and that is said', async (t) => {
    const site = await startSite(web.page);
    t.after(() => site.close());
    const [out, copy] = [path.join(folderFor(t), 'crawl'), path.join(folderFor(t), 'copy')];
    await ended(await Crawl.start(ringSettings(site, out)), (visits) => {
      if (visits !== 20) return;
      // As a kill leaves it: with a log that is not yet in the database.
      mkdirSync(copy);
      for (const name of [databaseName, `${databaseName}-wal`, configName])
        copyFileSync(path.join(out, name), path.join(copy, name));
    });
    const view = readOnly(t, copy);
    if (view === undefined) return t.skip('nothing can be mounted here');
    await assert.rejects(
      openReader(view),
      (thrown) => thrown instanceof UsageError && /copy the folder/.test(thrown.message),
    );
  });
});

test('a database that cannot be opened for want of descriptors is not said to be in the wrong place', (t) => {
  const folder = folderFor(t);
  const database = new URL('../../src/store/sqlite/sqlite-database.js', import.meta.url).href;
  const script = `
    import { openSync } from 'node:fs';
    import { openDatabase } from ${JSON.stringify(database)};
    try { for (;;) openSync('/dev/null', 'r'); } catch {}
    try { openDatabase(${JSON.stringify(path.join(folder, 'crawl.db'))}, { create: true }); }
    catch (thrown) { console.log(thrown.code, thrown.policy, thrown.message); }`;
  const limited = ['-c', 'ulimit -n 80; exec "$0" "$@"', process.execPath, '--input-type=module', '-e', script];
  const { stdout } = spawnSync('sh', limited, { encoding: 'utf8' });
  assert.match(stdout, /^database-io fatal .*too many files are open\. Raise the limit/);
});
