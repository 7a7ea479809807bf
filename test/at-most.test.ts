import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AtMost } from '../src/at-most.js';

test('never more than so many are at work, and all are done in order, failures among them', async () => {
  const limit = fc.integer({ min: 1, max: 4 });
  await fc.assert(
    fc.asyncProperty(limit, fc.array(fc.record({ turns: fc.nat(3), fails: fc.boolean() })), async (most, works) => {
      const places = new AtMost(most);
      const begun: number[] = [];
      let running = 0;
      const done = works.map(({ turns, fails }, index) =>
        places.run(async () => {
          begun.push(index);
          assert.ok(++running <= most && places.busy <= most);
          for (let left = turns; left > 0; left--) await Promise.resolve();
          running--;
          if (fails) throw new Error('failed');
        }),
      );
      const results = await Promise.allSettled(done);
      assert.deepEqual(begun, [...works.keys()]);
      assert.deepEqual(
        results.map(({ status }) => status === 'rejected'),
        works.map(({ fails }) => fails),
      );
      assert.equal(places.busy, 0);
    }),
  );
});
