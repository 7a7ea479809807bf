import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { UrlIndex } from '../../../src/strategy/pagerank/url-index.js';

const urls = fc.array(
  fc.oneof(fc.string({ maxLength: 3 }), fc.webUrl(), fc.string({ unit: 'binary', maxLength: 40 })),
  {
    maxLength: 300,
  },
);

describe('UrlIndex', () => {
  test('numbers URLs as a map would, before and after a copy of its contents', () => {
    fc.assert(
      fc.property(urls, urls, (first, second) => {
        const numbers = new Map<string, number>();
        let index = new UrlIndex();
        for (const all of [first, second]) {
          for (const url of all) {
            assert.equal(index.find(url), numbers.get(url) ?? -1);
            if (!numbers.has(url)) numbers.set(url, numbers.size);
            assert.equal(index.add(url), numbers.get(url));
          }
          index = UrlIndex.of(index.contents);
        }
        assert.equal(index.size, numbers.size);
        for (const [url, number] of numbers) {
          assert.equal(index.find(url), number);
          assert.equal(index.urlOf(number), url);
        }
      }),
      { numRuns: 50 },
    );
  });
});
