import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LessonExchange } from '../../src/agent/lesson-exchange.js';
import type { LearntVisit } from '../../src/model/strategy.js';

const none = new Uint32Array(0);
const visit = (url: string): LearntVisit => ({
  url,
  terms: { ids: Uint32Array.of(1), counts: Uint32Array.of(2) },
  judgement: { relevance: 1, raw: 1, parts: {} },
  relevant: true,
  reached: { depth: 0, level: 1 },
  links: [{ url: 'http://a.test/link', anchorTerms: none, urlTerms: none, contextTerms: none }],
});
const urls = (lessons: readonly LearntVisit[]) => lessons.map(({ url }) => url);

describe('what agents learn from each other', () => {
  test('each learns every visit of the others once, when it has had so many pages of its own', () => {
    const exchange = new LessonExchange([0, 1, 2], { share: 'all', every: 5 });
    exchange.publish(0, visit('a'));
    exchange.publish(1, visit('b'));
    assert.deepEqual(exchange.lessonsFor(0, 4), []);
    assert.deepEqual(urls(exchange.lessonsFor(0, 5)), ['b']);
    assert.deepEqual(urls(exchange.lessonsFor(1, 7)), ['a']);
    exchange.publish(2, visit('c'));
    assert.deepEqual(exchange.lessonsFor(1, 11), [], 'five pages after the seventh');
    assert.deepEqual(urls(exchange.lessonsFor(1, 12)), ['c']);
    assert.deepEqual(urls(exchange.lessonsFor(2, 5)), ['a', 'b']);
  });

  test('tables are learnt without links; in both cases a lesson says that it is of another', () => {
    for (const [share, links] of [
      ['tables', 0],
      ['all', 1],
    ] as const) {
      const exchange = new LessonExchange([0, 1], { share, every: 1 });
      exchange.publish(0, visit('a'));
      const [lesson] = exchange.lessonsFor(1, 1);
      assert.equal(lesson!.links.length, links);
      assert.equal(lesson!.foreign, true);
    }
  });

  test('for one that does not come the last thousand are kept, for one that left none', () => {
    const exchange = new LessonExchange([0, 1, 2], { share: 'all', every: 1 });
    exchange.leave(2);
    for (let number = 0; number < 1_005; number++) exchange.publish(0, visit(String(number)));
    const lessons = urls(exchange.lessonsFor(1, 1));
    assert.deepEqual([lessons.length, lessons[0]], [1_000, '5']);
    assert.deepEqual(exchange.lessonsFor(2, 1), []);
  });
});
