import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { Agent, request } from 'undici';
import { addressRefusal, addressVerdict, guardedLookup, literalAddress } from '../../src/download/address-guard.js';
import { fetchFailures } from '../../src/download/fetch-failures.js';
import { Failure } from '../../src/failure.js';

type Options = Parameters<typeof guardedLookup>[0];

const refused: Readonly<Record<string, string>> = {
  // IPv4
  '0.0.0.0': 'unspecified',
  '0.1.2.3': 'unspecified',
  '10.0.0.1': 'private',
  '172.16.0.1': 'private',
  '172.31.255.255': 'private',
  '192.168.1.1': 'private',
  '127.0.0.1': 'loopback',
  '127.255.255.254': 'loopback',
  '169.254.1.1': 'linkLocal',
  '100.64.0.1': 'carrierGradeNat',
  '100.127.255.255': 'carrierGradeNat',
  '192.0.0.1': 'reserved',
  '192.0.2.1': 'reserved',
  '198.51.100.1': 'reserved',
  '203.0.113.1': 'reserved',
  '198.18.0.1': 'reserved',
  '192.88.99.1': 'reserved',
  '240.0.0.1': 'reserved',
  '224.0.0.1': 'multicast',
  '239.255.255.255': 'multicast',
  '255.255.255.255': 'broadcast',
  // Metadata services
  '169.254.169.254': 'metadata',
  '169.254.170.2': 'metadata',
  '100.100.100.200': 'metadata',
  '168.63.129.16': 'metadata',
  'fd00:ec2::254': 'metadata',
  'fd00:0ec2:0:0::0254': 'metadata',
  '169.254.170.23': 'metadata',
  '169.254.169.253': 'metadata',
  '169.254.0.23': 'metadata',
  '169.254.42.42': 'metadata',
  'fd00:ec2::23': 'metadata',
  'fd20:ce::254': 'metadata',
  'fd00:c1::a9fe:a9fe': 'metadata',
  'fd00:42::42': 'metadata',
  'fd00:a9fe:a9fe::1': 'metadata',
  'fe80::a9fe:a9fe': 'metadata',
  '2002:a9fe:a9fe::': 'metadata',
  '2001:0:a9fe:a9fe::1': 'metadata',
  '2001:0:4136:e378:8000:63bf:5601:5601': 'metadata',
  '64:ff9b:1::a9fe:a9fe': 'metadata',
  '64:ff9b:1:a9fe:a9:fe00::': 'metadata',
  '::169.254.169.254': 'metadata',
  '::ffff:0:169.254.169.254': 'metadata',
  'fe80::200:5efe:169.254.169.254': 'metadata',
  'fd00::5efe:100.100.100.200': 'metadata',
  // IPv6
  '::': 'unspecified',
  '::1': 'loopback',
  'fe80::1': 'linkLocal',
  'fe80::1%eth0': 'linkLocal',
  'fc00::1': 'uniqueLocal',
  'fd12:3456:789a::1': 'uniqueLocal',
  'fec0::1': 'deprecatedSiteLocal',
  'ff02::1': 'multicast',
  '100::1': 'discard',
  '2001:db8::1': 'reserved',
  '3fff::1': 'reserved',
  '2001:2::1': 'benchmarking',
  '5f00::1': 'segmentRouting',
  '4000::1': 'reserved',
  'fe00::1': 'reserved',
  // IPv4 inside IPv6
  '::ffff:127.0.0.1': 'loopback',
  '::ffff:7f00:1': 'loopback',
  '::ffff:169.254.169.254': 'metadata',
  '::ffff:10.0.0.1': 'private',
  '64:ff9b::127.0.0.1': 'loopback',
  '64:ff9b::a9fe:a9fe': 'metadata',
  '64:ff9b:1::8.8.8.8': 'rfc6052',
  '::ffff:0:127.0.0.1': 'rfc6145',
  '2002:7f00:1::': '6to4',
  '2002:808:808::1': '6to4',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2': 'teredo',
  '::127.0.0.1': 'reserved',
  '::8.8.8.8': 'reserved',
  // Not addresses
  '': 'invalid',
  localhost: 'invalid',
  '127.1': 'invalid',
  '0x7f000001': 'invalid',
  '2130706433': 'invalid',
  '0177.0.0.1': 'invalid',
  '[::1]': 'invalid',
};

