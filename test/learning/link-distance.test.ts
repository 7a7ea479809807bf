import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { followedFrom } from '../../src/learning/followed-from.js';
import { linkDistances } from '../../src/learning/link-distance.js';

const none = new Uint32Array();

/** Pages a, b, c … with their links as words of letters, in the order of their visits. */
function graph(links: Readonly<Record<string, string>>) {
  return Object.entries(links).map(([url, targets], order) => ({
    url,
    order,
    links: [...targets].map((target) => ({ url: target, anchorTerms: none, urlTerms: none })),
  }));
}

describe('link distance to a target', () => {
  // a → b → c → t is the long way, a → d → t the short one; t → e leads away; f links to itself and to a page that is not
  // of the set; g → e → nothing.
  const pages = graph({ a: 'bd', b: 'c', c: 't', d: 't', t: 'e', e: '', f: 'fx', g: 'e' });

  test('is the shortest way along links, and undefined where there is none', () => {
    const distances = linkDistances(pages, (page) => pages[page]!.url === 't');
    assert.deepEqual(distances, [2, 2, 1, 1, 0, undefined, undefined, undefined]);
  });

  test('is that to the nearest of several targets', () => {
    const distances = linkDistances(pages, (page) => 'te'.includes(pages[page]!.url));
    assert.deepEqual(distances, [2, 2, 1, 1, 0, 0, undefined, 1]);
  });

  test('of a page is one more than the least distance of the pages that it links to', () => {
    const webs = fc.array(fc.array(fc.nat(14), { maxLength: 4 }), { minLength: 1, maxLength: 15 });
    fc.assert(
      fc.property(webs, fc.nat(3), (web, targets) => {
        const web15 = web.map((links, page) => ({
          url: `${page}`,
          links: links.map((link) => ({ url: `${link}`, anchorTerms: none, urlTerms: none })),
        }));
        const distances = linkDistances(web15, (page) => page < targets);
        for (const [page, links] of web.entries()) {
          const behind = links.filter((link) => link < web.length && link !== page).map((link) => distances[link]);
          const least = Math.min(...behind.map((distance) => distance ?? Number.POSITIVE_INFINITY));
          const expected = page < targets ? 0 : least + 1;
          assert.equal(distances[page] ?? Number.POSITIVE_INFINITY, expected);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('the step by which a visitor came to a page', () => {
  test('is from the last page visited before that links to it', () => {
    // Visited: a, b, c, d, e. a links to all; b links to c. From b one went on to c, then back to a for d. Nothing links to e
    // before it was visited: it was typed in.
    const pages = graph({ a: 'bcd', b: 'c', c: 'ab', d: '', e: 'd' });
    assert.deepEqual(followedFrom(pages), [undefined, 0, 1, 0, undefined]);
  });

  test('does not depend on the order in which pages are given, and needs an order of visits', () => {
    const pages = graph({ a: 'bc', b: 'c', c: '' });
    assert.deepEqual(followedFrom([pages[2]!, pages[0]!, pages[1]!]), [2, undefined, 1]);
    const unordered = pages.map(({ url, links }) => ({ url, links }));
    assert.deepEqual(followedFrom(unordered), [undefined, undefined, undefined]);
  });
});
