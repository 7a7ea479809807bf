import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { guarded } from '../src/cli/terminal/guard-output.js';
import { redacted } from '../src/redact.js';
import { crawlLocation } from '../src/store/crawl-location.js';

/** Marked, so that a part of it is told from what belongs to the rest of the text. */
const password = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }).map((text) => `§${text}§`);
const encoded = password.map((text) => encodeURIComponent(text));
/** As people type them, with signs that should have been encoded. */
const typed = fc
  .string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(..."aB9:/@?&=%.+-_~!$(),;'") })
  .map((text) => `zq${text}qz`);
const scheme = fc.constantFrom('postgres', 'postgresql', 'POSTGRES');
const around = fc.constantFrom(
  (url: string) => url,
  (url: string) => `Cannot reach ${url}: no.`,
  (url: string) => JSON.stringify({ store: url, message: `see "${url}"` }),
  (url: string) => `osprey: error: too many arguments '${url}' <${url}>`,
);

describe('passwords of databases', () => {
  test('are in no text that was redacted, wherever the address stands in it', () => {
    fc.assert(
      fc.property(scheme, fc.oneof(encoded, typed), around, (name, secret, within) => {
        const url = `${name}://ada:${secret}@db.example.org:5432/crawls#cars`;
        const text = within(url);
        const shown = redacted(text);
        assert.ok(!shown.includes(secret), shown);
        assert.ok(shown.includes('ada@db.example.org:5432/crawls#cars'), shown);
        assert.ok(!guarded(text, false).includes(secret));
      }),
      { numRuns: 1_000 },
    );
  });

  test('neither are those given as a parameter; other text is as it was', () => {
    assert.equal(
      redacted('postgres://db/crawls?password=geheim&sslmode=require#cars'),
      'postgres://db/crawls?password=…&sslmode=require#cars',
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/postgres/i.test(text));
        assert.equal(redacted(text), text);
      }),
    );
    assert.equal(redacted('postgres at ada@example.org'), 'postgres at ada@example.org');
  });

  test('an address is a database and a name; what is no URL is refused without being repeated', () => {
    assert.deepEqual(crawlLocation('postgres://ada:x%40y@db/crawls#cars'), {
      ...{ kind: 'postgres', url: 'postgres://ada:x%40y@db/crawls', name: 'cars' },
      shown: 'postgres://ada@db/crawls#cars',
    });
    assert.deepEqual(crawlLocation('crawls/cars#1'), { kind: 'folder', folder: 'crawls/cars#1' });
    for (const bad of ['postgres://ada:se/cret@db:x/crawls', 'postgres://ada:se"cret@db/crawls'])
      assert.throws(() => crawlLocation(bad), {
        code: 'bad-database-url',
        message: /^(?!.*cret)/,
      });
  });
});
