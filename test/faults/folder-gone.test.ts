import assert from 'node:assert/strict';
import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { Crawl } from '../../src/crawl/crawl.js';
import { startSite } from '../site.js';
import { intact } from './intact.js';
import { ended, folderFor, pagesOf, resumed, ringSettings, ringWeb } from './ring-web.js';

test('a folder that is removed while it is crawled ends the crawl at the next commit', async (t) => {
  const web = ringWeb(3, 200);
  const site = await startSite(web.page);
  t.after(() => site.close());
  const out = path.join(folderFor(t), 'crawl');
  const crawl = await Crawl.start(ringSettings(site, out));
  let last = 0;
  const onVisit = (visits: number) => {
    last = visits;
    if (visits === 20) rmSync(out, { recursive: true });
  };
  await assert.rejects(ended(crawl, onVisit), { code: 'folder-gone', policy: 'fatal' });
  assert.ok(last < web.urls.length, `${last} visits`);
});

test('a folder that is moved away and brought back goes on', async (t) => {
  const web = ringWeb(3, 20);
  const site = await startSite(web.page);
  t.after(() => site.close());
  const out = path.join(folderFor(t), 'crawl');
  const settings = ringSettings(site, out);
  const crawl = await Crawl.start(settings);
  const onVisit = (visits: number) => {
    if (visits === 10) renameSync(out, `${out}-away`);
  };
  await assert.rejects(ended(crawl, onVisit), { code: 'folder-gone' });
  renameSync(`${out}-away`, out);
  intact(out);
  assert.equal(await resumed(settings), 'frontier-empty');
  assert.deepEqual(await pagesOf(out), web.urls);
});
