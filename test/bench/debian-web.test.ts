import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { DebianWeb } from '../../bench/debian-web.js';
import { fetchList } from '../../bench/fetch-list.js';
import { lookupLoopback } from '../../bench/url-list.js';
import { workload } from '../../bench/workload.js';

const SITES = [
  {
    package: 'kite-doc',
    root: '/usr/share/doc/kite/html',
    base: 'https://docs.kite.test/en/2/',
    topic: 'birds',
    docBaseSection: ['Science/Birds'],
    aliases: [
      '^https?://docs\\.kite\\.test/(?:en/)?(?:(?:\\d|latest)/)?(.*)$',
      '^https?://kite\\.test/(.*)$',
      '^file:///usr/share/doc/kite/html/(.*)$',
    ],
    home: 'https://docs.kite.test/en/2/index.html',
  },
  {
    package: 'perch-doc',
    root: '/usr/share/perch',
    base: 'https://perch.test/',
    topic: 'fish',
    docBaseSection: [],
    aliases: ['^https?://perch\\.test/(.*)$'],
    home: 'https://perch.test/index.html',
  },
];

const PAGES: Record<string, string> = {
  'kite-doc/usr/share/doc/kite/html/index.html': '<title>Kites</title><a href="https://perch.test/a.html">perch</a>',
  'kite-doc/usr/share/doc/kite/html/wing.html': '<a href=wing#tip>wing</a> see https://perch.test/',
  'kite-doc/usr/share/doc/kite/html/_modules/code.html': 'source',
  'kite-doc/usr/share/doc-base/kite':
    'Document: kite\nTitle: All about <kites>\nAbstract: How\n they fly\nSection: Science/Birds\n\n' +
    'Format: HTML\nIndex: /usr/share/doc/kite/html/index.html\n',
  'perch-doc/usr/share/perch/index.html':
    "<a href='file:///usr/share/doc/kite/html/wing.html#tip'>w</a><meta content='0; url=http://other.test/'>",
  'perch-doc/usr/share/perch/a.html': 'a',
};

let folder: string;
let sites: string;

before(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'debian-web-'));
  sites = path.join(folder, 'debian/sites.json');
  for (const [name, content] of Object.entries(PAGES)) {
    const file = path.join(folder, 'x', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  const html = path.join(folder, 'x/kite-doc/usr/share/doc/kite/html');
  symlinkSync('wing.html', path.join(html, 'copy.html'));
  symlinkSync('/etc/hostname', path.join(html, 'outside.html'));
  mkdirSync(path.dirname(sites));
  writeFileSync(sites, JSON.stringify(SITES));
});
after(() => rmSync(folder, { recursive: true }));

