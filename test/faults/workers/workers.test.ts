import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startServer, type TestServer } from '../../store/postgres/test-server.js';
import { faultyCrawl } from './faulty-crawl.js';

let server: TestServer;
before(async () => {
  server = await startServer({ fast: false });
});
after(() => server.stop());

test('workers that are killed, stopped or cut off, with a database that crashes, lose no page, visit none twice and break no delay', async () => {
  const verdict = await faultyCrawl(server, {
    ...{ hosts: 30, pagesOfHost: 8, delay: 400, lease: 1_500, workers: 2, pause: 700, seed: 11 },
    faults: ['kill', 'stop', 'cut', 'database', 'disk', 'kill'],
  });
  const { lost, twice, tooSoon, queued, fenced } = verdict;
  assert.deepEqual({ lost, twice, tooSoon, queued }, { lost: [], twice: [], tooSoon: [], queued: 0 });
  assert.ok(fenced > 0, 'the one that was stopped beyond its lease finds out');
});
