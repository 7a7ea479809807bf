import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { smallWeb, visited } from '../cli/small-web.js';
import { startSite } from '../site.js';

const program = fileURLToPath(new URL('../../examples/collect-pages.js', import.meta.url));
const run = promisify(execFile);

test('the example of the library collects the pages about a topic', async (t) => {
  const site = await startSite(smallWeb);
  t.after(() => site.close());
  const env = { ...process.env, RESOLVE: site.resolve };
  const { stdout, stderr } = await run(process.execPath, [program, 'jaguar car', 'http://cars.test/', '8'], { env });
  assert.equal(stderr, '');
  assert.match(stdout, /^0\.\d\d {2}Jaguar cars {2}http:\/\/cars\.test\/\n {6}Jaguar cars/m);
  assert.match(stdout, /\n\d of 8 pages are about "jaguar car" \(max-pages\)\.\n$/);
  assert.equal(visited(site)[0], 'cars.test/');
});

test('the example names what is wrong with its arguments', async () => {
  await assert.rejects(run(process.execPath, [program, 'jaguar car', 'not a url']), {
    code: 2,
    stderr: /^seed: must be an http or https URL/,
  });
});
