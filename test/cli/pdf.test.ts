import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { madePdf } from '../page/pdf/made-pdf.js';
import { html, type SitePage, startSite } from '../site.js';
import { jsonLines, osprey, temporaryFolder, webFlags } from './osprey.js';

const { folder, remove } = temporaryFolder();
after(remove);

const pdf =
  (body: Uint8Array, type = 'application/pdf'): SitePage =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': type }).end(body);

test('PDFs of a crawl are found, judged, followed, exported and searched; hostile ones end as a named reason', async (t) => {
  const info = { Title: 'Jaguar car manual', Author: 'Ada Ford', CreationDate: 'D:20240504', ModDate: 'D:20250607' };
  const lines = ['The jaguar car has a gearbox with four gears,', 'as a sports car of its time: a jaguar car.'];
  const manual = madePdf({
    pages: [lines, ['The carburettor of the jaguar car.']],
    info,
    links: ['http://cars.test/behind.html'],
  });
  const locked = madePdf({ pages: [lines], isEncrypted: true });
  const links = ['manual.pdf', 'locked.pdf', 'cut.pdf', 'bomb.pdf', 'unnamed', 'picture.pdf'];
  const site = await startSite({
    'cars.test/': html(
      'Jaguar car',
      'All about the jaguar car.',
      links.map((name) => [`/${name}`, 'jaguar car'] as const),
    ),
    'cars.test/manual.pdf': pdf(manual),
    'cars.test/locked.pdf': pdf(locked),
    'cars.test/cut.pdf': pdf(manual.slice(0, 400)),
    'cars.test/bomb.pdf': pdf(madePdf({ pages: [[]], forms: { times: 10, depth: 6 } })),
    // What servers call it does not matter.
    'cars.test/unnamed': pdf(madePdf({ pages: [['The engine of a jaguar car, and its pistons.']] }), 'text/html'),
    'cars.test/picture.pdf': pdf(Buffer.from('89504e470d0a1a0a', 'hex'), 'text/html'),
    'cars.test/behind.html': html('Behind', 'A jaguar car that only the manual names.'),
  });
  t.after(() => site.close());
  const crawl = ['crawl', 'jaguar car', '--seed', 'http://cars.test/', '--out', 'cars', '--near-duplicates', 'off'];
  const ended = await osprey([...crawl, '--no-report', ...webFlags(site)], folder);
  assert.equal(ended.code, 0, ended.stderr);
  const records = jsonLines(
    (await osprey(['export', 'cars', '--format', 'jsonl', '--all', '--text', '--markdown'], folder)).stdout,
  );
  const found = new Map(records.map((record) => [String(record.url).slice('http://cars.test/'.length), record]));
  const { title, author, published, modified, text, relevant, markdown } = found.get('manual.pdf')!;
  assert.deepEqual(
    [title, author, published, modified, relevant],
    ['Jaguar car manual', 'Ada Ford', '2024-05-04', '2025-06-07', true],
  );
  assert.match(String(text), /gearbox with four gears, as a sports car/);
  assert.match(String(markdown), /The carburettor of the jaguar car/);
  assert.match(String(found.get('unnamed')?.text), /pistons/);
  assert.equal(found.get('behind.html')?.parent, 'http://cars.test/manual.pdf');
  const reasons = ['locked.pdf', 'cut.pdf', 'bomb.pdf', 'picture.pdf'].map((name) => found.get(name)?.reason);
  assert.deepEqual(reasons, ['pdf-encrypted', 'pdf-broken', 'pdf-too-large', 'not-text']);
  assert.match((await osprey(['search', 'cars', 'carburettor'], folder)).stdout, /manual\.pdf/);
  const rejudged = await osprey(['rejudge', 'cars', 'carburettor'], folder);
  assert.equal(rejudged.code, 0, rejudged.stderr);
  const [best] = jsonLines((await osprey(['export', 'cars', '--format', 'jsonl', '--ranked'], folder)).stdout);
  assert.equal(best?.url, 'http://cars.test/manual.pdf');
});
