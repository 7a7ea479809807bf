import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { passageFinder } from '../../src/export/passages.js';

const topic = { query: 'sourdough bread', contentTerms: [], language: 'en', stem: true };

describe('passages around the words of the query', () => {
  test('are sentences with one of them, with those beside them, the best three in the order of the text', () => {
    const text = [
      'Weather is fine. It may rain. Nobody knows. A sourdough rises slowly. Then it is baked. Later it cools. Done.',
      'Nothing here.',
      'Breads of all kinds. Sourdough breads keep longest.',
      'Bread one.',
      'Bread two.',
    ].join('\n');
    assert.deepEqual(passageFinder(topic)(text), [
      'Nobody knows. A sourdough rises slowly. Then it is baked.',
      'Breads of all kinds. Sourdough breads keep longest.',
      'Bread one.',
    ]);
  });

  test('are cut to a readable length, and none where nothing is asked for or found', () => {
    const [long] = passageFinder(topic)(`Bread ${'and butter '.repeat(100)}`);
    assert.ok(long!.length <= 501 && long!.endsWith('…'));
    assert.deepEqual(passageFinder(topic)('Nothing of it.'), []);
    assert.deepEqual(passageFinder({ ...topic, query: '' })('Bread.'), []);
    assert.deepEqual(passageFinder({ contentTerms: ['rye'], language: 'en', stem: true })('Rye is a grain.'), [
      'Rye is a grain.',
    ]);
  });
});
