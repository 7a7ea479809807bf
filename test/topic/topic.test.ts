import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { UsageError } from '../../src/failure.js';
import { backgroundIdf } from '../../src/text/background-idf.js';
import { parseQuery } from '../../src/topic/query.js';
import { halfOfExamples, halfOfQuery, relevanceOf } from '../../src/topic/relevance-scale.js';
import { Topic } from '../../src/topic/topic.js';
import { TopicJudge } from '../../src/topic/topic-judge.js';
import { pageOf, topicOf, topicSettings } from '../page-of.js';

describe('a query', () => {
  test('holds words, and phrases between double quotes', () => {
    assert.deepEqual(parseQuery('jaguar "sports car" price'), {
      words: 'jaguar  sports car  price',
      phrases: ['sports car'],
    });
    assert.deepEqual(parseQuery('“lok sabha”').phrases, ['lok sabha']);
    assert.deepEqual(parseQuery('a "b'), { words: 'a  b', phrases: [] });
  });

  test('of stop words alone is refused with the fix', () => {
    assert.throws(
      () => topicOf('the of and'),
      (thrown: unknown) => thrown instanceof UsageError && /add words that name the topic/.test(thrown.message),
    );
  });

  test('counts a phrase where its words stand together', () => {
    const topic = topicOf('"sports car"');
    const judge = new TopicJudge(topic);
    const together = judge.judge(pageOf(topic, '<p>a sports car club</p>'));
    const apart = judge.judge(pageOf(topic, '<p>a car for sports club</p>'));
    assert.ok(together.raw > apart.raw);
    assert.ok('sports car' in together.parts && !('sports car' in apart.parts));
  });
});

describe('words that are not meant', () => {
  const topic = topicOf('jaguar', { not: ['cat', 'big game'], notMinimum: 1 });

  test('are found with their frequency, by stem and as phrases', () => {
    assert.deepEqual(topic.excludedTermsIn(pageOf(topic, '<p>jaguar cats and another cat; big games</p>')), {
      cat: 2,
      'big game': 1,
    });
    assert.equal(topic.excludedTermsIn(pageOf(topic, '<p>jaguar cars, a big one, and games</p>')), undefined);
  });

  test('must occur often enough', () => {
    const strict = topicOf('jaguar', { not: ['cat'], notMinimum: 3 });
    assert.equal(strict.excludedTermsIn(pageOf(strict, '<p>cat cat</p>')), undefined);
    assert.deepEqual(strict.excludedTermsIn(pageOf(strict, '<p>cat cat cat</p>')), { cat: 3 });
  });
});

describe('the relevance scale', () => {
  test('is 0 at 0, 0.5 at the reference, and grows towards 1', () => {
    assert.equal(relevanceOf(0, 0.2), 0);
    assert.equal(relevanceOf(0.2, 0.2), 0.5);
    // 0.6 / (0.6 + 0.2) = 0.75
    assert.ok(Math.abs(relevanceOf(0.6, 0.2) - 0.75) < 1e-12);
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 1e-6, max: 1, noNaN: true }),
        (a, b, half) => {
          const [low, high] = [relevanceOf(Math.min(a, b), half), relevanceOf(Math.max(a, b), half)];
          return low >= 0 && high < 1 && low <= high + Number.EPSILON;
        },
      ),
    );
  });

  test("a query's reference is a page of 300 words that mentions its words three times in all", () => {
    // idf = 1: 300 words drawn at random have norm² = 300 + 300²·0.00085 = 376.5, real ones three times that norm: 58.211.
    // Two words, |q| = √2, 1.5 mentions each: 1.5·√2 = 2.1213; cos = 2.1213 / √(58.211² + 2.1213²) = 0.036418
    assert.ok(Math.abs(halfOfQuery(Math.SQRT2, 2, 'one', true) - 0.036418) < 1e-6);
    const others = 3 * backgroundIdf(true).expectedNorm(300);
    assert.ok(Math.abs(halfOfQuery(5, 1, 'background', true) - 15 / Math.hypot(others, 15)) < 1e-12);
  });

  test('the middle example gets 0.75', () => {
    // Median of 0.3, 0.6, 0.5 is 0.5; half = 0.5 / 3; 0.5 / (0.5 + 0.5 / 3) = 0.75.
    assert.ok(Math.abs(relevanceOf(0.5, halfOfExamples([0.3, 0.6, 0.5])) - 0.75) < 1e-12);
    // An even number: (0.2 + 0.4) / 2 = 0.3.
    assert.ok(Math.abs(halfOfExamples([0.4, 0.2]) - 0.1) < 1e-12);
  });
});

describe('examples', () => {
  test('make a topic of their own: a page like them is relevant without any word of the query', () => {
    const bare = topicOf('brewing');
    const examples = [
      'malt hops yeast wort barley',
      'yeast hops malt fermentation wort',
      'barley malt mash wort hops',
    ].map((text) => pageOf(bare, `<p>${text}</p>`).terms);
    const judge = new TopicJudge(Topic.from(topicSettings('brewing'), examples));
    const like = judge.judge(pageOf(bare, '<p>the wort takes hops and yeast</p>'));
    const unlike = judge.judge(pageOf(bare, '<p>court of appeal</p>'));
    assert.ok(like.relevance >= 0.5, `${like.relevance}`);
    assert.equal(unlike.relevance, 0);
    assert.deepEqual(Object.keys(like.parts), ['(examples)']);
  });

  test('alone are enough, without a query', () => {
    const bare = topicOf('x');
    const terms = pageOf(bare, '<p>malt hops yeast</p>').terms;
    const { query: _, ...settings } = topicSettings('');
    assert.ok(new TopicJudge(Topic.from(settings, [terms])).judge(pageOf(bare, '<p>malt hops</p>')).relevance > 0.5);
  });
});

describe('words that are not meant, by degree', () => {
  const topic = topicOf('jaguar', { not: ['cat'], notRule: 'lower' });
  const share = (html: string) => topic.unwantedIn(pageOf(topic, html));

  test('a mention in passing costs little, a page about them most of its worth', () => {
    // 300 words, one of them: 1 / (1 + 3). Twelve of them: 12 / (12 + 3).
    const page = (cats: number) => `<p>${'cat '.repeat(cats)}${'engine '.repeat(300 - cats)}</p>`;
    assert.deepEqual([share(page(0)), share(page(1)), share(page(12))], [0, 0.25, 0.8]);
  });

  test('nothing is dropped', () => {
    assert.equal(topic.excludedTermsIn(pageOf(topic, '<p>cat cat cat</p>')), undefined);
  });

  test('below the least number of mentions they do not count', () => {
    const strict = topicOf('jaguar', { not: ['cat'], notRule: 'lower', notMinimum: 3 });
    assert.equal(strict.unwantedIn(pageOf(strict, '<p>cat cat</p>')), 0);
    assert.ok(strict.unwantedIn(pageOf(strict, '<p>cat cat cat</p>')) > 0.5);
  });
});
