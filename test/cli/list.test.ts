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

test('osprey list shows crawls that lie a folder deeper, as those of a demo, by the way to them', async () => {
  const { folder: home, remove: removeHome } = temporaryFolder();
  after(removeHome);
  const site = await startSite(smallWeb);
  const start = ['crawl', 'jaguar car', '--seed', 'http://cars.test/', '--max-pages', '2', ...webFlags(site)];
  for (const strategy of ['breadth-first', 'best-first'])
    await osprey([...start, '--strategy', strategy, '--out', `crawls/demo-cars/${strategy}`], home);
  await site.close();
  const listed = jsonLines((await osprey(['list', '--json'], home)).stdout);
  assert.deepEqual(listed.map(({ name }) => name).sort(), ['demo-cars/best-first', 'demo-cars/breadth-first']);
  assert.match((await osprey(['list'], home)).stdout, /^demo-cars\/best-first +jaguar car +max-pages +2 +2 /m);
  // What is listed can be named: the folder itself, or one of the crawls.
  const within = jsonLines((await osprey(['list', 'crawls/demo-cars', '--json'], home)).stdout);
  assert.deepEqual(within.map(({ name }) => name).sort(), ['best-first', 'breadth-first']);
});

test('osprey list refuses a folder that is not there, and tells of one that is empty', async () => {
  mkdirSync(path.join(folder, 'empty'));
  writeFileSync(path.join(folder, 'file'), '');
  assert.match((await osprey(['list', 'empty'], folder)).stdout, /^No crawls in empty\. Start one with: osprey crawl/);
  for (const name of ['crwals', 'file']) {
    const { code, stdout, stderr } = await osprey(['list', name], folder);
    assert.deepEqual([code, stdout], [2, '']);
    assert.equal(stderr, `osprey: There is no folder ${name}; give one that holds crawls.\n`);
  }
});
