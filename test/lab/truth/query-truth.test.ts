import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { UsageError } from '../../../src/failure.js';
import { bareTopic } from '../../../src/lab/topics/bare-topic.js';
import { queryTopic } from '../../../src/lab/topics/query-topic.js';
import { queryTruth } from '../../../src/lab/truth/query-truth.js';
import { PageSimilarities } from '../../../src/lab/truth/similarities.js';
import { madeReading, madeWeb } from '../made-web.js';

const web = madeWeb([
  { url: 'http://a.test/0', text: 'Owls hunt at night' },
  { url: 'http://a.test/1', text: 'the owl' },
  { url: 'http://a.test/2', text: 'hunted by day, the owl sleeps' },
  { url: 'http://a.test/3', text: '' },
]);
const similarities = new PageSimilarities(web);
const truth = queryTruth(web, similarities, madeReading);
const relevantTo = (query: string) => [...truth.of(queryTopic(query)).relevant];

describe('the truth of the query', () => {
  test('is whether a page has all its words, whatever their form and order', () => {
    assert.equal(truth.kind, 'query');
    assert.deepEqual(relevantTo('owls'), [1, 1, 1, 0]);
    assert.deepEqual(relevantTo('hunting the owl owl'), [1, 0, 1, 0]);
    assert.deepEqual([...truth.of(queryTopic('owl')).relevance], [1, 1, 1, 0]);
  });

  test('counts a phrase where its words are', () => {
    assert.deepEqual(relevantTo('"owl hunts"'), [1, 0, 1, 0]);
    assert.deepEqual(relevantTo('"owl hunts" night'), [1, 0, 0, 0]);
  });

  test('compares pages with the examples, or else with those that have the query', () => {
    assert.deepEqual(truth.of(queryTopic('night')).similarity, similarities.highest([0]));
    const topic = { ...queryTopic('owl'), examples: ['http://a.test/2'] };
    assert.deepEqual(truth.of(topic).similarity, similarities.highest([2]));
  });

  test('reads the query as the pages were read', () => {
    const words = queryTruth(web, similarities, { language: 'en', stem: false });
    assert.throws(() => words.of(queryTopic('hunting')), UsageError);
  });

  test('refuses a topic without a query, of stop words only, or with words that no page has', () => {
    const codes: [string, Parameters<typeof truth.of>[0]][] = [
      ['topic-without-query', bareTopic('t')],
      ['empty-query', queryTopic('the')],
      ['query-without-pages', queryTopic('owl penguin')],
    ];
    for (const [code, topic] of codes) {
      assert.throws(
        () => truth.of(topic),
        (thrown) => thrown instanceof UsageError && thrown.code === code,
      );
    }
  });
});
