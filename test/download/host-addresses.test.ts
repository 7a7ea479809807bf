import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hostAddresses } from '../../src/download/host-addresses.js';

const query = async (hostname: string) => {
  if (hostname === 'absent.test') throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
  return [
    { address: '93.184.216.34', family: 4 },
    { address: 'fd00::1', family: 6 },
    { address: '169.254.169.254', family: 4 },
  ];
};
const resolve = new Map([['pinned.test', { address: '127.0.0.1', port: 8080 }]]);
const strict = hostAddresses({ allowPrivate: false, resolve, query });
const lenient = hostAddresses({ allowPrivate: true, resolve, query });

describe('the addresses of a host', () => {
  test('each has its own verdict', async () => {
    assert.deepEqual(await strict('example.test'), {
      source: 'dns',
      addresses: [
        { address: '93.184.216.34', range: 'unicast', admitted: true },
        { address: 'fd00::1', range: 'uniqueLocal', admitted: false },
        { address: '169.254.169.254', range: 'metadata', admitted: false },
      ],
    });
    const { addresses } = await lenient('example.test');
    assert.deepEqual(
      addresses.map(({ admitted }) => admitted),
      [true, true, false],
    );
  });

  test('those of pinned hosts and of URLs that name an address are not looked up', async () => {
    assert.deepEqual(await strict('pinned.test'), {
      source: 'resolve',
      addresses: [{ address: '127.0.0.1', range: 'loopback', admitted: false }],
    });
    assert.deepEqual(await lenient('[::ffff:10.0.0.1]'), {
      source: 'url',
      addresses: [{ address: '::ffff:10.0.0.1', range: 'private', admitted: true }],
    });
  });

  test('a name that is not found has none', async () => {
    assert.deepEqual(await strict('absent.test'), { source: 'dns', addresses: [], failure: 'dns-not-found' });
  });

  test('behind a proxy, which looks names up itself, only addresses in URLs are known', async () => {
    const proxied = hostAddresses({ allowPrivate: false, resolve, query, proxy: 'http://proxy.test:3128' });
    assert.deepEqual(await proxied('pinned.test'), { source: 'proxy', addresses: [] });
    assert.equal((await proxied('10.0.0.1')).addresses[0]!.admitted, false);
  });
});
