import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { doctorLines } from '../../src/cli/commands/doctor/doctor-lines.js';
import { doctorSentence } from '../../src/cli/commands/doctor/doctor-sentence.js';
import { doctorCommand } from '../../src/cli/commands/doctor/run.js';
import { settingsFrom } from '../../src/config/settings.js';
import type { HopDiagnosis } from '../../src/doctor/hop-diagnosis.js';
import { diagnoses, type UrlDiagnosis } from '../../src/doctor/url-diagnosis.js';
import { VirtualClock } from '../../src/lab/runs/virtual-clock.js';
import { html, redirect, type Site, startSite } from '../site.js';
import { jsonLines, osprey, temporaryFolder } from './osprey.js';

const { folder, remove } = temporaryFolder();
let site: Site;

/** The web of the example in docs/doctor.md. */
before(async () => {
  const links: [string, string][] = [
    ['/xk120', 'XK120'],
    ['/mark-2', 'Mark 2'],
    ['http://elsewhere.example/', 'elsewhere'],
  ];
  const page = html(
    'Jaguar E-Type',
    'The E-Type is a sports car that was made in Coventry from 1961 to 1974, and many call it the most beautiful of all.',
    links,
  )
    .replace('<head>', '<head><meta name="robots" content="noindex">')
    .replace('</ul>', '<li><a rel="nofollow" href="/login">log in</a></li></ul>');
  site = await startSite({
    'cars.example/robots.txt': (_, response) => {
      response.end(
        'User-agent: *\nDisallow: /members/\nAllow: /members/e-type\nSitemap: http://cars.example/sitemap.xml\n',
      );
    },
    'cars.example/members/e-type': redirect('http://www.cars.example/e-type'),
    'www.cars.example/e-type': (_, response) => {
      const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip', etag: '"1961"' };
      response.writeHead(200, headers).end(gzipSync(page, { level: 0 }));
    },
  });
});
after(async () => {
  await site.close();
  remove();
});

const local = () => ['--resolve', site.resolve, '--allow-private', '--delay', '0s'];

describe('osprey doctor', { concurrency: 2 }, () => {
  test('says what docs/doctor.md shows', async () => {
    const url = 'http://Cars.example/members/e-type?utm_source=mail#top';
    const flags = { domains: 'cars.example', resolve: site.resolve, allowPrivate: true };
    const settings = settingsFrom({ flags, options: { query: 'any', seed: url } });
    // Time stands still, so that latencies, which may make delays longer, are none.
    const told: UrlDiagnosis[] = [];
    for await (const one of diagnoses([url], settings, { clock: new VirtualClock() })) told.push(one);
    const [diagnosis] = told as [UrlDiagnosis];
    const [, shown] = /^```text\n(.*?)\n```$/ms.exec(readFileSync('docs/doctor.md', 'utf8'))!;
    assert.deepEqual([...doctorLines(diagnosis), '', doctorSentence(diagnosis, settings)], shown!.split('\n'));
  });

  test('writes the same as JSON lines, one a URL, by the options of a config file', async () => {
    writeFileSync(
      path.join(folder, 'crawl.yaml'),
      'query: jaguar\nseed: http://any.example/\nblockHosts: blocked.example\n',
    );
    const urls = ['http://www.cars.example/e-type', 'http://cars.example/members/', 'http://blocked.example/'];
    const ended = await osprey(['doctor', ...urls, '--json', '--config', 'crawl.yaml', ...local()], folder);
    assert.deepEqual([ended.code, ended.stderr], [0, '']);
    const lines = jsonLines(ended.stdout) as unknown as (UrlDiagnosis & { sentence: string })[];
    assert.deepEqual(
      lines.map(({ given, verdict, sentence }) => [given, verdict.reason, sentence]),
      [
        [urls[0], '', 'Would be visited, but exports leave it out because of noindex (--export-noindex changes that).'],
        [urls[1], 'robots', 'Would not be visited: robots.txt disallows it; no option changes that.'],
        [
          urls[2],
          'blocked-host',
          'Would not be visited: its host is one of --block-hosts; --block-hosts changes that.',
        ],
      ],
    );
  });

  test('exits with 3 where nothing could be reached', async () => {
    const ended = await osprey(['doctor', 'http://127.0.0.1:1/', '--allow-private'], folder);
    assert.equal(ended.code, 3);
    assert.match(
      ended.stdout,
      /\nWould not be visited now: the server refused the connection; this may be temporary: a crawl tries again \(--retries 2\)\.\n$/,
    );
  });

  test('exits with 0 where the guard refuses the address: that is found out', async () => {
    const ended = await osprey(['doctor', 'http://127.0.0.1:1/'], folder);
    assert.equal(ended.code, 0, ended.stderr);
    assert.match(ended.stdout, /\nWould not be visited: the host has a private .*; --allow-private changes that\.\n$/);
  });

  test('what is wrong is said in one sentence', async () => {
    const wrong: [urls: string[], flags: object, message: RegExp][] = [
      [
        ['example.org'],
        {},
        /^URL: must be an http or https URL, not "example.org"; did you mean https:\/\/example\.org\/\?$/,
      ],
      [['http://me:secret@example.org/'], {}, /^URL: must be a URL without a user name or password\.$/],
      [['http://./'], {}, /has no host\.$/],
      [['http://example.org/'], { config: path.join(folder, 'absent.yaml') }, /check --config\.$/],
    ];
    for (const [urls, flags, message] of wrong)
      await assert.rejects(doctorCommand(urls, flags, {}), { name: 'UsageError', message });
  });
});

