import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Targets } from '../../src/training/targets.js';

const known = new Set(['Science.Biology.Birds', 'Science.Biology', 'Science', 'Music', 'node.js']);

describe('wanted labels', () => {
  test('a target wants the labels under it, and a page is learnt under the nearest target', () => {
    const targets = Targets.from('Science.Biology, Music', known);
    assert.deepEqual([...targets.labels], ['Science.Biology', 'Music']);
    assert.equal(targets.labelOf(['Science.Biology.Birds']), 'Science.Biology');
    assert.equal(targets.labelOf(['Science']), 'Science');
    assert.equal(targets.labelOf(['Countries', 'Music']), 'Music', 'one wanted label is enough');
    assert.equal(targets.labelOf(['node.js', 'Science']), 'node.js', 'a label that is not wanted stays as it is');
  });

  test('without a target, pages labelled relevant are wanted', () => {
    assert.deepEqual([...Targets.from(undefined, new Set(['relevant', 'other'])).labels], ['relevant']);
    assert.throws(
      () => Targets.from(undefined, known),
      /^UsageError: Choose the relevant labels with --target; the labels/,
    );
    assert.throws(() => Targets.from(' , ', known), /Choose the relevant labels/);
  });

  test('a label that no page has', () => {
    assert.throws(
      () => Targets.from('Musik', known),
      /No page is labelled Musik \(--target\)\. Did you mean Music\? The labels are/,
    );
  });
});
