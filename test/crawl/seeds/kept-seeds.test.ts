import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { settingsFrom } from '../../../src/config/settings.js';
import { Crawl } from '../../../src/crawl/crawl.js';
import { saveConfig } from '../../../src/crawl/save-config.js';
import { keepMoreSeeds, keepSeeds, keptSeeds } from '../../../src/crawl/seeds/kept-seeds.js';
import { urlset } from '../../lists/made-lists.js';
import { html, startSite } from '../../site.js';

test('a crawl that was killed before it had its seeds starts from those it kept, and asks nobody again', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-kept-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const site = await startSite({
    'news.test/': html('Court news', 'court news of today'),
    'web.test/': html('Court', 'the court of law'),
    'own.test/': html('Own', 'my own court'),
    'own.test/later': html('Later', 'another court of my own'),
  });
  t.after(() => site.close());
  const out = path.join(folder, 'crawl');
  const settings = settingsFrom({
    options: {
      ...{ query: 'court', sources: 'searxng', sourceUrl: { searxng: 'http://search.test' }, out },
      ...{ seed: 'http://own.test/', header: { Cookie: 'a=b' }, delay: '0s', workers: 0 },
      ...{ resolve: site.resolve, allowPrivate: true },
    },
  });
  // As far as a crawl comes before it opens its database.
  mkdirSync(out);
  saveConfig(out, settings);
  const found = (genre: 'web' | 'news') => [{ source: 'searxng', genre, rank: 1 }];
  keepSeeds(out, 'court', [
    { url: 'http://own.test/', score: 1, found: [] },
    { url: 'http://web.test/', score: 1, genre: 'web', found: found('web') },
    { url: 'http://news.test/', score: 0.5, genre: 'news', found: found('news') },
  ]);
  assert.deepEqual(
    keptSeeds(settings)?.map(({ url, found: by }) => [url, by.length]),
    [
      ['http://own.test/', 0],
      ['http://web.test/', 1],
      ['http://news.test/', 1],
    ],
  );

  const more = [{ url: 'http://own.test/later', score: 2, found: [] }];
  const crawl = await Crawl.resume(settings, settings, more);
  assert.match(
    readFileSync(path.join(out, 'seeds.txt'), 'utf8'),
    / news {2}# searxng 1\n# Added when the crawl went on:\nhttp:\/\/own\.test\/later 2\n$/,
  );
  const agents = await crawl.store.directory.agents();
  assert.deepEqual(
    agents.map(({ segment, seeds }) => [segment, seeds]),
    [
      ['web', 3],
      ['news', 1],
    ],
  );
  const visits = new Map<string, number>();
  for await (const { url, agent } of crawl.run()) visits.set(url, agent);
  assert.deepEqual(
    [...visits].sort(([a], [b]) => (a < b ? -1 : 1)),
    [
      ['http://news.test/', 1],
      ['http://own.test/', 0],
      ['http://own.test/later', 0],
      ['http://web.test/', 0],
    ],
  );
  assert.ok(!site.log.some(({ host }) => host === 'search.test'));
  const withCookie = site.log.filter(({ headers }) => headers.cookie !== undefined).map(({ host }) => host);
  assert.deepEqual([...new Set(withCookie)], ['own.test'], 'what sources named is still not what the user named');
});

test('seeds that come later are added once to the list of the crawl, and to nobody else’s', (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-kept-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'seeds.txt');
  const seed = (name: string) => ({ url: `http://${name}.test/`, score: 1, found: [] });
  keepMoreSeeds(folder, 'court', [seed('a')]);
  assert.equal(readdirSync(folder).length, 0, 'of what the user gives, none is kept where there was none');
  const found = [{ source: 'searxng', genre: 'web' as const, rank: 1 }];
  keepMoreSeeds(folder, 'court', [{ ...seed('a'), found }]);
  assert.match(
    readFileSync(file, 'utf8'),
    /^# Kept by the crawl .*\n# Pages to start from for: court\n.*\n# Added .*\nhttp:\/\/a\.test\/ 1 {2}# searxng 1\n$/,
  );

  keepSeeds(folder, 'court', [seed('a')]);
  const before = readFileSync(file, 'utf8').trimEnd();
  // As an editor may leave it.
  writeFileSync(file, before);
  keepMoreSeeds(folder, 'court', [seed('a')]);
  assert.equal(readFileSync(file, 'utf8'), before);
  keepMoreSeeds(folder, 'court', [seed('a'), seed('b')]);
  assert.equal(readFileSync(file, 'utf8'), `${before}\n# Added when the crawl went on:\nhttp://b.test/ 1\n`);

  writeFileSync(file, 'http://mine.test/\n');
  keepMoreSeeds(folder, 'court', [seed('b')]);
  assert.equal(readFileSync(file, 'utf8'), 'http://mine.test/\n');
});

test('a crawl that starts from lists keeps its seeds too, whether it has a query or not', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-kept-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const map = path.join(folder, 'map.xml');
  writeFileSync(map, urlset('http://127.0.0.1:9/a'));
  const out = path.join(folder, 'crawl');
  const contentTerms = 'court';
  const options = { contentTerms, strategy: 'genre', genre: 'news', sitemap: map, out, workers: 0 } as const;
  const crawl = await Crawl.start(settingsFrom({ options: { ...options, allowPrivate: true, retries: 0 } }));
  for await (const _ of crawl.run());
  assert.match(
    readFileSync(path.join(out, 'seeds.txt'), 'utf8'),
    /^# Kept .*\n# Pages to start from\n.*\nhttp:\/\/127\.0\.0\.1:9\/a 1 web {2}# sitemap 1\n$/,
  );
});
