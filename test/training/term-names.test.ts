import assert from 'node:assert/strict';
import { test } from 'node:test';
import { termId } from '../../src/text/term-id.js';
import { TermNames } from '../../src/training/term-names.js';

test('a term has the name it is written as most often, and unknown ones a number', () => {
  const names = new TermNames('en', true);
  names.add('Chemical, chemicals; the CHEMICALS of Crème brûlée');
  assert.equal(names.nameOf(termId('chemic')), 'chemicals');
  assert.equal(names.nameOf(termId('creme')), 'creme');
  names.add('chemical chemical');
  assert.equal(names.nameOf(termId('chemic')), 'chemical');
  assert.match(names.nameOf(termId('unheard')), /^#[0-9a-f]{8}$/);
  assert.match(names.nameOf(termId('the')), /^#/, 'stop words are no terms');
});
