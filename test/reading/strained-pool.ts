import { spawnSync } from 'node:child_process';
import { pageReader } from '../../src/reading/page-pool.js';

/**
 * `late`: closes a pool whose answers wait to be heard, since the process was kept busy, as by a locked database. `limited`: has a page
 * read by a thread that may open no file.
 */
const [strain] = process.argv.slice(2);
const reader = pageReader(1, { language: 'en', stem: true, phrases: [], productTokens: ['osprey'] });
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
await reader.run(job(false));
if (strain === 'late') {
  reader.run(job(true)).catch(() => undefined);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
} else {
  spawnSync('prlimit', ['--pid', String(process.pid), '--nofile=15:']);
  const { page } = await reader.run(job(true));
  process.stdout.write(`${page?.language} `);
}
await reader.close();
process.stdout.write('closed');
