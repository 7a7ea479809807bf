import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stemmerFor } from '../../src/text/stemmer.js';
import { stopWords } from '../../src/text/stop-words.js';

test('the major European languages have stop words, folded like text', () => {
  for (const language of ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'no', 'fi', 'ru']) {
    assert.ok(stopWords(language).size > 80, language);
  }
  assert.ok(stopWords('de').has('fur') && stopWords('fr').has('meme') && stopWords('ru').has('еще'));
});

test('words that can be a topic are no stop words', () => {
  const topical = 'course page computer new system information work world time home state university first two';
  for (const word of topical.split(' ')) assert.equal(stopWords('en').has(word), false, word);
});

test('languages without a list or a stemmer lose nothing', () => {
  assert.equal(stopWords('xx').size, 0);
  assert.equal(stopWords('constructor').size, 0);
  assert.equal(stemmerFor('constructor')('running'), 'running');
});

test('English stems are those of Porter2', () => {
  const stem = stemmerFor('en');
  assert.deepEqual(['consisting', 'flies', 'skies', 'generously', 'databases'].map(stem), [
    'consist',
    'fli',
    'sky',
    'generous',
    'databas',
  ]);
});
