import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { trainingSplit } from '../../../src/lab/supervision/training-split.js';

const urls = Array.from({ length: 10_000 }, (_, page) => `http://a.test/${page}`);
const labelled = urls.map(() => ['birds']);

function chosen(of: readonly string[], share: number): string[] {
  const split = trainingSplit({ urls: of }, labelled, share);
  return of.filter((_, page) => split[page] === 1);
}

describe('the split of labelled pages for training', () => {
  test('is about the share that was asked for', () => {
    // 2,000 are expected; four standard deviations are 4·√(10,000 · 0.2 · 0.8) = 160.
    const { length } = chosen(urls, 0.2);
    assert.ok(Math.abs(length - 2000) < 160, `${length} of 10,000`);
    assert.equal(chosen(urls, 0).length, 0);
    assert.equal(chosen(urls, 1).length, 10_000);
  });

  test('holds no page that nobody labelled', () => {
    const labels = urls.map((_, page) => (page % 2 === 0 ? ['birds'] : []));
    const split = trainingSplit({ urls }, labels, 1);
    assert.deepEqual(
      [...split],
      urls.map((_, page) => (page % 2 === 0 ? 1 : 0)),
    );
  });

  test('has or has not a page by its URL alone, whatever the web and its order', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(urls.slice(0, 200)),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (some, share) => {
          const ofAll = new Set(chosen(urls.slice(0, 200), share));
          assert.deepEqual(
            chosen(some, share),
            some.filter((url) => ofAll.has(url)),
          );
        },
      ),
    );
  });

  test('of a smaller share is a part of that of a larger one', () => {
    const larger = new Set(chosen(urls, 0.3));
    assert.ok(chosen(urls, 0.1).every((url) => larger.has(url)));
  });
});
