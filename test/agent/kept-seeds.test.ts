import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { Crawl } from '../../src/agent/crawl.js';
import { keepSeeds, keptSeeds } from '../../src/agent/kept-seeds.js';
import { saveConfig } from '../../src/agent/save-config.js';
import { settingsFrom } from '../../src/config/settings.js';
import { html, startSite } from '../site.js';

test('a crawl that was killed before it had its seeds starts from those it kept, and asks nobody again', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-kept-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const site = await startSite({
    'news.test/': html('Court news', 'court news of today'),
    'web.test/': html('Court', 'the court of law'),
    'own.test/': html('Own', 'my own court'),
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

  const crawl = await Crawl.resume(settings, settings, []);
  const agents = await crawl.store.directory.agents();
  assert.deepEqual(
    agents.map(({ segment, seeds }) => [segment, seeds]),
    [
      ['web', 2],
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
      ['http://web.test/', 0],
    ],
  );
  assert.ok(!site.log.some(({ host }) => host === 'search.test'));
  const withCookie = site.log.filter(({ headers }) => headers.cookie !== undefined).map(({ host }) => host);
  assert.deepEqual([...new Set(withCookie)], ['own.test'], 'what sources named is still not what the user named');
});
