import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parsePlace, parseQuery } from '../../src/topic/query.js';
import { topicOf } from '../page-of.js';

describe('a place in a query', () => {
  test('is no part of the topic, wanted or not', () => {
    const topic = topicOf('jaguar site:example.org "sports car" -site:cats.example');
    assert.deepEqual([...topic.names.values()].sort(), [...topicOf('jaguar "sports car"').names.values()].sort());
    assert.deepEqual(parseQuery('jaguar site:example.org').phrases, []);
    assert.throws(() => topicOf('site:example.org'), { code: 'empty-query' });
  });

  const places: readonly [query: string, text: string, site: string | undefined][] = [
    ['jaguar  site:example.org "sports car"', 'jaguar "sports car"', 'example.org'],
    ['SITE:https://Cars.Example/models/ jaguar', 'jaguar', 'cars.example/models/'],
    ['jaguar site:en.wiki.example/wiki/Jaguar?a=b#c', 'jaguar', 'en.wiki.example/wiki/Jaguar'],
    ['jaguar site:*.cars.example/', 'jaguar', 'cars.example'],
    ['jaguar site:.gov', 'jaguar', 'gov'],
    ['site:bücher.example roman', 'roman', 'xn--bcher-kva.example'],
    ['jaguar site:a.example site:b.example', 'jaguar', 'a.example'],
    ['jaguar -site:cats.example', 'jaguar -site:cats.example', undefined],
    ['jaguar site:http:// car', 'jaguar car', undefined],
    // Nothing but the word itself leaves no doubt that a place is meant.
    ['node.js performance', 'node.js performance', undefined],
    ['building site: jaguar website:x.example', 'building site: jaguar website:x.example', undefined],
  ];
  for (const [query, text, site] of places) {
    test(`is ${site ?? 'nowhere'} in ${query}`, () => {
      assert.deepEqual(parsePlace(query), { text, ...(site !== undefined && { site }) });
    });
  }
});
