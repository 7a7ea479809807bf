import { pageReader } from '../../src/reading/page-pool.js';

/** Closes a pool whose answers wait to be heard: nothing was heard while the process was kept busy, as by a locked database. */
const reader = pageReader(1, { language: 'en', stem: false, phrases: [], productTokens: ['osprey'] });
const job = () => ({
  exchange: {
    url: 'http://a.test/',
    request: { method: 'GET', headers: [] },
    response: {
      ...{ url: 'http://a.test/', status: 200, statusText: 'OK', httpVersion: '1.1' as const },
      headers: [['content-type', 'text/html']] as [string, string][],
      body: new TextEncoder().encode('<p>court</p>'),
    },
    fetchedAt: 0,
  },
  ...{ archive: false, read: true as const, maxPageBytes: 1_000 },
});
await reader.run(job());
reader.run(job()).catch(() => undefined);
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
await reader.close();
process.stdout.write('closed');
