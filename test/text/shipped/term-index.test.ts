import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TermIndex } from '../../../src/text/shipped/term-index.js';

test('terms are found where they are, whatever lies between them', () => {
  // Ids that share their upper half, and the outermost ones.
  const id = fc.oneof(
    fc.integer({ min: 0, max: 3 * 0x10000 }),
    fc.integer({ min: 0xffff_fff0, max: 0xffff_ffff }),
    fc.integer({ min: 0, max: 0xffff_ffff }),
  );
  fc.assert(
    fc.property(fc.uniqueArray(id), fc.array(id), (given, others) => {
      const ids = Uint32Array.from(given).sort();
      const index = new TermIndex(ids);
      for (const termId of [...ids, ...others]) assert.equal(index.rowOf(termId), ids.indexOf(termId));
    }),
  );
});