const global = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.216.34',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700:4700::1111',
  '2001:4860:4860::8888',
  '2a00:1450:4001:81b::200e',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
];

describe('addresses', () => {
  for (const [address, range] of Object.entries(refused)) {
    test(`'${address}' is refused as ${range}`, () =>
      assert.deepEqual(addressVerdict(address), { allowed: false, range }));
  }
  for (const address of global) {
    test(`'${address}' is allowed`, () =>
      assert.deepEqual(addressVerdict(address), { allowed: true, range: 'unicast' }));
  }

  test('private networks are admitted on request, metadata services and addresses of no host never', () => {
    for (const address of ['127.0.0.1', '10.0.0.1', '::1', 'fd00::1', '169.254.1.1', '100.64.0.1', '8.8.8.8']) {
      assert.equal(addressRefusal(address, true), undefined, address);
    }
    for (const address of [
      '169.254.169.254',
      '::ffff:169.254.169.254',
      'fd00:ec2::254',
      'fd20:ce::254',
      '2002:a9fe:a9fe::',
      '2001:0:4136:e378:8000:63bf:5601:5601',
      '::169.254.169.254',
      'fd00::5efe:100.100.100.200',
      '224.0.0.1',
      '0.0.0.0',
      '::',
    ]) {
      assert.equal(addressRefusal(address, true)?.code, 'address-refused', address);
    }
  });
});

describe('literal addresses in URLs', () => {
  for (const [href, address] of [
    ['http://127.0.0.1/', '127.0.0.1'],
    ['http://127.1/', '127.0.0.1'],
    ['http://0x7f.1/', '127.0.0.1'],
    ['http://0177.0.0.1/', '127.0.0.1'],
    ['http://2130706433/', '127.0.0.1'],
    ['http://127.0.0.1./', '127.0.0.1'],
    ['http://①②⑦.0.0.1/', '127.0.0.1'],
    ['http://[::1]/', '::1'],
    ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
    ['http://localhost/', undefined],
    ['http://127.0.0.1.example.com/', undefined],
  ] as const) {
    test(href, () => assert.equal(literalAddress(new URL(href).hostname), address));
  }
});

describe('guarded lookup', () => {
  test('gives only the allowed ones of several addresses', async () => {
    const lookup = lookupOf({ query: answering(['10.0.0.1', '8.8.8.8', '2606:4700::1', '::1']) });
    assert.deepEqual(await lookup.all('mixed.test'), [
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ]);
    assert.deepEqual(await lookup.one('mixed.test'), ['8.8.8.8', 4]);
    assert.deepEqual(await lookup.one('mixed.test', 6), ['2606:4700::1', 6]);
    assert.deepEqual(await lookup.one('mixed.test', 'IPv6'), ['2606:4700::1', 6]);
  });

  test('fails with the refused address as evidence when none is left', async () => {
    const lookup = lookupOf({ query: answering(['127.0.0.1', '::1']) });
    await assert.rejects(lookup.all('inside.test'), (error) => {
      assert.ok(error instanceof Failure);
      assert.equal(error.code, 'address-refused');
      assert.equal(error.policy, 'skip');
      assert.deepEqual(error.evidence, { address: '127.0.0.1', range: 'loopback' });
      return true;
    });
    await assert.rejects(lookup.one('inside.test'), { code: 'address-refused' });
  });

  test('localhost is judged by its address', async () => {
    await assert.rejects(lookupOf({}).all('localhost'), { code: 'address-refused' });
    assert.ok((await lookupOf({ allowPrivate: true }).all('localhost')).length > 0);
  });

  test('the address that was checked is the one returned, on every call', async () => {
    let answer = ['8.8.8.8'];
    const lookup = lookupOf({ ttlMs: 0, query: (host) => answering(answer)(host) });
    assert.deepEqual(await lookup.one('rebinding.test'), ['8.8.8.8', 4]);
    answer = ['127.0.0.1'];
    await assert.rejects(lookup.one('rebinding.test'), { code: 'address-refused' });
    answer = ['169.254.169.254', '1.1.1.1'];
    assert.deepEqual(await lookup.all('rebinding.test'), [{ address: '1.1.1.1', family: 4 }]);
  });

  test('failures of the name service keep their meaning', async () => {
    for (const [error, code] of [
      ['ENOTFOUND', 'dns-not-found'],
      ['ENODATA', 'dns-not-found'],
      ['EAI_AGAIN', 'dns-unavailable'],
      ['ETIMEOUT', 'dns-unavailable'],
    ] as const) {
      const query = () => Promise.reject(Object.assign(new Error(error), { code: error }));
      await assert.rejects(lookupOf({ query }).all('gone.test'), { code, policy: fetchFailures[code].policy });
    }
    await assert.rejects(lookupOf({ query: answering(['8.8.8.8']) }).one('four.test', 6), { code: 'dns-not-found' });
    assert.equal(fetchFailures['dns-unavailable'].policy, 'retry');
  });
});

