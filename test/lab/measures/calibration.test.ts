import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { calibrationOf, calibrationSums, pooledSums } from '../../../src/lab/measures/calibration.js';
import { wilson } from '../../../src/lab/measures/share-interval.js';
import type { Scored } from '../../../src/learning/quality.js';

function assertNear(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) < 1e-12, `${actual} is not ${expected}`);
}

describe('calibration', () => {
  const pages: Scored[] = [
    { score: 0.72, wanted: true },
    { score: 0.78, wanted: true },
    { score: 0.7, wanted: false },
    { score: 0.04, wanted: false },
    { score: 1, wanted: true },
  ];

  test('is what was judged beside what is true, tenth by tenth, worked out by hand', () => {
    const { bins, error, brier, judged, relevant, pages: total } = calibrationOf(calibrationSums(pages))!;
    assert.equal(bins.length, 10);
    // From .7 up to .8: two of three are relevant, judged .72 + .78 + .7 = 2.2 in all.
    const tenth = bins[7]!;
    assert.deepEqual([tenth.from, tenth.to, tenth.pages, tenth.relevant], [0.7, 0.8, 3, wilson(2, 3)]);
    assertNear(tenth.judged!, 2.2 / 3);
    // 1 belongs to the last.
    assert.deepEqual([bins[9]!.pages, bins[9]!.judged, bins[9]!.relevant!.mean], [1, 1, 1]);
    assert.deepEqual([bins[5]!.pages, bins[5]!.judged, bins[5]!.relevant], [0, null, null]);
    // (3·|2.2/3 − 2/3| + |.04 − 0| + 0) / 5
    assertNear(error, (0.2 + 0.04) / 5);
    // (.28² + .22² + .7² + .04² + 0) / 5
    assertNear(brier, (0.0784 + 0.0484 + 0.49 + 0.0016) / 5);
    assertNear(judged, 3.24 / 5);
    assert.deepEqual([relevant, total], [3 / 5, 5]);
  });

  test('of no pages there is none', () => {
    assert.equal(calibrationOf(calibrationSums([])), null);
    assert.equal(calibrationOf(pooledSums([])), null);
  });

  test('a strategy whose relevance goes beyond 0 and 1 is shown at the ends', () => {
    const { pages: counts } = calibrationSums([
      { score: 1.7, wanted: true },
      { score: -0.2, wanted: false },
    ]);
    assert.deepEqual(counts, [1, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  });

  const crawl = fc.array(fc.record({ score: fc.nat(64).map((step) => step / 64), wanted: fc.boolean() }), {
    maxLength: 30,
  });

  test('pooled over crawls is that of all their pages', () => {
    fc.assert(
      fc.property(fc.array(crawl, { maxLength: 6 }), (crawls) => {
        // Sums of 64ths are exact in any order.
        assert.deepEqual(pooledSums(crawls.map(calibrationSums)), calibrationSums(crawls.flat()));
      }),
    );
  });

  test('errors are from 0 to 1, and 0 where judgements are the truth', () => {
    fc.assert(
      fc.property(crawl, (scored) => {
        const calibration = calibrationOf(calibrationSums(scored));
        if (calibration === null) return;
        const { error, brier } = calibration;
        assert.ok(error >= 0 && error <= 1 && brier >= 0 && brier <= 1);
        // Within a tenth the mean errs no more than its pages do, and by Jensen's inequality error² ≤ Brier.
        assert.ok(error ** 2 <= brier + 1e-12);
        const sure = calibrationOf(calibrationSums(scored.map(({ wanted }) => ({ score: Number(wanted), wanted }))))!;
        assert.deepEqual([sure.error, sure.brier], [0, 0]);
      }),
    );
  });
});
