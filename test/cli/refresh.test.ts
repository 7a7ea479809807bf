import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { CrawlOptions } from '../../src/config/options.js';
import { settingsFrom } from '../../src/config/settings.js';
import { Crawl } from '../../src/crawl/crawl.js';
import { configName } from '../../src/store/crawl-folder.js';
import { migrations } from '../../src/store/sqlite/migrations.js';
import { openDatabase } from '../../src/store/sqlite/sqlite-database.js';
import { databaseName } from '../../src/store/sqlite/sqlite-store.js';
import { urlHash } from '../../src/url/hash64.js';
import { html, type Site, startSite } from '../site.js';
import { osprey, startOsprey, temporaryFolder } from './osprey.js';

const words = (name: string) => Array.from({ length: 30 }, (_, index) => `${name}word${index}`).join(' ');
const places = ['/1', '/2', '/3', '/4'];

describe('osprey refresh', () => {
  const { folder, remove } = temporaryFolder();
  let site: Site;
  /** The third request for a page is not answered while this is set. */
  let hang: (() => void) | undefined;

  before(async () => {
    let asked = 0;
    site = await startSite((_, place) => {
      if (place !== '/' && !places.includes(place)) return undefined;
      if (hang !== undefined && ++asked === 3) return hang;
      const links = place === '/' ? places.map((to) => [to, `court ${to}`] as const) : [];
      return html(`Court ${place}`, `court ${words(`p${place.slice(1)}`)}`, links);
    });
    const options = { query: 'court', seed: 'http://a.test/', delay: '5ms', requests: 1, workers: 0 };
    const local = { allowPrivate: true, resolve: site.resolve, out: path.join(folder, 'law'), strategy: 'best-first' };
    const crawl = await Crawl.start(settingsFrom({ options: { ...options, ...local } as CrawlOptions }));
    for await (const _ of crawl.run());
    site.log.length = 0;
  });
  after(async () => {
    await site.close();
    remove();
  });

  const pagesAsked = () => site.log.map(({ path: place }) => place).filter((place) => place !== '/robots.txt');

  test('shows which pages are due, and asks for none', async () => {
    const { code, stdout } = await osprey(['refresh', 'law', '--dry-run', '--older-than', '0s'], folder);
    assert.equal(code, 0);
    assert.match(stdout, /^5 pages would be revisited/);
    assert.deepEqual(pagesAsked(), []);
  });

  test('that is killed goes on, asks for no page twice but the one that was under way, and tells of both runs', async () => {
    const args = ['refresh', 'law', '--older-than', '0s', '--json'];
    const asked = new Promise<void>((resolve) => {
      hang = resolve;
    });
    const killed = startOsprey(args, folder);
    await asked;
    killed.process.kill('SIGKILL');
    await killed.ended;
    hang = undefined;
    const dry = await osprey(['refresh', 'law', '--dry-run'], folder);
    assert.match(
      dry.stdout,
      /is not finished; it must finish before another can start\.\n3 of 5 pages are still to be revisited/,
    );
    const { code, stdout, stderr } = await osprey([...args, '--max-pages', '1'], folder);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /has already chosen its pages; --max-pages and --older-than will apply to the next one/);
    const requests = pagesAsked();
    assert.deepEqual([...new Set(requests)].toSorted(), ['/', ...places]);
    assert.equal(requests.length, 6, 'the third is asked for again');
    assert.equal(requests[3], requests[2]);
    const { event, reason, counts, file } = JSON.parse(stdout.trim().split('\n').at(-1)!);
    assert.deepEqual([event, reason, counts.unchanged, counts.new], ['refresh', 'refreshed', 5, 0]);
    const kept = JSON.parse(readFileSync(file, 'utf8'));
    assert.deepEqual([kept.counts, kept.schedule.pages], [counts, 5]);
  });

  test('tells why nothing is due, and keeps no report of it', async () => {
    // The log of the database stays, empty, until the statements of earlier commands are collected.
    const files = () => readdirSync(path.join(folder, 'law')).filter((name) => !/-(wal|shm)$/.test(name));
    const before = files();
    const { code, stdout, stderr } = await osprey(['refresh', 'law', '--min-relevance', '0.1'], folder);
    assert.equal(code, 0, stderr);
    assert.match(
      stdout,
      /^\nNo page with relevance 0\.1 or more \(--min-relevance\) is due: all were .* 1d ago .*\n\nFresh /,
    );
    assert.doesNotMatch(stdout + stderr, /All of it|visited again|visiting|were chosen/i);
    assert.deepEqual(files(), before);
  });

  test('brings a folder of an older version up to date', async () => {
    mkdirSync(path.join(folder, 'older'));
    copyFileSync(path.join(folder, 'law', configName), path.join(folder, 'older', configName));
    const scripts = migrations.slice(0, 1);
    const db = openDatabase(path.join(folder, 'older', databaseName), { create: true, scripts });
    db.exec("INSERT INTO gate (id, host, fetched) VALUES (1, 'a.test', 1)");
    db.prepare("INSERT INTO url VALUES (1, 1, ?, 'http://a.test/1', 1, '', 0, 0)").run(urlHash('http://a.test/1'));
    db.exec(`INSERT INTO visit (seq, url, agent, level, depth, priority, parent, outcome, reason, fetched_at, status)
      VALUES (1, 1, 0, 1, 0, 1, 0, 'page', '', 1, 200)`);
    db.close();
    const { code, stderr } = await osprey(['refresh', 'older', '--new-pages', '0'], folder);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /Revisiting 1 page /);
  });
});
