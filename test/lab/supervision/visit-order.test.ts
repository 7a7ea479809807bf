import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { breadthFirstOrder } from '../../../src/lab/supervision/visit-order.js';
import { hashUnit } from '../../../src/lab/web/hash-unit.js';

/** URLs in the order in which they are drawn. */
const drawn = Array.from({ length: 12 }, (_, page) => `http://a.test/${page}`).sort(
  (a, b) => hashUnit(a) - hashUnit(b),
);
const none = new Uint32Array();

/** Pages by their places in the draw, with the places that they link to. */
function pagesWith(links: readonly (readonly number[])[]) {
  return links.map((targets, place) => ({
    url: drawn[place]!,
    links: targets.map((target) => ({ url: drawn[target]!, anchorTerms: none, urlTerms: none })),
  }));
}

describe('the order of visits', () => {
  test('goes breadth first along links, and on with the page that is drawn next', () => {
    // 0 → 3, 2; 3 → 4: visits are 0, 3, 2, 4, and then 1, which nothing links to.
    assert.deepEqual([...breadthFirstOrder(pagesWith([[3, 2], [], [], [4], []]))], [0, 4, 2, 1, 3]);
  });

  test('passes over links to pages that are not given', () => {
    const [page] = pagesWith([[]]);
    const elsewhere = { url: 'http://b.test/', anchorTerms: none, urlTerms: none };
    assert.deepEqual([...breadthFirstOrder([{ ...page!, links: [elsewhere] }])], [0]);
  });

  test('visits every page once, and types in only what no page before it links to', () => {
    const page = fc.nat(drawn.length - 1);
    const graph = fc.array(fc.array(page), { minLength: drawn.length, maxLength: drawn.length });
    fc.assert(
      fc.property(graph, (links) => {
        const order = breadthFirstOrder(pagesWith(links));
        assert.deepEqual(
          [...order].sort((a, b) => a - b),
          [...drawn.keys()],
        );
        const visits = [...drawn.keys()].sort((a, b) => order[a]! - order[b]!);
        const typed = visits.filter((target, at) => !visits.slice(0, at).some((from) => links[from]!.includes(target)));
        assert.deepEqual(
          typed,
          [...typed].sort((a, b) => a - b),
        );
      }),
    );
  });
});
