import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { generateTerms } from '../../src/topic/generate-terms.js';

const many = { genreTerms: 40, contentTerms: 40 };
const page = (...lines: string[]) => ({ title: '', text: lines.join('\n') });

// Page 1: office 2, hours 2, "office hours" 2, grading 2; short, fair and the other sequences once.
// Page 2: grading 2, policy 2 (once as "policies"), "grading policy" 2.
const syllabi = [
  page('Office hours and grading', 'The office hours are short. Grading is fair'),
  page('Grading policy', 'Grading policies'),
];

describe('GenerateTerms (de Assis et al. 2009, algorithm 2)', () => {
  test('finds the most frequent terms over the pages, with how often and on how many they occur', () => {
    // office and hours occur only in "office hours", policy only in "grading policy": the longer terms stand for them.
    assert.deepEqual(generateTerms(syllabi, [], many).genreTerms, [
      { term: 'grading', count: 4, pages: 2 },
      { term: 'grading policy', count: 2, pages: 1 },
      { term: 'office hours', count: 2, pages: 1 },
    ]);
  });

  test('takes the terms of the genre away from those of the relevant pages', () => {
    // grading 2 is of the genre. database 3, queries 2 and "database queries" 2, design 2; all else once.
    const relevant = [page('Grading of database queries', 'Database queries and database design', 'Design: grading')];
    assert.deepEqual(generateTerms(syllabi, relevant, many).contentTerms, [
      { term: 'database', count: 3, pages: 1 },
      { term: 'database queries', count: 2, pages: 1 },
      { term: 'design', count: 2, pages: 1 },
    ]);
  });

  test('gives as many terms as are asked for, frequent ones on more pages first', () => {
    const pages = [page('alpha', 'alpha', 'beta'), page('beta', 'gamma'), page('gamma')];
    // alpha 2 on one page, beta 2 on two, gamma 2 on two.
    const { genreTerms } = generateTerms(pages, pages, { genreTerms: 2, contentTerms: 1 });
    assert.deepEqual(
      genreTerms.map(({ term }) => term),
      ['beta', 'gamma'],
    );
    assert.deepEqual(generateTerms(pages, pages, { genreTerms: 2, contentTerms: 1 }).contentTerms, [
      { term: 'alpha', count: 2, pages: 1 },
    ]);
  });

  test('terms have one to three words, cross neither full stops nor blocks, and neither start nor end with stop words', () => {
    const text = 'value for the money of students. Bread, butter';
    const { genreTerms } = generateTerms([page(text, text), page('students bread')], [], many);
    assert.deepEqual(
      genreTerms.map(({ term, count }) => [term, count]),
      [
        ['bread', 3],
        ['students', 3],
        ['value for the money of students', 2],
        ['butter', 2],
      ],
    );
  });

  test('a term is shown as it is written most often', () => {
    const pages = [page('Linked List', 'linked lists', 'Linked lists', 'linked-list', 'linked lists')];
    assert.deepEqual(generateTerms(pages, [], many).genreTerms, [{ term: 'linked lists', count: 5, pages: 1 }]);
  });

  test('numbers alone are no terms, and stems can be switched off', () => {
    const pages = [page('1997', '1997', 'mp3', 'mp3', 'job', 'jobs')];
    const terms = (stem: boolean) => generateTerms(pages, [], many, { stem }).genreTerms.map(({ term }) => term);
    assert.deepEqual(terms(true), ['job', 'mp3']);
    assert.deepEqual(terms(false), ['mp3']);
  });

  test('words of scripts without spaces are told apart', () => {
    const { genreTerms } = generateTerms([page('信息检索。', '信息检索。')], [], many, { language: 'zh' });
    assert.deepEqual(genreTerms, [{ term: '信息检索', count: 2, pages: 1 }]);
  });
});
