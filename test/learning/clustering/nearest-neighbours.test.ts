import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { NearestNeighbours } from '../../../src/learning/clustering/nearest-neighbours.js';
import { documentSet, ownIdf, unitVectors } from '../../../src/learning/document-set.js';
import { idfOfOne } from '../../../src/text/idf.js';
import type { TermCounts } from '../../../src/text/term-counts.js';
import { near } from '../../strategy/near.js';

/** Term ids 1, 2, 3 … with these counts; 0 for terms that the page does not have. */
function page(...counts: readonly number[]): TermCounts {
  const ids = [...counts.keys()].filter((place) => counts[place] !== 0);
  return { ids: Uint32Array.from(ids, (place) => place + 1), counts: Uint32Array.from(ids, (place) => counts[place]!) };
}

function neighbours(pages: readonly TermCounts[], labels: readonly number[], k: number): NearestNeighbours {
  const set = documentSet(pages, idfOfOne, 100);
  const idf = new Float64Array(set.terms.length).fill(1);
  return new NearestNeighbours({ vectors: unitVectors(set, idf), labels, terms: set.terms, idf }, k);
}

describe('a set of training documents', () => {
  test('keeps the heaviest terms of each page and counts all that have a term', () => {
    const set = documentSet([page(1, 5, 3), page(2, 0, 1)], idfOfOne, 2);
    // The first page drops term 1; the second has both of its terms, so 1 is known, and it is in both pages.
    assert.deepEqual(set.terms, [2, 3, 1]);
    assert.deepEqual(set.frequencies, [1, 2, 2]);
    assert.deepEqual(set.documents, [
      { terms: [0, 1], counts: [5, 3] },
      { terms: [2, 1], counts: [2, 1] },
    ]);
  });

  test('weighs by f·log(1 + N/n) and makes vectors of length 1', () => {
    const set = documentSet([page(3, 4), page(0, 1)], idfOfOne, 9);
    // idf: term 1 in one of two pages: ln 3 = 1.0986; term 2 in both: ln 2 = 0.6931.
    const idf = ownIdf(set);
    near([...idf], [Math.log(3), Math.log(2)]);
    // First page: (3·1.0986, 4·0.6931) = (3.2958, 2.7726), length 4.3069: (0.7652, 0.6438).
    near([...unitVectors(set, idf)[0]!.weights], [0.7652, 0.6438], 1e-4);
  });
});

describe('the nearest neighbours', () => {
  const pages = [page(1, 0, 0), page(3, 1, 0), page(0, 1, 1), page(0, 0, 1)];
  const labels = [0, 0, 1, 1];

  test('vote on the label', () => {
    // Cosines of (1, 1, 0): 1/√2 = .71, 4/(√10·√2) = .89, 1/2 = .5, 0. The nearest three: labels 0, 0 and 1.
    assert.equal(neighbours(pages, labels, 3).labelOf(page(1, 1, 0)), 0);
    // Cosines of (0, 1, 2): 0, .14, .95, .89: of three, two have label 1.
    assert.equal(neighbours(pages, labels, 3).labelOf(page(0, 1, 2)), 1);
  });

  test('that are more similar decide between equally many', () => {
    // Two nearest of (1, 2, 2): 3rd (4/(3·√2) = .94), 4th (.67), 2nd (5/(3·√10) = .53), 1st (.33). With k = 4 it is two to two.
    assert.equal(neighbours(pages, labels, 4).labelOf(page(1, 2, 2)), 1);
    assert.equal(neighbours(pages, labels, 4).labelOf(page(5, 1, 1)), 0);
  });

  test('are none for a page that shares no term with training', () => {
    assert.equal(neighbours(pages, labels, 3).labelOf(page(0, 0, 0, 1)), undefined);
    assert.equal(neighbours(pages, labels, 3).labelOf(page()), undefined);
  });

  test('are those that comparing with every page finds', () => {
    const counts = fc.array(fc.nat(3), { minLength: 6, maxLength: 6 });
    const training = fc.array(
      counts.filter((all) => all.some((count) => count > 0)),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(training, counts, (given, asked) => {
        const cosines = given.map((all) => product(all, asked) / Math.sqrt(product(all, all)));
        const nearest = cosines.indexOf(Math.max(...cosines));
        const found = neighbours(
          given.map((all) => page(...all)),
          [...given.keys()],
          1,
        ).labelOf(page(...asked));
        if (cosines[nearest] === 0) assert.equal(found, undefined);
        else near([cosines[found!]!], [cosines[nearest]!]);
      }),
    );
  });
});

function product(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, index) => sum + value * b[index]!, 0);
}
