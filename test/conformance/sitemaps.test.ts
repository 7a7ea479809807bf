import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { longestList } from '../../src/lists/longest-list.js';
import { mostEntries, parseSitemap } from '../../src/lists/sitemap.js';
import { rss, urlset } from '../lists/made-lists.js';
import { absent, conformance } from '../shared-data.js';

const parse = (text: string) => parseSitemap(Buffer.from(text));

describe('the shared sitemaps', { skip: absent(conformance, 'OSPREY_CONFORMANCE') }, () => {
  const read = (name: string) => parseSitemap(readFileSync(path.join(conformance!, 'sitemaps', name)));
  const pages = [{ url: 'http://www.domain.com/page1.html' }, { url: 'http://www.domain.com/page2.html' }];
  const examples = [{ url: 'http://www.example.com/1' }, { url: 'http://www.example.com/2' }];
  const item = (id: number, place: string) => `http://www.example.com/catalog?item=${id}&desc=vacation_${place}`;
  const catalogue = [
    { url: 'http://www.example.com/', lastmod: '2005-01-01' },
    { url: item(12, 'hawaii') },
    { url: item(73, 'new_zealand'), lastmod: '2004-12-23' },
    { url: item(74, 'newfoundland'), lastmod: '2004-12-23T18:00:15+00:00' },
    { url: item(83, 'usa'), lastmod: '2004-11-23' },
  ];

  for (const [name, entries] of [
    ['sitemap.txt', pages],
    ['sitemap-with-bom.txt', pages],
    ['sitemap.txt.gz', catalogue.map(({ url }) => ({ url }))],
    ['sitemap.ns.xml', examples],
    ['sitemap.badns.xml', examples],
    [
      'atom.xml',
      [
        {
          url: 'http://example.org/2003/12/13/atom03',
          lastmod: '2003-12-13T18:30:02Z',
          title: 'Atom-Powered Robots Run Amok',
        },
      ],
    ],
    ['xmlSitemap.gz', catalogue],
  ] as const)
    test(name, () => assert.deepEqual(read(name), { kind: 'urls', entries, cutOff: false }));

  test('sitemap.index.xml, whose locations have no <loc>', () => {
    const codes = [10260, 2, 10080, 10140, 10340, 10400, 10430, 10440, 10450, 10460, 10470, 10480, 10490, 10550, 10570];
    assert.deepEqual(read('sitemap.index.xml'), {
      kind: 'index',
      entries: codes.map((code) => ({ url: `https://example.com/sitemap.jss?portalCode=${code}&lang=en` })),
      cutOff: false,
    });
  });
});

describe('a sitemap that is too long', () => {
  test('is cut off after as many entries as the protocol allows', () => {
    const urls = Array.from({ length: 100_000 }, (_, index) => `http://a.test/${index}`);
    const over = urls.slice(0, mostEntries + 1);
    const feed = rss(...over.map((url) => `<item><link>${url}</link></item>`));
    for (const text of [urlset(...urls), over.join('\n'), feed]) {
      const { entries, cutOff } = parse(text);
      assert.equal(entries.length, mostEntries);
      assert.equal(entries.at(-1)?.url, 'http://a.test/49999');
      assert.equal(cutOff, 'entries');
    }
    assert.equal(parse(urlset(...urls.slice(0, mostEntries))).cutOff, false);
  });

  test('is cut off after as many bytes as the protocol allows', () => {
    const text = `http://a.test/1\n${' '.repeat(longestList)}\nhttp://a.test/2`;
    assert.deepEqual(parse(text), { kind: 'urls', entries: [{ url: 'http://a.test/1' }], cutOff: 'bytes' });
  });

  test('and gzipped gives the entries that lie within the limit, whole and in their order', () => {
    // 49,000 entries of 1,200 bytes are 58.8 MB, in a gzip of a few hundred kilobytes.
    const entry = (index: number) => {
      const text = `<url><loc>http://a.test/${index}</loc><!--`;
      return `${text}${'x'.repeat(1_200 - text.length - '--></url>'.length)}--></url>`;
    };
    const text = urlset().replace(
      '</urlset>',
      `${Array.from({ length: 49_000 }, (_, index) => entry(index)).join('')}</urlset>`,
    );
    const { entries, cutOff } = parseSitemap(gzipSync(text, { level: 1 }));
    assert.equal(cutOff, 'bytes');
    // At least half of the limit is read, and no more than all of it: 52,428,800 / 1,200 = 43,690.7.
    assert.ok(entries.length > 21_000 && entries.length <= 43_690, `${entries.length} entries`);
    assert.ok(entries.every(({ url }, index) => url === `http://a.test/${index}`));
  });

  test('of a gigabyte in a megabyte is bounded in memory, and what it begins with is read', () => {
    // 64 members of 16 MiB of spaces are 1 GiB.
    const padding = Array<Buffer>(64).fill(gzipSync(Buffer.alloc(16 * 1024 * 1024, ' ')));
    const start = gzipSync(urlset('http://a.test/1', 'http://a.test/2').replace('</urlset>', ''));
    const before = process.resourceUsage().maxRSS;
    const { entries, cutOff } = parseSitemap(Buffer.concat([start, ...padding]));
    const grown = process.resourceUsage().maxRSS - before;
    assert.deepEqual(
      { entries, cutOff },
      { entries: [{ url: 'http://a.test/1' }, { url: 'http://a.test/2' }], cutOff: 'bytes' },
    );
    // The limit is 50 MiB: the decompressed pieces, the whole of them and its text are three times that.
    assert.ok(grown < 400 * 1024, `the process grew by ${grown} KiB`);
  });
});