describe('a diagnosis in words', () => {
  const options = { retries: 2, exportNoindex: false, followNofollow: false };
  const hop: HopDiagnosis = {
    url: 'https://a.test/',
    scope: { inside: true },
    outcome: 'none',
    reason: 'robots',
    passing: false,
  };
  const diagnosis = (
    last: Partial<HopDiagnosis>,
    option?: string,
    before: readonly HopDiagnosis[] = [],
  ): UrlDiagnosis => {
    const hops = [...before, { ...hop, ...last }];
    const { url, reason, outcome } = hops.at(-1)!;
    const verdict = { visited: outcome === 'page', url, reason, ...(option !== undefined && { option }) };
    return { given: hops[0]!.url, url: hops[0]!.url, changes: [], hops, verdict, requests: [] };
  };

  test('the sentence names the reason, where it holds and what changes it', () => {
    const from: HopDiagnosis = {
      ...hop,
      url: 'https://b.test/',
      outcome: 'redirect',
      reason: 'redirect',
      target: hop.url,
    };
    const sentences: [diagnosis: UrlDiagnosis, sentence: string][] = [
      [
        diagnosis({ reason: 'address-refused' }, '--allow-private', [from]),
        'Would not be visited: it redirects to https://a.test/, and there the host has a private or otherwise reserved address; --allow-private changes that.',
      ],
      [
        diagnosis({ reason: 'redirect-loop', target: from.url }, undefined, [from]),
        'Would not be visited: it redirects to https://a.test/, and there it redirects back to https://b.test/; no option changes that.',
      ],
      [
        diagnosis({ reason: 'hosts-waiting', passing: true, until: '2030-01-01T00:00:00.000Z' }),
        'Would not be visited now: its host asks crawlers to wait until 2030-01-01T00:00:00.000Z; a crawl visits other hosts until then.',
      ],
      [
        diagnosis({ reason: 'http-404' }),
        'Would not be visited: the server responded with status 404; no option changes that.',
      ],
      [
        diagnosis({ outcome: 'page', reason: '' }, undefined, [from]),
        'Would be visited as https://a.test/, after redirects.',
      ],
    ];
    for (const [diagnosis, sentence] of sentences) assert.equal(doctorSentence(diagnosis, options), sentence);
  });

  test('troubles are told where they lie', () => {
    const robots = { url: 'https://a.test/robots.txt', status: 0, allowed: false, names: ['osprey'], sitemaps: [] };
    const lines = doctorLines(
      diagnosis({
        reason: 'tls-failure',
        detail: 'No trusted TLS connection to the server could be made.',
        tls: { trusted: false, error: 'CERT_HAS_EXPIRED' },
        robots: {
          ...robots,
          problem: 'could not be fetched: No trusted TLS connection to the server could be made.',
        },
        addresses: { source: 'dns', addresses: [{ address: '93.184.216.34', range: 'unicast', admitted: true }] },
        delay: { option: 1000, crawlDelay: 3_600_000, retryAfter: 30_000, holds: 60_000 },
      }),
    );
    assert.deepEqual(lines, [
      'https://a.test/',
      '   scope       inside',
      '   addresses   93.184.216.34 (unicast) allowed',
      '   robots.txt  could not be fetched: No trusted TLS connection to the server could be made.',
      '   delay       1m (--delay 1s, robots.txt asks for 1h, at most 1m is granted, Retry-After asks for 30s)',
      '   TLS         not trusted: the certificate has expired (CERT_HAS_EXPIRED)',
    ]);
  });

  test('nothing from the network steers the terminal', () => {
    const evil = 'a\u001b[31mb\u009b2J\r\nc\u202e';
    const asked = { header: false, meta: false };
    const links = { total: 0, followed: 0, nofollow: 0, outside: {}, dropped: 0 };
    const told = { title: evil, language: 'en', charset: { name: 'utf-8', source: 'bom' as const }, bytes: 1 };
    const answer = { status: 200, wanted: true, bytes: 1, refreshable: true };
    const hostile: UrlDiagnosis = {
      ...diagnosis({
        detail: evil,
        robots: { url: evil, status: 200, allowed: true, names: ['osprey'], line: 1, rule: evil, sitemaps: [evil] },
        tls: { trusted: false, error: evil },
        answer: { ...answer, contentType: evil, contentEncoding: evil, etag: evil, lastModified: evil },
        page: { ...told, canonical: evil, noindex: asked, nofollow: asked, links },
      }),
      given: evil,
      changes: [{ part: 'path', from: evil, to: evil }],
    };
    const shown = [...doctorLines(hostile), doctorSentence(hostile, options)];
    assert.ok(shown.join('').includes('a [31mb 2J c'));
    for (const line of shown) assert.equal(/[\p{Cc}\u202e]/u.exec(line), null, JSON.stringify(line));
  });

  test('a long list of sitemaps is cut, and links are counted by rule', () => {
    const sitemaps = Array.from({ length: 1234 }, (_, index) => `/${index}.xml`);
    const links = { total: 2000, followed: 1, nofollow: 2, outside: { domain: 1997 }, dropped: 3000 };
    const asked = { header: false, meta: false };
    const page = { title: '', language: '', charset: { name: 'koi8-r', source: 'guess' as const }, bytes: 9 };
    const lines = doctorLines(
      diagnosis({
        outcome: 'page',
        reason: '',
        robots: { url: 'https://a.test/robots.txt', status: 200, allowed: true, names: ['osprey'], sitemaps },
        answer: { status: 200, wanted: true, bytes: 9, refreshable: false },
        page: { ...page, noindex: asked, nofollow: { header: true, meta: true }, links },
      }),
    );
    assert.deepEqual(lines.slice(2), [
      '   robots.txt  allowed, no rule applies',
      '   sitemaps    /0.xml, /1.xml, /2.xml, /3.xml, /4.xml and 1,229 more',
      '   response    status 200, 9 B',
      '   type        none, treated as HTML, accepted',
      '   refresh     full download: neither ETag nor Last-Modified',
      '   charset     koi8-r, guessed from the bytes',
      '   title       none',
      '   language    unknown',
      '   noindex     no',
      '   nofollow    yes, by X-Robots-Tag and a meta tag',
      '   links       2,000 links: 1 followed, 2 nofollow, 1,997 domain; 3,000 more dropped',
    ]);
  });
});
