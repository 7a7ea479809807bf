import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { explained } from '../../src/cli/commands/why/run.js';
import { settingsFrom } from '../../src/config/settings.js';
import { html, type LogLine, redirect, type SitePage, startSite } from '../site.js';
import { temporaryFolder } from '../store/temporary-store.js';
import { crawled } from './attacked-crawl.js';

const secrets = { Cookie: 'sid=s3cret-cookie', Authorization: 'Bearer s3cret-bearer', 'X-Api-Key': 's3cret-key' };

/** All that a crawl left on the disk, archives unpacked. */
function everyFileIn(folder: string): string {
  return readdirSync(folder)
    .map((name) => readFileSync(path.join(folder, name)))
    .map((bytes) => (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('latin1'))
    .join('\n');
}

const carries = ({ headers }: LogLine) => ['cookie', 'authorization', 'x-api-key'].filter((name) => name in headers);

test("the user's secrets go to the origin they were given for, and into nothing that is written", async (t) => {
  const folder = path.join(temporaryFolder(t), 'crawl');
  const cars = (links: readonly (readonly [string, string])[] = []) => html('Jaguar car', 'A jaguar car.', links);
  const others = ['other.test', 'sub.own.test', 'own.test:8081', 'own.test.evil.test', 'own.testing'];
  const site = await startSite({
    'own.test/': cars([
      ...others.map((host) => [`http://${host}/`, 'jaguar car'] as const),
      ['/away', 'jaguar car'],
      ['http://user:hunter2@other.test/login', 'jaguar car'],
      ['http://own.test@evil.test/', 'jaguar car'],
      ['http://evil.test/http://own.test/', 'jaguar car'],
    ]),
    'own.test/away': redirect('http://other.test/arrived', 307),
    'own.test/robots.txt': redirect('http://robots.test/rules'),
    ...Object.fromEntries(others.map((host) => [`${host}/`, cars()])),
  });
  t.after(() => site.close());
  const web = { allowPrivate: true, resolve: site.resolve };
  await crawled({ ...web, seed: 'http://own.test/', header: secrets, out: folder, maxDepth: 2 });

  const told = site.log.filter((line) => carries(line).length > 0);
  assert.deepEqual([...new Set(told.map(({ host }) => host))], ['own.test']);
  assert.ok(told.every((line) => carries(line).length === 3));
  const hosts = new Set(site.log.map(({ host }) => host));
  for (const host of [...others, 'evil.test', 'robots.test']) assert.ok(hosts.has(host), `${host} was asked, without`);
  assert.ok(site.log.some(({ host, path: at }) => host === 'other.test' && at === '/arrived'));

  const written = everyFileIn(folder);
  assert.match(written, /Cookie: \[not archived\]/, 'the request is archived, its secrets are not');
  assert.ok(!written.includes('s3cret'));
  assert.ok(!(await explained(folder, 'http://own.test/', true)).includes('s3cret'));
  // A password in a link is text of the page that the archive keeps; the crawl itself drops it before anything else.
  assert.ok(!readFileSync(path.join(folder, 'crawl.db'), 'latin1').includes('hunter2'));
  assert.ok(!(await explained(folder, 'http://other.test/login')).includes('hunter2'));
});

test('no cookie is kept or sent back, so none crosses hosts or public suffixes', async (t) => {
  const setting: (cookie: string, page: string) => SitePage = (cookie, page) => (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': cookie }).end(page);
  };
  const cars = html('Jaguar car', 'A jaguar car.', [
    ['/again', 'jaguar car'],
    ['http://b.co.uk/', 'jaguar car'],
    ['http://sub.a.co.uk/', 'jaguar car'],
  ]);
  const site = await startSite((_host, at) =>
    at === '/robots.txt' ? setting('robots=1; Domain=.co.uk', '') : setting('id=1; Domain=.co.uk; Path=/', cars),
  );
  t.after(() => site.close());
  const { visits } = await crawled({ allowPrivate: true, resolve: site.resolve, seed: 'http://a.co.uk/' });
  assert.ok(visits.length >= 4);
  assert.deepEqual(
    site.log.filter(({ headers }) => 'cookie' in headers),
    [],
  );
});

describe('a password in a URL is refused where it would be stored, and not repeated', () => {
  for (const [option, value] of [
    ['seed', 'https://user:hunter2@own.test/'],
    ['sitemap', 'https://user:hunter2@own.test/sitemap.xml'],
    ['feed', 'https://user:hunter2@own.test/feed.xml'],
    ['example', 'https://user:hunter2@own.test/page.html'],
    ['sourceUrl', 'searxng=https://user:hunter2@own.test'],
  ] as const)
    test(option, () =>
      assert.throws(
        () => settingsFrom({ options: { query: 'jaguar', [option]: value } }),
        ({ message }: Error) => /without a user name or password/.test(message) && !message.includes('hunter2'),
      ),
    );
});
