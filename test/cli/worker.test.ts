import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { exitCodes } from '../../src/cli/exit-codes.js';
import { osprey, temporaryFolder } from './osprey.js';

const { folder, remove } = temporaryFolder();
after(remove);

test('a worker that never reached its database does not say that anything is saved', async () => {
  // Nobody listens at port 1.
  const { code, stderr } = await osprey(['worker', 'postgres://osprey@127.0.0.1:1/crawls', '--name', 'cars'], folder);
  assert.equal(code, exitCodes.fatal, stderr);
  assert.match(stderr, /\(database-unreachable\)/);
  assert.doesNotMatch(stderr, /saved|resume/);
});
