import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { responseRecords } from '../../src/archive/warc-record.js';
import { labelledUrls } from '../../src/training/labelled-urls.js';
import { exchange } from '../archive/warc-fixture.js';
import { html } from '../site.js';
import { labelsByUrl, linksBetween, readAll } from './read-sources.js';

const folder = mkdtempSync(path.join(tmpdir(), 'osprey-labelled-'));
const archive = path.join(folder, 'web.warc.gz');
const cache = process.env.OSPREY_CACHE;
after(() => {
  if (cache === undefined) delete process.env.OSPREY_CACHE;
  else process.env.OSPREY_CACHE = cache;
  rmSync(folder, { recursive: true, force: true });
});

const moved = (url: string, location: string) =>
  exchange(url, '', { status: 301, statusText: 'Moved', headers: [['Location', location]] });
const ofType = (type: string) => ({ headers: [['Content-Type', type] as const] });

before(() => {
  process.env.OSPREY_CACHE = path.join(folder, 'cache');
  const exchanges = [
    exchange(
      'http://a.test/',
      html('Home', 'All birds', [
        ['/old-owl', 'owl'],
        ['/cat', 'cat'],
      ]),
    ),
    moved('http://a.test/old-owl', '/owl'),
    exchange('http://a.test/owl', html('Owl', 'A bird', [['/', 'home']])),
    exchange('http://a.test/cat', html('Cat', 'No bird', [['/old-owl', 'owl']])),
    moved('http://a.test/round', '/about'),
    moved('http://a.test/about', '/round'),
    exchange('http://a.test/long-way', '', {
      status: 301,
      headers: [
        ['X-Token', randomBytes(6000).toString('hex')],
        ['Location', '/old-owl'],
      ],
    }),
    exchange('http://a.test/picture', 'PNG', ofType('image/png')),
    exchange('http://a.test/gone', 'gone', { status: 410, statusText: 'Gone' }),
    exchange('http://a.test/broken', '?', {
      headers: [
        ['Content-Type', 'text/html'],
        ['Content-Encoding', 'unheard-of'],
      ],
    }),
  ];
  writeFileSync(archive, Buffer.concat(exchanges.map((one) => responseRecords(one))));
});

async function read(list: string, { target, visits = false }: { target?: string; visits?: boolean } = {}) {
  const file = path.join(folder, 'list');
  writeFileSync(file, list);
  return readAll(await labelledUrls({ list: file, archives: [archive], target, visits }));
}

describe('labelled pages of an archived web', () => {
  test('pages and links are found through recorded redirects', async () => {
    const found = await read(
      'http://a.test/\thub\nhttp://a.test/old-owl\tanimals.birds\nhttp://a.test/cat\tanimals\n',
      {
        target: 'animals.birds',
      },
    );
    assert.deepEqual(labelsByUrl(found), { 'a.test/': 'hub', 'a.test/owl': 'animals.birds', 'a.test/cat': 'animals' });
    assert.deepEqual(linksBetween(found), [
      'a.test/ > a.test/owl',
      'a.test/ > a.test/cat',
      'a.test/owl > a.test/',
      'a.test/cat > a.test/owl',
    ]);
  });

  test('links are led through redirects also where the page is listed under its last name', async () => {
    const found = await read('http://a.test/owl\trelevant\nhttp://a.test/cat\tother\n');
    assert.deepEqual(linksBetween(found), ['a.test/cat > a.test/owl']);
  });

  test('where a link leads is found behind any head, and nowhere where the archive ends', async () => {
    const file = path.join(folder, 'list');
    writeFileSync(file, 'http://a.test/owl\trelevant\n');
    const source = await labelledUrls({ list: file, archives: [archive], visits: false });
    const names = ['long-way', 'old-owl', 'owl', 'gone', 'round', 'nowhere'];
    const landings = names.map((name) => source.landing!(`http://a.test/${name}`)?.slice('http://a.test/'.length));
    assert.deepEqual(landings, ['owl', 'owl', 'owl', 'gone', undefined, undefined]);
    source.close!();
  });

  test('pages that cannot be had are named with the reason, the others are read', async () => {
    const names = ['nowhere', 'round', 'picture', 'gone', 'broken', 'cat'];
    const { set, missing } = await read(names.map((name) => `http://a.test/${name}\trelevant\n`).join(''));
    assert.deepEqual(
      set.pages.map(({ url }) => url),
      ['http://a.test/cat'],
    );
    assert.deepEqual(missing.map(({ name, reason }) => [name, reason]).slice(0, 4), [
      ['http://a.test/nowhere', 'it is not in the archive'],
      ['http://a.test/round', 'it is not in the archive'],
      ['http://a.test/picture', 'its type is image/png'],
      ['http://a.test/gone', 'the archive has status 410 for it'],
    ]);
    assert.equal(missing[4]!.name, 'http://a.test/broken');
  });

  test('a page under two names is one', async () => {
    const { set, repeated } = await read('http://a.test/owl\trelevant\nhttp://a.test/old-owl\trelevant\n');
    assert.equal(set.pages.length, 1);
    assert.deepEqual(repeated, ['http://a.test/old-owl']);
  });
});

describe('a recorded sequence of visits', () => {
  const visit = (name: string, label: string, order?: number) =>
    `${JSON.stringify({ url: `http://a.test/${name}`, label, order })}\n`;

  test('pages come in the order of visits, numbered without gaps', async () => {
    const list = visit('cat', 'other', 30) + visit('nowhere', 'other', 20) + visit('owl', 'relevant', 10.5);
    const { set } = await read(list, { visits: true });
    assert.deepEqual(
      set.pages.map(({ url, order }) => [url, order]),
      [
        ['http://a.test/owl', 0],
        ['http://a.test/cat', 1],
      ],
    );
  });

  test('without numbers it is the order of the lines', async () => {
    const { set } = await read(visit('owl', 'relevant') + visit('', 'other') + visit('cat', 'other'), { visits: true });
    assert.deepEqual(
      set.pages.map(({ url }) => url.slice(14)),
      ['owl', '', 'cat'],
    );
  });

  test('labels alone say nothing of an order', async () => {
    const { set } = await read(visit('owl', 'relevant', 1) + visit('cat', 'other', 0));
    assert.deepEqual(
      set.pages.map(({ url, order }) => [url.slice(14), order]),
      [
        ['owl', undefined],
        ['cat', undefined],
      ],
    );
  });
});