describe('kept answers', () => {
  test('are used until they expire, and calls at the same time share one query', async () => {
    let time = 0;
    const asked: string[] = [];
    const query = async (host: string) => {
      asked.push(host);
      return answering(['8.8.8.8'])(host);
    };
    const lookup = lookupOf({ query, ttlMs: 1_000, now: () => time });
    await Promise.all([lookup.all('a.test'), lookup.all('A.test'), lookup.one('a.test'), lookup.one('b.test')]);
    assert.deepEqual(asked, ['a.test', 'b.test']);
    time = 999;
    await lookup.all('a.test');
    assert.equal(asked.length, 2);
    time = 1_000;
    await lookup.all('a.test');
    assert.deepEqual(asked, ['a.test', 'b.test', 'a.test']);
  });

  test('are no failures', async () => {
    let fails = true;
    const query = (host: string) => (fails ? Promise.reject(new Error('down')) : answering(['8.8.8.8'])(host));
    const lookup = lookupOf({ query });
    await assert.rejects(lookup.all('a.test'), { code: 'dns-unavailable' });
    fails = false;
    assert.deepEqual(await lookup.one('a.test'), ['8.8.8.8', 4]);
  });
});

test('an HTTP client connects through the lookup, or fails with its failure', async (t) => {
  const server = createServer((incoming, response) => response.end(incoming.headers.host)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const url = `http://example.test:${(server.address() as AddressInfo).port}/`;
  const fetchWith = async (allowPrivate: boolean) => {
    const lookup = guardedLookup({ allowPrivate, query: answering(['127.0.0.1']) });
    const dispatcher = new Agent({ connect: { lookup } });
    try {
      return await (await request(url, { dispatcher })).body.text();
    } finally {
      await dispatcher.close();
    }
  };
  assert.equal(await fetchWith(true), new URL(url).host);
  await assert.rejects(fetchWith(false), { name: 'Failure', code: 'address-refused' });
});

/** A name service that knows one answer. */
function answering(addresses: readonly string[]): (host: string) => Promise<LookupAddress[]> {
  return async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
}

function lookupOf(options: Partial<Options>) {
  const lookup = guardedLookup({ allowPrivate: false, ...options });
  return {
    all: (host: string) =>
      new Promise<LookupAddress[]>((resolve, reject) =>
        lookup(host, { all: true }, (error, found) => (error ? reject(error) : resolve(found as LookupAddress[]))),
      ),
    one: (host: string, family: 0 | 4 | 6 | 'IPv6' = 0) =>
      new Promise<[string, number]>((resolve, reject) =>
        lookup(host, { family }, (error, found, kind) => (error ? reject(error) : resolve([found as string, kind!]))),
      ),
  };
}
