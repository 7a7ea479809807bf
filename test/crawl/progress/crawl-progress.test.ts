import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { explained } from '../../../src/cli/commands/why/run.js';
import { settingsFrom } from '../../../src/config/settings.js';
import { Crawl } from '../../../src/crawl/crawl.js';
import { VirtualClock } from '../../../src/lab/runs/virtual-clock.js';
import { folderFor } from '../../faults/ring-web.js';

test('while all hosts are quiet it is told until when, of the crawl and of a URL', async (t) => {
  const out = path.join(folderFor(t), 'crawl');
  const seed = ['http://a.test/', 'http://b.test/'];
  const quietHours = { 'a.test': '00:00-24:00', 'b.test': '08:00-18:00' };
  const settings = settingsFrom({ options: { query: 'law', seed, quietHours, out, workers: 0 } });
  const at = (hour: number) => Date.UTC(2026, 10, 16, hour);
  const clock = new VirtualClock(at(9));
  const crawl = await Crawl.start(settings, { clock });
  assert.equal((await crawl.progress()).waitsUntil, at(18));
  crawl.stop();
  for await (const _ of crawl.run());
  assert.match(
    await explained(out, 'http://a.test/'),
    /^Its host is not visited until 20\d\d-\d\d-\d\d 00:00 UTC \(--quiet-hours\)\.$/m,
  );
  assert.match(JSON.parse(await explained(out, 'http://a.test/', true)).quietUntil, /T00:00:00\.000Z$/);
});
