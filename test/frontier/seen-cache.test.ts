import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SeenCache } from '../../src/frontier/seen-cache.js';

const known = (id: number) => ({ id, state: 'queued' as const, depth: 0, parent: 0, queue: 0, level: 1, priority: 1 });

test('what is met often stays, what is not is forgotten, in bounded memory', () => {
  const cache = new SeenCache(3);
  cache.set('popular', known(0));
  for (let id = 1; id <= 20; id++) {
    cache.set(`page ${id}`, known(id));
    assert.equal(cache.get('popular')?.id, 0);
  }
  assert.equal(cache.get('page 1'), undefined);
  const remembered = Array.from({ length: 20 }, (_, index) => cache.get(`page ${index + 1}`)).filter(Boolean);
  assert.ok(remembered.length <= 6, 'two generations of three');
});

test('a URL is found with its latest state in either generation', () => {
  const cache = new SeenCache(2);
  const url = known(1);
  cache.set('a', url);
  cache.set('b', known(2));
  cache.set('c', known(3));
  assert.equal(cache.get('a'), url, 'out of the old generation');
  Object.assign(url, { state: 'visited' });
  assert.equal(cache.get('a')?.state, 'visited');
});
