import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { clearMeanings, crawlTerms, type JudgedText } from '../../src/topic/crawl-terms.js';

const english = { language: 'en', stem: true };
const filler = ['river', 'stone', 'lamp', 'cloud', 'paper', 'glass', 'field', 'music'];
const pages = (count: number, words: string, relevant: boolean): JudgedText[] =>
  Array.from({ length: count }, (_, k) => ({
    title: `Jaguar ${filler[k % filler.length]}`,
    text: `The jaguar: ${words}. ${filler[(k + 3) % filler.length]} and ${filler[(k + 5) % filler.length]}.`,
    relevant,
  }));

describe('terms that a crawl suggests', () => {
  const cars = pages(8, 'an engine, a sports car with four wheels', true);
  const cats = pages(8, 'a cat of the jungle that hunts its prey', false);

  test('are words that relevant pages have and others lack, and words of the query that tell nothing', () => {
    const { add, drop } = crawlTerms([...cars, ...cats], 'jaguar car', english);
    assert.deepEqual(new Set(add.map(({ term }) => term)), new Set(['engine', 'sports', 'wheels', 'four']));
    assert.ok(add.every(({ relevantShare, otherShare }) => relevantShare === 1 && otherShare === 0));
    // Every page has the jaguar; only relevant ones have the car.
    assert.deepEqual(
      drop.map(({ term }) => term),
      ['jaguar'],
    );
  });

  test('are the words of the other meaning, found by clustering, for --not', () => {
    const { meanings } = crawlTerms([...cats, ...cars], 'jaguar', english);
    assert.deepEqual(
      meanings.map(({ pages: count, relevant }) => [count, relevant]),
      [
        [8, 8],
        [8, 0],
      ],
    );
    assert.deepEqual(new Set(meanings[1]!.words), new Set(['cat', 'jungle', 'hunts', 'prey']));
  });

  test('are clearly of two meanings where both have words and pages enough', () => {
    const clear = (some: readonly JudgedText[]) => clearMeanings(crawlTerms([...some, ...cars], 'jaguar', english));
    assert.deepEqual(
      clear(cats)?.map(({ relevant }) => relevant),
      [8, 0],
    );
    assert.equal(clear(cats.slice(1)), undefined);
  });

  test('are none where there is one meaning, or too little to tell', () => {
    assert.deepEqual(crawlTerms(cars, 'jaguar', english), { add: [], drop: [], meanings: [] });
    assert.deepEqual(crawlTerms([], 'jaguar', english), { add: [], drop: [], meanings: [] });
    assert.deepEqual(crawlTerms([...cars.slice(0, 3), ...cats.slice(0, 3)], 'jaguar', english).meanings, []);
  });
});
