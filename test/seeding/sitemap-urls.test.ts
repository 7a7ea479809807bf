import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { sitemapUrls } from '../../src/seeding/sitemap-urls.js';
import { gzipped, sitemapIndex, urlset } from '../lists/made-lists.js';
import { temporaryFolder } from '../store/temporary-store.js';
import { listWeb } from './list-web.js';

const urlsOf = async (reading: ReturnType<typeof sitemapUrls>) => (await reading).found.map(({ url }) => url);

test('pages come in canonical form, each once, relative ones as their sitemap means them', async (context) => {
  const { web } = await listWeb(context, {
    'a.test/s/map.xml': urlset('HTTP://A.test/1', 'http://a.test/1#part', '../2', 'ftp://a.test/3', 'http://a.test/4'),
  });
  const all = ['http://a.test/1', 'http://a.test/2', 'http://a.test/4'];
  assert.deepEqual(await urlsOf(sitemapUrls('http://a.test/s/map.xml', web, 10)), all);
});

test('an index is followed, the newest sitemap first, until there are enough pages', async (context) => {
  const { web, log } = await listWeb(context, {
    'a.test/index.xml': sitemapIndex(
      ['http://a.test/undated.xml'],
      ['http://a.test/old.xml', '2020-01-01'],
      ['http://a.test/new.xml.gz', '2024-01-01T12:00:00'],
      ['http://a.test/newer.xml', '2024-01-01T12:00:00-03:00'],
    ),
    'a.test/undated.xml': urlset('http://a.test/undated'),
    'a.test/old.xml': urlset('http://a.test/old'),
    'a.test/new.xml.gz': gzipped(urlset('http://a.test/new')),
    'a.test/newer.xml': urlset('http://a.test/newer'),
  });
  assert.deepEqual(await urlsOf(sitemapUrls('http://a.test/index.xml', web, 3)), [
    'http://a.test/newer',
    'http://a.test/new',
    'http://a.test/old',
  ]);
  assert.deepEqual(
    log.map(({ path }) => path),
    ['/index.xml', '/newer.xml', '/new.xml.gz', '/old.xml'],
  );
});

test('indexes of indexes are followed, but not the ones below them, and none twice', async (context) => {
  const { web, log } = await listWeb(context, {
    'a.test/0': sitemapIndex(['http://a.test/1'], ['http://a.test/0'], ['http://a.test/pages']),
    'a.test/1': sitemapIndex(['http://a.test/2'], ['http://a.test/0']),
    'a.test/2': sitemapIndex(['http://a.test/3']),
    'a.test/3': urlset('http://a.test/deep'),
    'a.test/pages': urlset('http://a.test/page'),
  });
  assert.deepEqual(await urlsOf(sitemapUrls('http://a.test/0', web, 10)), ['http://a.test/page']);
  assert.deepEqual(
    log.map(({ path }) => path),
    ['/0', '/1', '/2', '/pages'],
  );
});

test('no more than fifty sitemaps are read, however many there are', async (context) => {
  const many = Array.from({ length: 80 }, (_, index) => [`http://a.test/${index}.xml`] as const);
  const { web, log } = await listWeb(context, {
    'a.test/index.xml': sitemapIndex(...many),
    ...Object.fromEntries(many.map(([url]) => [url.slice('http://'.length), urlset()])),
  });
  assert.deepEqual(await urlsOf(sitemapUrls('http://a.test/index.xml', web, 10)), []);
  assert.equal(log.length, 1 + 50);
});

test('sitemaps of an index that cannot be read are passed over and told, unless all are', async (context) => {
  const { web } = await listWeb(context, {
    'a.test/some.xml': sitemapIndex(
      ['http://a.test/gone.xml'],
      ['http://a.test/page.html'],
      ['http://a.test/right.xml'],
    ),
    'a.test/none.xml': sitemapIndex(['http://a.test/page.html'], ['http://a.test/gone.xml']),
    'a.test/page.html': '<html></html>',
    'a.test/right.xml': urlset('http://a.test/1'),
  });
  assert.deepEqual(await sitemapUrls('http://a.test/some.xml', web, 10), {
    found: [{ url: 'http://a.test/1' }],
    unread: [
      { place: 'http://a.test/gone.xml', why: 'a.test failed (status 404)' },
      { place: 'http://a.test/page.html', why: 'it is a document of <html>, not a sitemap' },
    ],
  });
  await assert.rejects(sitemapUrls('http://a.test/none.xml', web, 10), {
    code: 'sitemap-unreadable',
    message: 'none of its sitemaps can be read; of the first, it is a document of <html>, not a sitemap',
  });
});

test('a file is a sitemap too, and an index in it leads to the web', async (context) => {
  const { web } = await listWeb(context, { 'a.test/map.xml': urlset('http://a.test/1') });
  const file = path.join(temporaryFolder(context), 'index.xml.gz');
  writeFileSync(file, gzipped(sitemapIndex(['file:///etc/passwd'], ['map.xml'], ['http://a.test/map.xml'])));
  assert.deepEqual(await urlsOf(sitemapUrls(file, web, 10)), ['http://a.test/1']);
});

test('a place that cannot be had fails', async (context) => {
  const { web } = await listWeb(context, { 'a.test/page.html': '<html></html>' });
  await assert.rejects(sitemapUrls('/no/such/file.xml', web, 10), {
    code: 'no-list',
    message: 'it cannot be read: no such file or directory; check its name',
  });
  await assert.rejects(sitemapUrls('http://a.test/none.xml', web, 10), {
    code: 'source-failed',
    message: /a\.test.*404/,
  });
  await assert.rejects(sitemapUrls('http://a.test/page.html', web, 10), { code: 'sitemap-unreadable' });
});
