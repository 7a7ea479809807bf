import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { startSite } from '../site.js';
import { jsonLines, osprey, temporaryFolder, webFlags } from './osprey.js';
import { smallWeb } from './small-web.js';

const { folder, remove } = temporaryFolder();
after(remove);

test('osprey list shows the crawls of a folder, also where one of them is damaged', async () => {
  assert.match((await osprey(['list'], folder)).stdout, /^No crawls in crawls\. Start one with: osprey crawl/);
  const site = await startSite(smallWeb);
  const start = ['crawl', 'jaguar car', '--seed', 'http://cars.test/', '--max-pages', '2', ...webFlags(site)];
  await osprey(start, folder);
  await site.close();
  mkdirSync(path.join(folder, 'crawls/broken'));
  for (const name of ['crawl.yaml', 'crawl.db']) writeFileSync(path.join(folder, 'crawls/broken', name), 'query: x\n');
  mkdirSync(path.join(folder, 'crawls/other'));
  const { stdout } = await osprey(['list'], folder);
  assert.match(stdout, /^crawl +topic +state +relevant +pages +queue +size +last change$/m);
  assert.match(stdout, /^jaguar-car +jaguar car +max-pages +2 +2 +\d+ /m);
  assert.match(stdout, /^broken +unreadable /m);
  const listed = jsonLines((await osprey(['list', '--json'], folder)).stdout);
  assert.deepEqual(listed.map(({ name }) => name).sort(), ['broken', 'jaguar-car']);
});
