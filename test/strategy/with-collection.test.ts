import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Knowledge, LearntVisit, PersonsLabel, Strategy } from '../../src/model/strategy.js';
import { withCollection } from '../../src/strategy/with-collection.js';
import { CollectionIdf } from '../../src/text/collection-idf.js';
import { pageOf, topicOf } from '../page-of.js';
import { asSeed } from './made.js';

const plain: Strategy = {
  name: 'plain',
  judge: () => ({ relevance: 0, raw: 0, parts: {} }),
  rank: () => [],
};

const visit: LearntVisit = {
  url: 'http://a.test/',
  terms: { ids: Uint32Array.of(7), counts: Uint32Array.of(2) },
  judgement: { relevance: 0, raw: 0, parts: {} },
  relevant: false,
  reached: asSeed,
  links: [],
};

/** Counts pages. */
function counting(): Strategy & { pages: number; readonly knowledge: Knowledge } {
  const strategy = {
    ...plain,
    pages: 0,
    learn() {
      strategy.pages++;
      return [{ url: 'http://a.test/next', score: strategy.pages }];
    },
    knowledge: {
      snapshot: () => Uint8Array.of(strategy.pages),
      restore(data: Uint8Array) {
        strategy.pages = data[0]!;
      },
    },
  };
  return strategy;
}

describe('a strategy whose idf may come from the collection', () => {
  test('is itself where it does not', () => {
    assert.equal(withCollection(plain, undefined), plain);
  });

  test('learns from each page where it does, and has nothing else to know', () => {
    const collection = new CollectionIdf();
    const strategy = withCollection(plain, collection);
    assert.equal(strategy.learn!(visit), undefined);
    assert.equal(collection.documents, 1);
    assert.equal(strategy.knowledge, collection);
  });

  test('goes on telling what URLs are worth and which words count, and hearing what people say', () => {
    const heard: string[] = [];
    const labels = { apply: ({ page }: PersonsLabel) => void heard.push(page.url) };
    const own: Strategy = { ...plain, queueing: { revalue: () => 0.5 }, labels, topTerms: (count) => [[count, 0.25]] };
    const strategy = withCollection(own, new CollectionIdf());
    assert.equal(strategy.queueing!.revalue!('http://a.test/'), 0.5);
    assert.deepEqual(strategy.topTerms!(3), [[3, 0.25]]);
    strategy.labels!.apply({ page: pageOf(topicOf('court'), '<p>court</p>'), relevant: true });
    assert.deepEqual(heard, ['http://a.test/']);
  });

  test('learns its own lessons beside, and both come back from a snapshot', () => {
    const strategy = withCollection(counting(), new CollectionIdf());
    strategy.learn!(visit);
    assert.deepEqual(strategy.learn!(visit), [{ url: 'http://a.test/next', score: 2 }]);
    const [own, collection] = [counting(), new CollectionIdf()];
    withCollection(own, collection).knowledge!.restore(strategy.knowledge!.snapshot());
    assert.deepEqual([own.pages, collection.documents], [2, 2]);
  });
});
