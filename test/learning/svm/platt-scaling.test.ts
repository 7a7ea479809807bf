import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fitSigmoid, probabilityOf } from '../../../src/learning/svm/platt-scaling.js';
import { near } from '../../strategy/near.js';

describe('Platt scaling', () => {
  test('makes a probability that is as often right as it says', () => {
    // Two decision values only, so the fit is exact: at +1 three of four are wanted, at −1 one of four. With 4 wanted and 4 others
    // the targets are 5/6 and 1/6, so p(+1) = (3·5/6 + 1/6)/4 = 2/3 and p(−1) = 1/3: a = −log 2, b = 0.
    const values = [1, 1, 1, 1, -1, -1, -1, -1];
    const wanted = [true, true, true, false, true, false, false, false];
    const sigmoid = fitSigmoid(values, (index) => wanted[index]!);
    near([sigmoid.a, sigmoid.b], [-Math.LN2, 0], 1e-6);
    near(
      [probabilityOf(sigmoid, 1), probabilityOf(sigmoid, -1), probabilityOf(sigmoid, 0)],
      [2 / 3, 1 / 3, 1 / 2],
      1e-6,
    );
  });

  test('stays finite where the values separate the two kinds', () => {
    const sigmoid = fitSigmoid([3, 2, -2, -3], (index) => index < 2);
    // Targets 3/4 and 1/4.
    assert.ok(Number.isFinite(sigmoid.a) && sigmoid.a < 0);
    assert.ok(probabilityOf(sigmoid, 3) > probabilityOf(sigmoid, 2));
    near([probabilityOf(sigmoid, 0)], [0.5], 1e-6);
  });

  test('falls back to the share of wanted examples where the values tell nothing', () => {
    const sigmoid = fitSigmoid([0, 0, 0, 0], (index) => index === 0);
    // Targets 2/3 and 1/5: (2/3 + 3/5)/4 = 19/60.
    near([probabilityOf(sigmoid, 0)], [19 / 60], 1e-6);
  });
});
