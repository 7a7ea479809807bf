import assert from 'node:assert/strict';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { doctorLines } from '../../src/cli/commands/doctor/doctor-lines.js';
import { doctorSentence } from '../../src/cli/commands/doctor/doctor-sentence.js';
import type { Clock } from '../../src/clock.js';
import type { CrawlOptions } from '../../src/config/options.js';
import { settingsFrom } from '../../src/config/settings.js';
import { diagnoses, type UrlDiagnosis } from '../../src/doctor/url-diagnosis.js';
import { VirtualClock } from '../../src/lab/runs/virtual-clock.js';
import { temporaryFolder } from '../archive/warc-fixture.js';
import { selfSigned } from '../download/self-signed.js';
import { archiveOf } from '../lab/archived.js';
import { html, redirect, type Site, type SitePage, startSite } from '../site.js';

const text = (type: string, body: string): SitePage => answer({ 'content-type': type }, body);
const answer =
  (headers: Record<string, string>, body: string | Uint8Array = '', status = 200): SitePage =>
  (_, response) => {
    response.writeHead(status, headers).end(body);
  };

const links: [string, string][] = [
  ['/engine', 'engine'],
  ['http://other.test/', 'elsewhere'],
];
const eType = html(
  'The E-Type',
  'The E-Type is a sports car that was made in Coventry from 1961 on, and the most beautiful of all.',
  links,
)
  .replace('<head>', '<head><link rel="canonical" href="/e-type"><meta name="robots" content="noindex">')
  .replace('</ul>', '<li><a rel="nofollow" href="/login">log in</a></li></ul>');
const packed = gzipSync(eType);

const pages: Record<string, SitePage> = {
  'cars.test/robots.txt': text(
    'text/plain',
    'User-agent: *\nDisallow: /private/\nAllow: /private/e-\u001b[31m\nAllow: /e-type\nSitemap: http://cars.test/\u001b[2Jmap.xml\n',
  ),
  'cars.test/e-type': answer(
    {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'gzip',
      etag: '"1961"',
      'x-robots-tag': 'nofollow',
    },
    packed,
  ),
  'cars.test/old': redirect('http://www.cars.test/older'),
  'www.cars.test/older': redirect('http://cars.test/e-type'),
  'cars.test/brochure': text('application/zip', 'PK'),
  'cars.test/notes': text('text/plain; charset=utf-8', 'Notes.'),
  'cars.test/broken': text('text/html', html('Café', 'Caf\u00e9').replace('<head>', '<head><meta charset="utf-8">')),
  'loop.test/a': redirect('/b'),
  'loop.test/b': redirect('/a'),
  'inward.test/': redirect('http://169.254.169.254/latest/'),
  'ftp.test/': redirect('ftp://ftp.test/'),
  'down.test/robots.txt': answer({}, '', 503),
  'slow.test/robots.txt': text('text/plain', 'User-agent: osprey\nCrawl-delay: 30\n'),
  'slow.test/': html('Slow', 'Not so fast.'),
  'busy.test/robots.txt': answer({ 'retry-after': '1800' }, '', 429),
  'resting.test/': answer({ 'retry-after': '86400' }, '', 503),
  'nowhere.test/': answer({}, '', 302),
  'moved.test/robots.txt': redirect('http://cars.test/robots.txt'),
  'moved.test/private/x': html('Private', 'Keep out.'),
};

let site: Site;
before(async () => {
  site = await startSite(pages);
});
after(() => site.close());

/** Its time passes only while somebody waits, so that nothing takes long and latencies are none. */
const start = Date.UTC(2024, 0, 1);
const newClock = () => new VirtualClock(start);

async function treat(urls: readonly string[], options: Partial<CrawlOptions> = {}, clock: Clock = newClock()) {
  const web = options.web ? {} : { resolve: site.resolve, allowPrivate: true };
  const settings = settingsFrom({ options: { query: 'any', seed: urls, ...web, ...options } as CrawlOptions });
  const all: UrlDiagnosis[] = [];
  for await (const diagnosis of diagnoses(urls, settings, { clock })) all.push(diagnosis);
  return all;
}

