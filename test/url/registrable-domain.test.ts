import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registrableDomain } from '../../src/url/registrable-domain.js';

test('hosts and ports of one owner are one domain, those of different owners are not', () => {
  const domains = {
    'a.b.example.co.uk:8080': 'example.co.uk',
    'example.org': 'example.org',
    'x.wild.test:81': 'wild.test',
    'one.github.io': 'one.github.io',
    '192.0.2.7:8080': '192.0.2.7',
    '[2001:db8::1]:8080': '[2001:db8::1]',
    localhost: 'localhost',
  };
  for (const [host, domain] of Object.entries(domains)) assert.equal(registrableDomain(host), domain, host);
});
