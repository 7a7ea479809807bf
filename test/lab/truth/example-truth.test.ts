import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { UsageError } from '../../../src/failure.js';
import { bareTopic } from '../../../src/lab/topics/bare-topic.js';
import { exampleTruth } from '../../../src/lab/truth/example-truth.js';
import { PageSimilarities } from '../../../src/lab/truth/similarities.js';
import { madeWeb } from '../made-web.js';

// Every word but "sea" (4 of 6 pages) is on 2 or 3 pages; what matters is that 0 and 1 are close, 2 less, 3 not at all.
const web = madeWeb([
  { url: 'http://a.test/0', text: 'owl owl owl night' },
  { url: 'http://a.test/1', text: 'owl owl owl night sea' },
  { url: 'http://a.test/2', text: 'owl sea sea sea' },
  { url: 'http://a.test/3', text: 'sea stone' },
  { url: 'http://a.test/4', text: '' },
  { url: 'http://a.test/5', text: 'stone sea' },
]);
const similarities = new PageSimilarities(web);
const given = (...examples: string[]) => ({ ...bareTopic('owls'), examples });

describe('the truth of example pages', () => {
  test('is the highest cosine with any of them, relevant from the threshold on', () => {
    const truth = exampleTruth(web, similarities);
    assert.equal(truth.kind, 'examples');
    assert.deepEqual(truth.labels, []);
    const { relevance, relevant, similarity } = truth.of(given('http://a.test/0'));
    assert.deepEqual(relevance, similarities.highest([0]));
    assert.deepEqual(similarity, relevance);
    assert.deepEqual([...relevant], [1, 1, 0, 0, 0, 0]);
  });

  test('counts a page at exactly the threshold', () => {
    const { similarity } = exampleTruth(web, similarities).of(given('http://a.test/0'));
    const at = exampleTruth(web, similarities, similarity[2]!).of(given('http://a.test/0'));
    assert.deepEqual([...at.relevant], [1, 1, 1, 0, 0, 0]);
  });

  test('takes the examples themselves as relevant, even those that say nothing', () => {
    const { relevant } = exampleTruth(web, similarities, 1).of(given('http://a.test/4', 'http://gone.test/'));
    assert.deepEqual([...relevant], [0, 0, 0, 0, 1, 0]);
  });

  test('needs an example that the web has', () => {
    const truth = exampleTruth(web, similarities);
    for (const topic of [given(), given('http://gone.test/')]) {
      assert.throws(
        () => truth.of(topic),
        (thrown) => thrown instanceof UsageError && thrown.code === 'topic-without-examples',
      );
    }
  });
});
