import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import type { Failure } from '../../src/failure.js';
import { pageReader } from '../../src/reading/page-pool.js';
import { takeDescriptors } from '../take-descriptors.js';

/**
 * `late`: closes a pool whose answers wait to be heard, since the process was kept busy, as by a locked database. `limited`: has a page
 * read by a thread that may open no file. `inline`: has pages read without a thread, the first when the process may open no file.
 */
const [strain] = process.argv.slice(2);
const reader = pageReader(strain === 'inline' ? 0 : 1, {
  language: 'en',
  stem: true,
  phrases: [],
  productTokens: ['osprey'],
});
const job = (read: boolean) => ({
  exchange: {
    url: 'http://a.test/',
    request: { method: 'GET', headers: [] },
    response: {
      ...{ url: 'http://a.test/', status: 200, statusText: 'OK', httpVersion: '1.1' as const },
      headers: [['content-type', 'text/html']] as [string, string][],
      body: new TextEncoder().encode('<p>the courts of law were sitting in the old town hall</p>'),
    },
    fetchedAt: 0,
  },
  ...{ archive: !read, read, maxPageBytes: 1_000 },
});
if (strain === 'inline') {
  const release = takeDescriptors();
  const { code, policy } = await reader.run(job(true)).then(
    () => assert.fail(),
    (thrown: Failure) => thrown,
  );
  process.stdout.write(`${code} ${policy} `);
  release();
}
await reader.run(job(false));
if (strain === 'late') {
  reader.run(job(true)).catch(() => undefined);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
} else {
  if (strain === 'limited') spawnSync('prlimit', ['--pid', String(process.pid), '--nofile=15:']);
  const { page } = await reader.run(job(true));
  process.stdout.write(`${page?.language} `);
}
await reader.close();
process.stdout.write('closed');
