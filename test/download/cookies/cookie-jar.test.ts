import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseCookieFile } from '../../../src/download/cookies/cookie-file.js';
import { CookieJar } from '../../../src/download/cookies/cookie-jar.js';
import { UsageError } from '../../../src/failure.js';

const time = { now: Date.UTC(2026, 0, 1) };
const clock = { now: () => time.now };

function jarAfter(url: string, ...set: string[]): CookieJar {
  const jar = new CookieJar([], true, clock);
  const headers = set.map((value) => ['Set-Cookie', value] as const);
  const response = { url, status: 200, statusText: '', httpVersion: '1.1', headers, body: new Uint8Array(0) };
  assert.deepEqual(jar.taken(response).headers, []);
  return jar;
}

test('a cookie goes to the hosts and paths that it is for, and nowhere else', () => {
  const own = jarAfter('http://www.shop.test/cart/view', 'a=1', 'b=2; Path=/', 'c=3; Domain=shop.test; Path=/');
  assert.equal(own.headerFor('http://www.shop.test/cart/pay'), 'a=1; b=2; c=3');
  assert.equal(own.headerFor('http://www.shop.test/cartoon'), 'b=2; c=3');
  assert.equal(own.headerFor('http://shop.test/'), 'c=3');
  assert.equal(own.headerFor('http://a.www.shop.test/'), 'c=3');
  for (const other of ['http://notshop.test/', 'http://shop.test.evil.test/', 'http://test/'])
    assert.equal(own.headerFor(other), undefined, other);
});

test('nobody sets cookies for others', () => {
  const refused = [
    ['http://a.co.uk/', 'x=1; Domain=co.uk'],
    ['http://me.github.io/', 'x=1; Domain=github.io'],
    ['http://evil.test/', 'x=1; Domain=bank.test'],
    ['http://evil.test/', 'x=1; Domain=test'],
    ['http://10.0.0.1/', 'x=1; Domain=0.0.1'],
    ['http://shop.test/', 'x=1; Secure'],
    ['https://shop.test/', '__Host-x=1; Secure; Path=/; Domain=shop.test'],
    ['https://shop.test/', '__Secure-x=1'],
    ['http://shop.test/', 'no value'],
    ['http://shop.test/', '=1'],
    ['http://shop.test/', 'a b=1'],
    ['http://shop.test/', 'x=a\r\nInjected: 1'],
    ['http://shop.test/', `x=${'1'.repeat(5_000)}`],
  ] as const;
  for (const [url, header] of refused) assert.equal(jarAfter(url, header).headerFor(url), undefined, header);
});

test('secure, expired and removed cookies are not sent', () => {
  const jar = jarAfter(
    'https://shop.test/',
    's=1; Secure',
    'short=1; Max-Age=60',
    'gone=1',
    'gone=; Max-Age=0',
    'past=1; Expires=Wed, 01 Jan 2020 00:00:00 GMT',
  );
  assert.equal(jar.headerFor('https://shop.test/'), 's=1; short=1');
  assert.equal(jar.headerFor('http://shop.test/'), 'short=1');
  time.now += 61_000;
  assert.equal(jar.headerFor('https://shop.test/'), 's=1');
});

test('a jar that does not learn keeps what it was given alone, and stays small in any case', () => {
  const given = parseCookieFile('.shop.test\tTRUE\t/\tFALSE\t0\tlogin\tme\n', 'c.txt');
  const jar = new CookieJar(given, false, clock);
  const headers = [['set-cookie', 'login=other']] as const;
  jar.taken({
    url: 'http://shop.test/',
    status: 200,
    statusText: '',
    httpVersion: '1.1',
    headers,
    body: new Uint8Array(0),
  });
  assert.equal(jar.headerFor('http://a.shop.test/'), 'login=me');
  const many = jarAfter('http://shop.test/', ...Array.from({ length: 50 }, (_, n) => `c${n}=${'x'.repeat(1_000)}`));
  assert.ok(many.headerFor('http://shop.test/')!.length < 8_192);
});

test('files in Netscape’s format are read strictly, and errors name the line without repeating it', () => {
  const text = [
    '# Netscape HTTP Cookie File',
    '',
    '.shop.test\tTRUE\t/\tTRUE\t1893456000\tsid\ta=b c',
    '#HttpOnly_www.shop.test\tFALSE\t/in\tFALSE\t0\tempty\t\r',
  ].join('\n');
  const [first, second] = parseCookieFile(text, 'c.txt');
  assert.deepEqual(first, {
    name: 'sid',
    value: 'a=b c',
    domain: 'shop.test',
    hostOnly: false,
    path: '/',
    secure: true,
    expiresAt: 1_893_456_000_000,
  });
  assert.deepEqual([second?.domain, second?.hostOnly, second?.value], ['www.shop.test', true, '']);
  const wrong = {
    'shop.test /': /line 2: must have seven fields separated by tabs, but has 1/,
    'a b\tTRUE\t/\tTRUE\t0\tn\tsecret': /line 2: the first field must be a domain/,
    'a.test\tyes\t/\tTRUE\t0\tn\tsecret': /second field/,
    'a.test\tTRUE\tx\tTRUE\t0\tn\tsecret': /third field/,
    'a.test\tTRUE\t/\t1\t0\tn\tsecret': /fourth field/,
    'a.test\tTRUE\t/\tTRUE\tsoon\tn\tsecret': /fifth field/,
    'a.test\tTRUE\t/\tTRUE\t0\tn n\tsecret': /sixth field/,
    'a.test\tTRUE\t/\tTRUE\t0\tn\tsecret\u0007': /seventh field/,
  };
  for (const [line, message] of Object.entries(wrong))
    assert.throws(
      () => parseCookieFile(`# x\n${line}`, 'c.txt'),
      (thrown: unknown) => {
        assert.ok(thrown instanceof UsageError);
        assert.match(thrown.message, message);
        return !thrown.message.includes('secret');
      },
    );
  assert.throws(() => parseCookieFile('# nothing\n', 'c.txt'), /has no cookies/);
});

test('whatever a site sets, it never comes back to another site', () => {
  const host = fc.constantFrom('a.test', 'b.a.test', 'b.test', 'x.co.uk', 'y.co.uk', '10.0.0.1', 'localhost');
  const header = fc.tuple(
    fc.constantFrom('', '; Domain=a.test', '; Domain=.co.uk', '; Domain=test', '; Domain=b.a.test'),
    fc.string(),
  );
  fc.assert(
    fc.property(host, header, host, (from, [domain, value], to) => {
      const sent = jarAfter(`http://${from}/`, `x=${value}${domain}; Path=/`).headerFor(`http://${to}/`);
      const isOneSite = from === to || [from, to].every((name) => name.endsWith('a.test'));
      assert.ok(sent === undefined || isOneSite, `${from} → ${to}`);
      assert.doesNotMatch(sent ?? '', /[\r\n;]/);
    }),
  );
});