async function treatOne(url: string, options: Partial<CrawlOptions> = {}, clock?: Clock) {
  return (await treat([url], options, clock))[0]!;
}

const ways = ({ hops }: UrlDiagnosis) => hops.map(({ url }) => url);

describe('how a crawl would treat a URL', () => {
  test('a page is told with all that matters about it', async () => {
    const address = { address: '127.0.0.1', range: 'loopback', admitted: true };
    assert.deepEqual(await treatOne('http://CARS.test/e-type?utm_source=mail'), {
      given: 'http://CARS.test/e-type?utm_source=mail',
      url: 'http://cars.test/e-type',
      changes: [
        { part: 'host', from: 'CARS.test', to: 'cars.test' },
        { part: 'query', from: 'utm_source=mail', to: '' },
      ],
      hops: [
        {
          url: 'http://cars.test/e-type',
          scope: { inside: true },
          addresses: { source: 'resolve', addresses: [address] },
          robots: {
            url: 'http://cars.test/robots.txt',
            status: 200,
            allowed: true,
            names: ['osprey'],
            line: 4,
            rule: 'Allow: /e-type',
            sitemaps: ['http://cars.test/ [2Jmap.xml'],
          },
          delay: { option: 1000, holds: 1000 },
          answer: {
            status: 200,
            contentType: 'text/html; charset=utf-8',
            wanted: true,
            contentEncoding: 'gzip',
            bytes: packed.length,
            address: '127.0.0.1',
            etag: '"1961"',
            refreshable: true,
          },
          page: {
            title: 'The E-Type',
            language: 'en',
            charset: { name: 'utf-8', source: 'header' },
            bytes: eType.length,
            canonical: 'http://cars.test/e-type',
            noindex: { header: false, meta: true },
            nofollow: { header: true, meta: false },
            links: { total: 3, followed: 0, nofollow: 3, outside: {}, dropped: 0 },
          },
          outcome: 'page',
          reason: '',
          passing: false,
        },
      ],
      verdict: { visited: true, url: 'http://cars.test/e-type', reason: '' },
      requests: [
        { url: 'http://cars.test/robots.txt', status: 200 },
        { url: 'http://cars.test/e-type', status: 200 },
      ],
    });
  });

  test('redirects are followed hop by hop, each by the rules of its own host', async () => {
    const diagnosis = await treatOne('http://cars.test/old');
    assert.deepEqual(ways(diagnosis), [
      'http://cars.test/old',
      'http://www.cars.test/older',
      'http://cars.test/e-type',
    ]);
    assert.deepEqual(
      diagnosis.hops.map(({ robots }) => robots!.status),
      [200, 404, 200],
    );
    assert.deepEqual(
      diagnosis.requests.map(({ url, status }) => `${url} ${status}`),
      [
        'http://cars.test/robots.txt 200',
        'http://cars.test/old 301',
        'http://www.cars.test/robots.txt 404',
        'http://www.cars.test/older 301',
        'http://cars.test/e-type 200',
      ],
    );
    assert.deepEqual(diagnosis.verdict, { visited: true, url: 'http://cars.test/e-type', reason: '' });
  });

  test('redirects that lead nowhere are told where they end', async () => {
    const urls = ['http://loop.test/a', 'http://ftp.test/', 'http://cars.test/old'];
    const [loop, ftp, long] = await treat(urls, { maxRedirects: 1 });
    assert.deepEqual(ways(loop!), ['http://loop.test/a', 'http://loop.test/b']);
    assert.equal(loop!.verdict.reason, 'redirect-loop');
    assert.equal(ftp!.verdict.reason, 'bad-redirect');
    assert.deepEqual(long!.verdict, {
      visited: false,
      url: 'http://www.cars.test/older',
      reason: 'max-redirects',
      option: '--max-redirects 2',
    });
  });

  test('an address that is not admitted is told and never connected to', async () => {
    const options = { resolve: [`inward.test=127.0.0.1:${site.port}`] };
    const inward = await treatOne('http://inward.test/', options);
    const last = inward.hops.at(-1)!;
    assert.deepEqual(last.addresses, {
      source: 'url',
      addresses: [{ address: '169.254.169.254', range: 'metadata', admitted: false }],
    });
    assert.deepEqual(inward.verdict, { visited: false, url: last.url, reason: 'address-refused' });
    const asked = site.log.length;
    const private_ = await treatOne('http://cars.test/', { allowPrivate: false });
    assert.deepEqual([private_.verdict.reason, private_.verdict.option], ['address-refused', '--allow-private']);
    assert.deepEqual(private_.requests, [], 'none was sent');
    assert.equal(site.log.length, asked);
  });

  test('what robots.txt forbids is not asked for, and the line is named', async () => {
    const [one, moved] = await treat(['http://cars.test/private/x', 'http://moved.test/private/x']);
    const { robots, delay, reason, answer: none } = one!.hops[0]!;
    assert.deepEqual([robots!.allowed, robots!.line, robots!.rule], [false, 2, 'Disallow: /private/']);
    assert.deepEqual([reason, delay!.holds, none], ['robots', 1000, undefined]);
    assert.equal(one!.requests.length, 1);
    // Its robots.txt is that of the other host.
    assert.equal(moved!.verdict.reason, 'robots');
    assert.deepEqual(
      moved!.requests.map(({ url }) => url),
      ['http://moved.test/robots.txt', 'http://cars.test/robots.txt'],
    );
  });

  test('a host without a usable robots.txt is asked once, however many of its URLs are given', async () => {
    const [first, ...others] = await treat(['http://down.test/a', 'http://down.test/b', 'http://down.test/c']);
    assert.deepEqual([first!.verdict.reason, first!.hops[0]!.passing], ['robots-unavailable', true]);
    assert.deepEqual(first!.requests, [{ url: 'http://down.test/robots.txt', status: 503 }]);
    for (const { verdict, requests } of others)
      assert.deepEqual([verdict.reason, requests], ['robots-unavailable', []]);
  });

  test('the delay that robots.txt asks for is kept between two requests to a host, and told', async () => {
    const clock = newClock();
    const { hops } = await treatOne('http://slow.test/', {}, clock);
    assert.deepEqual(hops[0]!.delay, { option: 1000, crawlDelay: 30_000, holds: 30_000 });
    assert.equal(clock.now() - start, 30_000);
  });

  test('the time that Retry-After asks for is told beside the hour of it that is kept', async () => {
    const { hops } = await treatOne('http://resting.test/');
    assert.deepEqual(hops[0]!.delay, { option: 1000, retryAfter: 86_400_000, holds: 3_600_000 });
  });

  test('a host that wants to be left alone for long is not waited for', async () => {
    const clock = newClock();
    const { hops, verdict, requests } = await treatOne('http://busy.test/', {}, clock);
    assert.deepEqual([verdict.visited, verdict.reason], [false, 'hosts-waiting']);
    assert.equal(hops[0]!.until, '2024-01-01T00:30:00.000Z');
    assert.deepEqual([requests.length, clock.now()], [1, start]);
  });

  test('quiet hours are kept, and named as what can be changed', async () => {
    const { hops, verdict, requests } = await treatOne('http://slow.test/', { quietHours: 'slow.test=22:00-06:00' });
    assert.equal(hops[0]!.until, '2024-01-01T06:00:00.000Z');
    assert.deepEqual([verdict.reason, verdict.option, requests], ['hosts-waiting', '--quiet-hours', []]);
  });

  test('what is out of scope is not asked for, and links are counted by what becomes of them', async () => {
    const scope = { domains: 'cars.test', exclude: '**/engine', followNofollow: true };
    const [inside, outside, onward] = await treat(
      ['http://cars.test/e-type', 'http://other.test/', 'http://loop.test/a'],
      { ...scope, domains: ['cars.test', 'loop.test'], blockHosts: 'loop.test' },
    );
    const counts = { total: 3, followed: 1, nofollow: 0, outside: { exclude: 1, domain: 1 }, dropped: 0 };
    assert.deepEqual(inside!.hops[0]!.page!.links, counts);
    assert.deepEqual(outside!.hops, [
      {
        url: 'http://other.test/',
        scope: { inside: false, rule: 'domain' },
        outcome: 'none',
        reason: 'domain',
        passing: false,
      },
    ]);
    assert.equal(outside!.verdict.option, '--domains cars.test,loop.test,other.test');
    assert.deepEqual([onward!.verdict.reason, onward!.verdict.option], ['blocked-host', '--block-hosts']);
    assert.deepEqual([outside!.requests, onward!.requests], [[], []]);
  });

  test('a type that is not wanted is told with the option that wants it, if it can be read', async () => {
    const [pdf, notes, missing] = await treat([
      'http://cars.test/brochure',
      'http://cars.test/notes',
      'http://cars.test/missing',
    ]);
    assert.deepEqual([pdf!.hops[0]!.answer!.wanted, pdf!.hops[0]!.answer!.bytes], [false, 0]);
    assert.deepEqual(pdf!.verdict, { visited: false, url: 'http://cars.test/brochure', reason: 'content-type' });
    assert.equal(notes!.verdict.option, '--types text/html,application/xhtml+xml,application/pdf,text/plain');
    assert.deepEqual([missing!.verdict.reason, missing!.hops[0]!.passing], ['http-404', false]);
  });

  test('the charset and who told it come from the decoded page', async () => {
    const { hops } = await treatOne('http://cars.test/broken');
    assert.deepEqual(hops[0]!.page!.charset, { name: 'utf-8', source: 'meta' });
    assert.equal(hops[0]!.answer!.refreshable, false);
  });

  test('no URL is asked for twice', async () => {
    const [once, again] = await treat(['http://cars.test/old', 'http://cars.test/old']);
    assert.deepEqual(again!.hops, once!.hops);
    assert.deepEqual(again!.requests, []);
  });

  test("the user's credentials go to the sites that were given, nowhere else", async () => {
    const from = site.log.length;
    await treatOne('http://cars.test/old', { header: 'Cookie: secret=1' });
    const cookies = site.log.slice(from).map(({ host, headers }) => `${host} ${headers.cookie}`);
    assert.deepEqual(cookies, [
      'cars.test secret=1',
      'cars.test secret=1',
      'www.cars.test undefined',
      'www.cars.test undefined',
      'cars.test secret=1',
    ]);
  });

  test('a certificate that nobody vouches for is named as the trouble', async (t) => {
    const server = https.createServer(selfSigned, (_, response) => response.end('hello'));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    t.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const { hops, verdict } = await treatOne('https://secure.test/', { resolve: `*=127.0.0.1:${port}` });
    assert.deepEqual(hops[0]!.tls, { trusted: false, error: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    assert.deepEqual([verdict.reason, verdict.option], ['tls-failure', undefined]);
  });

  test('a server that speaks no TLS is told apart from one that is not trusted', async () => {
    const diagnosis = await treatOne('https://cars.test/');
    assert.deepEqual(diagnosis.hops[0]!.tls, { trusted: false, error: 'ERR_SSL_WRONG_VERSION_NUMBER' });
    assert.match(doctorLines(diagnosis).join('\n'), / TLS +none: the server does not speak TLS on this port \(/);
    const options = { retries: 2, exportNoindex: false, followNofollow: false };
    assert.match(doctorSentence(diagnosis, options), /; no option changes that; try the URL with http/);
  });

  test('an archived web is told in the same way, without addresses and delays', async (t) => {
    const web = archiveOf(temporaryFolder(t), { 'cars.test/': html('Cars', 'Cars and more cars.') });
    const clock = newClock();
    const [found, absent] = await treat(['http://cars.test/', 'http://cars.test/absent'], { web }, clock);
    const { addresses, delay, page } = found!.hops[0]!;
    assert.deepEqual([addresses, delay, page!.title], [undefined, { option: 0, holds: 0 }, 'Cars']);
    assert.equal(absent!.verdict.reason, 'http-404');
    assert.equal(clock.now(), start);
  });
});