describe('the Debian web', () => {
  const status = (web: DebianWeb, host: string, target: string) => web.answer(host, target).status;
  const bodyOf = (web: DebianWeb, host: string, target: string) => {
    const answer = web.answer(host, target);
    return answer.status === 200 ? answer.body.toString('latin1') : assert.fail(`${host}${target}: ${answer.status}`);
  };

  test('maps host and path below the base to a file, as a directory index and without extension too', () => {
    const web = new DebianWeb(folder, sites);
    for (const target of ['/en/2/index.html', '/en/2/', '/en/2/index?q=1']) {
      assert.match(bodyOf(web, 'docs.kite.test', target), /Kites/);
    }
    assert.equal(status(web, 'docs.kite.test', '/en/2/none.html'), 404);
    assert.equal(status(web, 'elsewhere.test', '/en/2/index.html'), 404);
  });

  test('redirects another URL of a site to the canonical one', () => {
    const web = new DebianWeb(folder, sites, 8080);
    const location = 'http://docs.kite.test:8080/en/2/wing.html';
    assert.deepEqual(web.answer('docs.kite.test', '/en/latest/wing.html'), { status: 301, location });
    assert.deepEqual(web.answer('kite.test', '/wing.html'), { status: 301, location });
  });

  test('serves absolute and file links as HTTP links on its own port, and leaves text alone', () => {
    const web = new DebianWeb(folder, sites, 8080);
    assert.match(bodyOf(web, 'docs.kite.test', '/en/2/'), /href="http:\/\/perch\.test:8080\/a\.html"/);
    assert.equal(bodyOf(web, 'docs.kite.test', '/en/2/wing'), PAGES['kite-doc/usr/share/doc/kite/html/wing.html']);
    assert.equal(
      bodyOf(web, 'perch.test', '/'),
      "<a href='http://docs.kite.test:8080/en/2/wing.html#tip'>w</a><meta content='0; url=http://other.test:8080/'>",
    );
  });

  test('does not serve files outside its packages', () => {
    const web = new DebianWeb(folder, sites);
    assert.equal(status(web, 'docs.kite.test', '/en/2/outside.html'), 404);
    assert.equal(status(web, 'perch.test', '/../../../../debian/sites.json'), 404);
    assert.equal(status(web, 'perch.test', '/%zz'), 404);
  });

  test('lists manuals and sites without a manual in a portal, a page a section', () => {
    const web = new DebianWeb(folder, sites);
    assert.equal(web.portal, 'http://directory.test/');
    assert.match(bodyOf(web, 'directory.test', '/'), /href="\/other\.html".*\n.*href="\/science-birds\.html"/);
    assert.match(
      bodyOf(web, 'directory.test', '/science-birds.html'),
      /<a href="http:\/\/docs\.kite\.test\/en\/2\/index\.html">All about &lt;kites><\/a> How they fly/,
    );
    assert.match(bodyOf(web, 'directory.test', '/other.html'), /href="http:\/\/perch\.test\/index\.html"/);
  });

  test('has a workload without copies and source listings that does not depend on the port', () => {
    const at = (port: number) => workload(new DebianWeb(folder, sites, port)).map((page) => page.url);
    const urls = at(80);
    assert.deepEqual([...urls].sort(), [
      'http://docs.kite.test/en/2/index.html',
      'http://docs.kite.test/en/2/wing.html',
      'http://perch.test/a.html',
      'http://perch.test/index.html',
    ]);
    assert.deepEqual(
      at(8080).map((url) => url.replace(':8080', '')),
      urls,
    );
    assert.deepEqual(
      workload(new DebianWeb(folder, sites), 2).map((page) => page.url),
      urls.slice(0, 2),
    );
  });
});

test('the server process serves all hosts on one port and ends with its parent', async () => {
  const urlsFile = path.join(folder, 'urls.txt');
  const server = fork(fileURLToPath(new URL('../../bench/debian-server.js', import.meta.url)), ['--urls', urlsFile], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, OSPREY_DEBIAN_WEB: folder, OSPREY_WEBS: folder },
  });
  const [line] = (await once(server.stdout!, 'data')) as [Buffer];
  const { port, portal, pages } = JSON.parse(line.toString()) as { port: number; portal: string; pages: number };
  assert.equal(portal, `http://directory.test:${port}/`);
  assert.equal(pages, 6);

  const fetched: string[] = [];
  const urls = readFileSync(urlsFile, 'utf8').trimEnd().split('\n');
  await fetchList(urls, (url, body, contentType) => {
    assert.ok(body.length > 0);
    assert.equal(contentType, 'text/html');
    fetched.push(url);
  });
  assert.deepEqual(fetched.sort(), urls.sort());

  const dispatcher = new Agent({ connect: { lookup: lookupLoopback } });
  const moved = await request(`http://kite.test:${port}/`, { dispatcher });
  assert.equal(moved.statusCode, 301);
  assert.equal(moved.headers.location, `http://docs.kite.test:${port}/en/2/`);
  await moved.body.dump();
  await dispatcher.close();

  server.disconnect();
  assert.deepEqual(await once(server, 'exit'), [0, null]);
});
