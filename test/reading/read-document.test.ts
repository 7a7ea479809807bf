import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { pageMarkdown } from '../../src/export/page-markdown.js';
import type { Failure } from '../../src/failure.js';
import { pageReader } from '../../src/reading/page-pool.js';
import { readDocument } from '../../src/reading/read-document.js';
import { readingJob } from '../../src/reading/reading-job.js';
import { liveParts } from '../export/live-parts.js';
import { madePdf } from '../page/pdf/made-pdf.js';

const options = { language: 'en', stem: true, phrases: [], reads: ['text', 'mainText'] } as const;
const url = 'http://a.test/osprey.pdf';
const osprey = () =>
  madePdf({ pages: [['The osprey dives for fish.', 'See http://a.test/nests']], info: { Title: 'Osprey' } });
const code = (expected: string) => (failure: Failure) => failure.code === expected;

describe('a document', () => {
  test('that is a PDF is a page like any other, whatever its server calls it', async () => {
    for (const contentType of ['application/pdf', 'text/html', undefined]) {
      const page = await readDocument({ url, body: osprey(), contentType }, options);
      assert.deepEqual([page.contentType, page.title, page.language], ['application/pdf', 'Osprey', 'en']);
      assert.match(page.mainText, /The osprey dives for fish\./);
      assert.deepEqual(
        page.links.map((link) => link.url),
        ['http://a.test/nests'],
      );
      assert.notEqual(page.fingerprint, '');
    }
  });

  test('that is not text is never read as text', async () => {
    const picture = Buffer.from('89504e470d0a1a0a', 'hex');
    for (const contentType of ['text/html', 'image/png', 'application/octet-stream'])
      await assert.rejects(readDocument({ url, body: picture, contentType }, options), code('not-text'));
    const text = Buffer.from('<p>text');
    await assert.rejects(readDocument({ url, body: text, contentType: 'application/zip' }, options), code('not-text'));
    for (const contentType of ['text/html', 'text/plain', 'application/xhtml+xml', 'application/xml'])
      assert.match((await readDocument({ url, body: text, contentType }, options)).text, /text/);
  });

  test('that is a PDF becomes Markdown in which nothing lives', async () => {
    const body = madePdf({ pages: [['# [a](javascript:alert(1)) <script>alert(2)</script>', '- `x` **y**']] });
    const markdown = await pageMarkdown({ url, body, contentType: 'application/pdf' });
    assert.deepEqual(liveParts(markdown), [], markdown);
    assert.match(markdown, /alert\(2\)/);
  });
});

describe('reading threads', () => {
  const job = (body: Uint8Array) =>
    readingJob(url, { status: 200, headers: [['Content-Type', 'application/pdf']], body } as never, 0, 1e7);
  const readers = [pageReader(1, options), pageReader(1, options, 1)];
  after(() => Promise.all(readers.map((reader) => reader.close())));

  test('read PDFs, and name what is wrong with one', async () => {
    const [reader] = readers;
    const [broken, whole] = await Promise.allSettled([
      reader!.run(job(madePdf({ pages: [[]], isEncrypted: true }))),
      reader!.run(job(osprey())),
    ]);
    assert.equal(broken.status === 'rejected' && broken.reason.code, 'pdf-encrypted');
    assert.equal(whole.status === 'fulfilled' && whole.value.page?.title, 'Osprey');
  });

  test('that take too long are ended and replaced; what waited behind is tried again', async () => {
    const slow = () => madePdf({ pages: Array.from({ length: 1_500 }, () => ['x'.repeat(200)]) });
    const [hanging, behind] = await Promise.allSettled([readers[1]!.run(job(slow())), readers[1]!.run(job(osprey()))]);
    assert.equal(hanging.status === 'rejected' && hanging.reason.code, 'page-too-slow');
    assert.deepEqual(behind.status === 'rejected' && [behind.reason.code, behind.reason.policy], [
      'page-worker-died',
      'retry',
    ]);
    // The new thread takes jobs, though this one is again too slow for so little patience.
    await assert.rejects(readers[1]!.run(job(slow())), code('page-too-slow'));
  });
});
