import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { type SitePage, startSite } from '../site.js';
import { jsonLines, osprey, temporaryFolder, webFlags } from './osprey.js';

const { folder, remove } = temporaryFolder();
after(remove);

const page =
  (head: string, headers: Record<string, string> = {}): SitePage =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', ...headers });
    response.end(`<html><head><title>Jaguar car</title>${head}</head><body><p>A jaguar car, a sports car: jaguar car.</p>
      <a href="/meta.html">jaguar car meta</a> <a href="/header.html">jaguar car header</a> <a href="/site.html">jaguar car site</a>
      <a href="/plain.html">jaguar car plain</a> <p>${head.length} ${Object.keys(headers)}</p></body></html>`);
  };

const text =
  (type: string, body: string): SitePage =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': type });
    response.end(body);
  };

test('rights are recorded with each page, counted, exported, and respected where that is asked for', async () => {
  const site = await startSite({
    'cars.test/robots.txt': text('text/plain', 'User-agent: *\nContent-Signal: search=yes\nAllow: /\n'),
    'cars.test/.well-known/tdmrep.json': text('application/json', '[{"location":"/site.html","tdm-reservation":1}]'),
    'cars.test/': page('<link rel="license" href="https://creativecommons.org/licenses/by/4.0/">'),
    'cars.test/meta.html': page('<meta name="robots" content="noai">'),
    'cars.test/header.html': page('', { 'tdm-reservation': '1', 'tdm-policy': 'https://cars.test/policy' }),
    'cars.test/site.html': page('<script type="application/ld+json">{"license":"CC0"}</script>'),
    'cars.test/plain.html': page('<!-- nothing -->'),
  });
  const crawl = ['crawl', 'jaguar car', '--seed', 'http://cars.test/', '--out', 'cars', '--near-duplicates', 'off'];
  const ended = await osprey([...crawl, '--quiet', '--respect-reservations', ...webFlags(site)], folder);
  await site.close();
  assert.deepEqual([ended.code, ended.stderr], [0, '']);
  const all = await osprey(['export', 'cars', '--format', 'jsonl', '--no-respect-reservations'], folder);
  const records = new Map(
    jsonLines(all.stdout).map((record) => [String(record.url).slice('http://cars.test'.length), record]),
  );
  const said = (name: string) => {
    const { licence, reserved, rights } = records.get(name)!;
    return [licence, reserved, rights];
  };
  assert.deepEqual(said('/'), ['https://creativecommons.org/licenses/by/4.0/', false, ['search=yes']]);
  assert.deepEqual(said('/meta.html'), [null, true, ['noai', 'search=yes']]);
  assert.deepEqual(said('/header.html'), [
    null,
    true,
    ['tdm=reserved', 'tdm-policy=https://cars.test/policy', 'search=yes'],
  ]);
  assert.deepEqual(said('/site.html'), ['CC0', true, ['tdm=reserved', 'search=yes']]);
  assert.deepEqual(said('/plain.html'), [null, false, ['search=yes']]);
  const kept = await osprey(['export', 'cars', '--format', 'urls'], folder);
  assert.deepEqual(kept.stdout.trim().split('\n').sort(), ['http://cars.test/', 'http://cars.test/plain.html']);
  assert.equal(kept.stderr, 'Left out (reserved): 3 pages; see docs/rights.md.\n');
  assert.equal(readFileSync(path.join(folder, 'cars/ranked.csv'), 'utf8').trim().split('\r\n').length, 3);
  const { stdout } = await osprey(['status', 'cars'], folder);
  assert.match(stdout, /^Rights +3 pages reserved \(search=yes 5, tdm=reserved 2, noai 1\), 2 with a licence$/m);
});
