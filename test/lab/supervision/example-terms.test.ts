import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { termsFromExamples } from '../../../src/lab/supervision/example-terms.js';
import { bareTopic } from '../../../src/lab/topics/bare-topic.js';

/** Counts: syllabus 4, databases 3, homework 2; what occurs once is no term. */
const texts = [
  { title: '', text: 'syllabus\nsyllabus\ndatabases\nhomework' },
  { title: '', text: 'syllabus\nsyllabus\ndatabases\ndatabases\nhomework\nonce' },
];
const textsOf = async (urls: readonly string[]) => urls.map((url) => texts[Number(url)]!);
const topic = { ...bareTopic('courses'), examples: ['0', '1'] };

describe('terms from the examples of a topic', () => {
  test('are of the genre, without the words of the query, which are its content', async () => {
    assert.deepEqual(await termsFromExamples({ ...topic, query: 'database' }, textsOf), {
      genreTerms: ['syllabus', 'homework'],
      contentTerms: [],
    });
  });

  test('leave content terms as the topic gives them', async () => {
    const contentTerms = ['homework', 'tree'];
    assert.deepEqual(await termsFromExamples({ ...topic, query: 'database', contentTerms }, textsOf), {
      genreTerms: ['syllabus', 'databases'],
      contentTerms,
    });
  });

  test('are content for a topic with a genre and without a query', async () => {
    const genreTerms = ['syllabus'];
    assert.deepEqual(await termsFromExamples({ ...topic, genreTerms }, textsOf), {
      genreTerms,
      contentTerms: ['databases', 'homework'],
    });
  });

  test('are the 40 most frequent for the genre, and the next 40 for the content, where nothing else is known', async () => {
    // word0 occurs 100 times, word1 99 times, and so on.
    const words = Array.from({ length: 99 }, (_, index) => `word${index}`);
    const text = words.map((word, index) => `${word}\n`.repeat(100 - index)).join('');
    const found = await termsFromExamples(topic, async () => [{ title: '', text }]);
    assert.deepEqual(found, { genreTerms: words.slice(0, 40), contentTerms: words.slice(40, 80) });
  });

  test('are refused by name where there is nothing to find them in', async () => {
    const message = /^The topic courses .*: give it more examples, or the terms\.$/;
    await assert.rejects(termsFromExamples({ ...topic, examples: [], query: 'database' }, textsOf), { message });
    await assert.rejects(
      termsFromExamples({ ...topic, genreTerms: ['syllabus'] }, async () => []),
      { message },
    );
  });
});
