import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { UsageError } from '../../../src/failure.js';
import { bareTopic } from '../../../src/lab/topics/bare-topic.js';
import { queryTopic } from '../../../src/lab/topics/query-topic.js';
import { freeTopicId, isTopicId, topicIdOf } from '../../../src/lab/topics/topic-id.js';

test('a query is a topic of its own, named by its words', () => {
  assert.deepEqual(queryTopic(' "Jaguar XK" cars '), { ...bareTopic('jaguar-xk-cars'), query: '"Jaguar XK" cars' });
  assert.throws(() => queryTopic('  '), UsageError);
  assert.throws(() => queryTopic('a\nb'), UsageError);
});

test('any text can be made into an id', () => {
  assert.equal(topicIdOf('Chemical_elements (all)'), 'chemical-elements-all');
  assert.equal(topicIdOf('...'), 'topic');
  fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => isTopicId(topicIdOf(text))));
});

test('an id that is taken is told apart by the first number that is free', () => {
  assert.equal(freeTopicId('Birds', new Set(['owls'])), 'birds');
  assert.equal(freeTopicId('Birds', new Set(['birds', 'birds-3'])), 'birds-2');
  assert.equal(freeTopicId('Birds', new Set(['birds', 'birds-2'])), 'birds-3');
});
