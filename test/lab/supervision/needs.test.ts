import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { modelKinds, needsExamples, needsGenreTerms, supervisionOf } from '../../../src/lab/supervision/needs.js';
import { bareTopic } from '../../../src/lab/topics/bare-topic.js';
import { trainers } from '../../../src/learning/trainers.js';
import { findStrategy, strategies } from '../../../src/strategy/strategies.js';

const genre = findStrategy('genre');
const bestFirst = findStrategy('best-first');
const bare = bareTopic('courses');
const asked = { ...bare, query: 'databases' };

describe('what strategies have to be told', () => {
  test('is labels where they need a model', () => {
    for (const entry of strategies.filter(({ model }) => model !== undefined))
      assert.equal(supervisionOf(entry, [asked]), 'labels', entry.name);
    assert.deepEqual(modelKinds(strategies).sort(), trainers.map(({ kind }) => kind).sort());
  });

  test('is examples where one of the topics names no genre', () => {
    const named = { ...asked, genre: ['course-syllabus'] };
    const described = { ...asked, genreTerms: ['homework'] };
    assert.equal(supervisionOf(genre, [named, described]), 'none');
    assert.equal(supervisionOf(genre, [named, asked]), 'examples');
    assert.ok(needsGenreTerms(genre, { ...asked, genre: ['web'] }), 'the genre of all pages is none');
    assert.ok(needsGenreTerms(genre, { ...bare, genre: ['course-syllabus'] }), 'the subject is missing');
    assert.ok(!needsGenreTerms(genre, { ...bare, genre: ['course-syllabus'], contentTerms: ['databases'] }));
  });

  test('is examples where one of the topics has no query', () => {
    assert.equal(supervisionOf(bestFirst, [asked]), 'none');
    assert.equal(supervisionOf(bestFirst, [asked, bare]), 'examples');
    assert.ok(needsExamples(bestFirst, bare));
    assert.ok(!needsExamples(genre, bare), 'its terms are found on them instead');
  });

  test('is nothing for all others', () => {
    const others = strategies.filter(({ name, model }) => name !== 'genre' && model === undefined);
    for (const entry of others) assert.equal(supervisionOf(entry, [asked]), 'none', entry.name);
  });
});
