import assert from 'node:assert/strict';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { UsageError } from '../../src/failure.js';
import { launchCrawl, launchResume } from '../../src/launch/launch-crawl.js';
import { status } from '../../src/library/status.js';
import { temporaryFolder } from '../cli/osprey.js';
import { smallWeb } from '../cli/small-web.js';
import { startSite } from '../site.js';

const { folder, remove } = temporaryFolder();
const site = await startSite(smallWeb);
after(async () => {
  await site.close();
  remove();
});

const options = {
  query: 'jaguar car',
  seed: ['http://cars.test/'],
  resolve: [site.resolve],
  allowPrivate: true,
  delay: '0s',
  workers: 0,
};

describe('a crawl launched in a process of its own', () => {
  test('can be read as soon as it is launched, runs to its end, and goes on', async () => {
    const out = path.join(folder, 'cars');
    const launched = await launchCrawl({ ...options, maxPages: 3 }, out);
    assert.ok(launched.pid !== process.pid);
    assert.equal(typeof (await status(out)).pages, 'number');
    assert.equal(await launched.ended, 0);
    assert.equal((await status(out)).pages, 3);
    const resumed = await launchResume(out);
    assert.equal(await resumed.ended, 0);
  });

  test('that cannot start says why, as the command would', async () => {
    const wrong = launchCrawl({ ...options, maxPages: 'many', query: '--help' }, path.join(folder, 'wrong'));
    await assert.rejects(wrong, (thrown) => thrown instanceof UsageError && /maxPages/.test(thrown.message));
  });
});
