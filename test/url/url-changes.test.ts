import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalUrl } from '../../src/url/canonical-url.js';
import { urlChanges } from '../../src/url/url-changes.js';

const cases: [written: string, ...changes: string[]][] = [
  ['https://example.org/a?b=1'],
  ['https://example.org', 'path:  → /'],
  [
    'HTTPS://Bücher.Example:443/',
    'scheme: HTTPS → https',
    'host: Bücher.Example → xn--bcher-kva.example',
    'port: 443 → ',
  ],
  ['http://example.org./a/../b;jsessionid=1', 'host: example.org. → example.org', 'path: /a/../b;jsessionid=1 → /b'],
  ['http://example.org/?a=1&utm_source=x#top', 'query: a=1&utm_source=x → a=1', 'fragment: top → '],
  ['http://0x7f.1/%7euser', 'host: 0x7f.1 → 127.0.0.1', 'path: /%7euser → /~user'],
  ['http://[::0001]/', 'host: [::0001] → [::1]'],
  // What was secret stays so.
  ['http://me:secret@example.org/', 'credentials: user name and password → '],
  // The parts of an odd spelling are for browsers to tell.
  ['http:\\\\example.org\\a', 'url: http:\\\\example.org\\a → http://example.org/a'],
];

for (const [written, ...changes] of cases)
  test(`what becomes of ${written} is told part by part`, () => {
    const told = urlChanges(written, canonicalUrl(written)!);
    assert.deepEqual(
      told.map(({ part, from, to }) => `${part}: ${from} → ${to}`),
      changes,
    );
  });
