import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { majority, otherHalf, simhash } from '../../src/page/simhash.js';
import { readPage } from '../../src/reading/read-page.js';

const hex = (word: number) => (word >>> 0).toString(16).padStart(8, '0');

/** Terms number 1 to `count`, as a page shows them. */
const terms = (count: number, from = 1) => ({
  ids: Uint32Array.from({ length: count }, (_, index) => Math.imul(index + from, 0x9e3779b1)),
  counts: new Uint32Array(count).fill(1),
});
const links = (...urls: string[]) => urls.map((url) => ({ url }));

function distance(one: string | undefined, other: string | undefined): number {
  const differing = (BigInt(`0x${one}`) ^ BigInt(`0x${other}`)).toString(2);
  return differing.replaceAll('0', '').length;
}

describe('the majority of features', () => {
  test('decides every bit', () => {
    // Low halves 001, 011 and 010: bit 0 has two votes of three, bit 1 too, bit 2 none.
    const [a, b, c] = [otherHalf(1), otherHalf(3), otherHalf(2)] as const;
    assert.equal(majority(Uint32Array.of(1, 3, 2)), hex((a & b) | (a & c) | (b & c)) + hex(0b011));
  });

  test('is more than half: a tie gives 0', () => {
    // Bit 0 has two votes of two, bits 1 and 31 one of two.
    assert.equal(majority(Uint32Array.of(0x80000001, 0b11)).slice(8), hex(1));
  });

  test('is that of all features, however many', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(0xffffffff), { minLength: 1, maxLength: 600 }), (hashes) => {
        const vote = (bit: number) => {
          const halves = hashes.map((low) => (bit < 32 ? low : otherHalf(low)));
          return 2 * halves.filter((half) => (half >>> (bit & 31)) & 1).length > hashes.length;
        };
        const bits = Array.from({ length: 64 }, (_, index) => Number(vote(63 - index))).join('');
        assert.equal(majority(Uint32Array.from(hashes)), BigInt(`0b${bits}`).toString(16).padStart(16, '0'));
      }),
      { numRuns: 50 },
    );
  });
});

describe('the simhash of a page', () => {
  const all = terms(500);
  const own = simhash('Birds', all, links('http://a.org/x', 'http://a.org/y'));

  test('is absent where there are too few terms to tell', () => {
    assert.equal(simhash('Birds', terms(99), []), undefined);
    assert.match(simhash('Birds', terms(100), [])!, /^[0-9a-f]{16}$/);
  });

  test('is nearly that of a page with other words in a few places, and far from that of another page', () => {
    assert.ok(distance(own, simhash('Birds', terms(500, 3), links('http://a.org/x', 'http://a.org/y'))) <= 3);
    assert.ok(distance(own, simhash('Birds', terms(500, 400), links('http://a.org/x', 'http://a.org/y'))) > 10);
  });

  test('does not depend on how often a term occurs, nor on the order', () => {
    const { ids } = all;
    const often = { ids: ids.toReversed(), counts: new Uint32Array(500).fill(7) };
    assert.equal(simhash('Birds', often, links('http://a.org/y', 'http://a.org/x')), own);
  });

  test('is another one under another title', () => {
    assert.ok(distance(own, simhash('Fish', all, links('http://a.org/x', 'http://a.org/y'))) > 10);
  });

  test('counts the names of link targets once each, wherever they lie', () => {
    assert.equal(simhash('Birds', all, links('http://b.net/deep/x/', 'http://b.net/y', 'http://b.net/z/y')), own);
    const many = Array.from({ length: 200 }, (_, index) => `http://a.org/${index}`);
    assert.ok(distance(own, simhash('Birds', all, links(...many))) > 3);
  });

  test('comes with every page that is read', () => {
    const words = Array.from({ length: 120 }, (_, index) => `bird${index}`).join(' ');
    const read = (html: string) =>
      readPage({ url: 'http://a.org/', body: Buffer.from(html) }, { language: 'en', stem: true, phrases: [] });
    const page = read(`<title>Birds</title><p>${words}<a href=/x>x</a>`);
    assert.equal(page.simhash, simhash('Birds', page.terms, page.links));
    assert.equal('simhash' in read('<p>short'), false);
  });
});
