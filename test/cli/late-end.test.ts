import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startSite } from '../site.js';
import { temporaryFolder } from './osprey.js';
import { smallWeb } from './small-web.js';

const { folder, remove } = temporaryFolder();
after(remove);
const noLimits = spawnSync('prlimit', ['--version']).status !== 0 && 'there is no prlimit here';

test('want of descriptors at the first page does not cost a crawl its results', { skip: noLimits }, async (t) => {
  const site = await startSite(smallWeb);
  t.after(() => site.close());
  const program = fileURLToPath(new URL('./late-end.js', import.meta.url));
  const out = path.join(folder, 'crawl');
  const child = spawn(process.execPath, [program, site.resolve, out], { stdio: ['ignore', 'inherit', 'pipe'] });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  assert.deepEqual([stderr, code], ['', 0]);
  for (const name of ['ranked.csv', 'report.html']) assert.ok(existsSync(path.join(out, name)), name);
});
