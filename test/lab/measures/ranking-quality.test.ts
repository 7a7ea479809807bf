import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { rankingQuality } from '../../../src/lab/measures/ranking-quality.js';
import type { RankingQuality } from '../../../src/lab/results.js';
import { rankingMeasures } from '../../../src/lab/results.js';
import type { Scored } from '../../../src/learning/quality.js';

/** `1` is relevant; scores fall from left to right, and within brackets they are equal: '1(01)0'. */
function ranked(order: string): Scored[] {
  const scored: Scored[] = [];
  let score = 100;
  let tied = false;
  for (const sign of order) {
    if (sign === '(' || sign === ')') tied = sign === '(';
    else scored.push({ score, wanted: sign === '1' });
    if (!tied) score--;
  }
  return scored;
}

function assertNear(actual: RankingQuality | null, expected: Partial<RankingQuality>): void {
  for (const [name, value] of Object.entries(expected)) {
    const found = actual![name as keyof RankingQuality];
    assert.ok(Math.abs(found - value) < 1e-12, `${name}: ${found} is not ${value}`);
  }
}

const at = (place: number) => 1 / Math.log2(place + 1);

describe('the quality of a ranking', () => {
  test('is the gain of the relevant pages by place, as a share of the best, worked out by hand', () => {
    // Relevant on the places 1, 3 and 6: 1 + 1/2 + 1/log2 7, of 1 + 1/log2 3 + 1/2. Precisions 1, 2/3 and 3/6.
    assertNear(rankingQuality(ranked('101001')), {
      ndcg: (1 + 0.5 + at(6)) / (1 + at(2) + 0.5),
      averagePrecision: (1 + 2 / 3 + 1 / 2) / 3,
    });
  });

  test('of the first 10 counts neither gains beyond them, nor more relevant pages than fit', () => {
    const late = rankingQuality(ranked(`${'0'.repeat(9)}1${'0'.repeat(10)}1`))!;
    assertNear(late, { ndcg10: at(10) / (1 + at(2)), ndcg50: (at(10) + at(21)) / (1 + at(2)) });
    const many = rankingQuality(ranked(`${'1'.repeat(12)}0`))!;
    assertNear(many, { ndcg10: 1, ndcg50: 1, ndcg: 1, averagePrecision: 1 });
    assertNear(rankingQuality(ranked(`${'0'.repeat(10)}1`)), { ndcg10: 0 });
  });

  test('of pages that are judged alike is the mean over their orders', () => {
    // (10): first or second, each half of the time.
    assertNear(rankingQuality(ranked('(10)')), { ndcg: (1 + at(2)) / 2, averagePrecision: (1 + 1 / 2) / 2 });
    // 0(101)1: the three in the middle stand as 110, 101 or 011.
    const orders = ['01101', '01011', '00111'].map((order) => rankingQuality(ranked(order))!);
    const mean = (name: keyof RankingQuality) => orders.reduce((sum, order) => sum + order[name], 0) / 3;
    assertNear(rankingQuality(ranked('0(101)1')), { ndcg: mean('ndcg'), averagePrecision: mean('averagePrecision') });
  });

  test('there is none where nothing is relevant', () => {
    assert.equal(rankingQuality(ranked('000')), null);
    assert.equal(rankingQuality([]), null);
  });

  const scored = fc.array(fc.record({ score: fc.nat(6).map((step) => step / 6), wanted: fc.boolean() }), {
    minLength: 1,
    maxLength: 70,
  });

  test('is from 0 to 1, the same in whatever order pages were visited, and 1 when all that is relevant is above the rest', () => {
    fc.assert(
      fc.property(scored, fc.nat(), (pages, turn) => {
        const quality = rankingQuality(pages);
        if (quality === null) return assert.ok(pages.every(({ wanted }) => !wanted));
        const turned = [...pages.slice(turn % pages.length), ...pages.slice(0, turn % pages.length)].reverse();
        assert.deepEqual(rankingQuality(turned), quality);
        const perfect = rankingQuality(
          pages.map(({ score, wanted }) => ({ score: score + Number(wanted) * 2, wanted })),
        )!;
        for (const name of rankingMeasures) {
          assert.ok(quality[name] > -1e-12 && quality[name] < 1 + 1e-12, `${name} ${quality[name]}`);
          assert.ok(Math.abs(perfect[name] - 1) < 1e-12, `${name} ${perfect[name]}`);
        }
      }),
    );
  });

  test('does not fall when a relevant page is judged higher', () => {
    fc.assert(
      fc.property(scored, fc.nat(), (pages, pick) => {
        const better = pages.map((page, index) =>
          index === pick % pages.length && page.wanted ? { ...page, score: page.score + 0.5 } : page,
        );
        const [before, after] = [rankingQuality(pages), rankingQuality(better)];
        if (before === null) return;
        for (const name of rankingMeasures) assert.ok(after![name] >= before[name] - 1e-12, name);
      }),
    );
  });
});
