import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { SeedSearch } from '../../src/cli/commands/seeds/seed-search.js';
import { settingsFrom } from '../../src/config/settings.js';

/** What is written to a log, while time passes only as the test says. */
function logOf(t: TestContext): string[] {
  const written: string[] = [];
  t.mock.timers.enable({ apis: ['setInterval', 'Date'] });
  t.mock.method(process.stderr, 'write', (text: string) => written.push(text) > 0);
  return written;
}

test('a log tells every five seconds who is waited for, until the search ends', (t) => {
  const written = logOf(t);
  const search = new SeedSearch(settingsFrom({ options: { query: 'jaguar car' } }));
  search.onWaiting(['a.test', 'b.test']);
  t.mock.timers.tick(5_000);
  search.onWaiting(['1', '2', '3', '4', '5', '6', '7'].map((name) => `${name}.test`));
  t.mock.timers.tick(5_000);
  search.onWaiting([]);
  t.mock.timers.tick(5_000);
  search.onWaiting(['a.test']);
  search.end();
  t.mock.timers.tick(60_000);
  assert.deepEqual(written, [
    'Asking sources for seeds …\n',
    'Waiting for a.test, b.test … 5 s\n',
    'Waiting for 1.test, 2.test, 3.test, 4.test, 5.test, 2 more … 10 s\n',
  ]);
});

test('nothing is said where pages are given, and nobody has to be asked', (t) => {
  const written = logOf(t);
  new SeedSearch(settingsFrom({ options: { query: 'jaguar car', seed: 'http://a.test/' } })).end();
  assert.deepEqual(written, []);
});
