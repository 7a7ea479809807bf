import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ablationOf } from '../../../tools/results/ablation.js';
import { ablationMarkdown, verdictOn } from '../../../tools/results/ablation-markdown.js';
import { reportOf, runsOf } from './report-of.js';

const far = { seeds: 'far' } as const;
const [near, away] = [
  [0.5, 0.6, 0.7, 0.8],
  [0.1, 0.2, 0.3, 0.4],
];
const less = (aucs: readonly number[], by: number) => aucs.map((auc) => auc - by);
const report = reportOf('web', [
  ...runsOf('osprey', near),
  ...runsOf('osprey', away, far),
  ...runsOf('osprey+without=anchor', less(near, 0.02)),
  ...runsOf('osprey+without=anchor', less(away, 0.06), far),
  ...runsOf('osprey+without=words', near),
  ...runsOf('osprey+without=words', away, far),
]);

describe('an ingredient left out', () => {
  const [first, second] = ablationOf([report], ['words', 'anchor']);

  test('is missed by the difference, what is missed most first', () => {
    assert.deepEqual([first!.ingredient, second!.ingredient], ['anchor', 'words']);
    const { near: ofNear, far: ofFar, all } = first!.webs[0]!;
    assert.deepEqual(
      [ofNear, ofFar, all].map(({ difference }) => Number(difference.toFixed(6))),
      [-0.02, -0.06, -0.04],
    );
  });

  test('is tested over tasks where any differ', () => {
    // Eight of eight: 2 / 2^8, and no other test was made.
    assert.equal(first!.p, 2 / 256);
    assert.equal(second!.p, null);
  });

  test('is told in figures and words', () => {
    const text = ablationMarkdown([report], ['words', 'anchor']);
    assert.match(
      text,
      /\| anchor \| 0\.630 \(−0\.020\) \| 0\.190 \(−0\.060\) \| 0\.410 \(−0\.040\) \| −0\.0400 \| 0\.008 \|/,
    );
    assert.match(text, /- Earn their place .*: `anchor`\./);
    assert.match(text, /- Make no difference .*: `words`\./);
  });
});

test('an ingredient is judged by difference and chance', () => {
  assert.equal(verdictOn({ difference: -0.02, p: 0.01 }), 'missed');
  assert.equal(verdictOn({ difference: -0.02, p: 0.2 }), 'maybe');
  assert.equal(verdictOn({ difference: -0.0004, p: 0.01 }), 'nothing');
  assert.equal(verdictOn({ difference: 0.02, p: 0.2 }), 'nothing');
  assert.equal(verdictOn({ difference: 0.02, p: 0.01 }), 'harmful');
});
