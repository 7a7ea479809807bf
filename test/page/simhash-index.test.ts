import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { MOST_BITS, SimhashIndex } from '../../src/page/simhash-index.js';

const hex = (bits: bigint) => bits.toString(16).padStart(16, '0');

function distance(one: bigint, other: bigint): number {
  return (one ^ other).toString(2).replaceAll('0', '').length;
}

/** Simhashes that are near one of a few, so that many of them are near each other. */
const simhashes = fc
  .tuple(fc.constantFrom(0n, 0xffffffffffffffffn, 0x0123456789abcdefn), fc.array(fc.nat(63), { maxLength: 6 }))
  .map(([base, flips]) => flips.reduce<bigint>((bits, flip) => bits ^ (1n << BigInt(flip)), base));

describe('the index of simhashes', () => {
  test('finds what a look at every entry finds', () => {
    const cases = fc.record({
      entries: fc.array(fc.tuple(simhashes, fc.nat(9)), { maxLength: 60 }),
      wanted: simhashes,
      bits: fc.nat(MOST_BITS),
      except: fc.nat(9),
    });
    fc.assert(
      fc.property(cases, ({ entries, wanted, bits, except }) => {
        const index = new SimhashIndex();
        for (const [simhash, id] of entries) index.add(hex(simhash), id);
        const expected = entries.find(([simhash, id]) => id !== except && distance(simhash, wanted) <= bits)?.[1];
        assert.equal(index.first(hex(wanted), bits, new Set([except])), expected);
      }),
      { numRuns: 500 },
    );
  });

  test('keeps all of its entries as it grows', () => {
    const index = new SimhashIndex();
    const simhash = (number: number) => hex(BigInt.asUintN(64, BigInt(number) * 0x9e3779b97f4a7c15n));
    for (let id = 0; id < 5_000; id++) index.add(simhash(id), id);
    assert.equal(index.size, 5_000);
    for (let id = 0; id < 5_000; id += 7) assert.equal(index.first(simhash(id), 0, new Set()), id);
  });
});
