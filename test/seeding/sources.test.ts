import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type SeedSource, seedGenres } from '../../src/seeding/seed-source.js';
import { type AccessSettings, keysOf, seedSources, sourceAccess } from '../../src/seeding/sources.js';

const two: SeedSource = {
  name: 'two-keys',
  summary: 'needs two keys',
  genres: ['web'],
  url: 'https://two.test',
  keys: { key: 'TWO_KEY', cx: 'TWO_CX' },
  optionalKeys: { extra: 'TWO_EXTRA' },
  find: async () => [],
};
const own: SeedSource = { name: 'own', summary: 'run by the user', genres: ['web'], find: async () => [] };

function given(urls: Record<string, string> = {}, keys: Record<string, string> = {}): AccessSettings {
  return { sourceUrl: new Map(Object.entries(urls)), sourceKey: new Map(Object.entries(keys)) };
}

describe('access to a source', () => {
  test('keys come from the environment, and settings win over it', () => {
    const env = { TWO_KEY: ' from-env\n', TWO_CX: 'cx', TWO_EXTRA: 'more' };
    assert.deepEqual(sourceAccess(two, given(), env), {
      access: { url: 'https://two.test', keys: { key: 'from-env', cx: 'cx', extra: 'more' } },
    });
    assert.deepEqual(sourceAccess(two, given({ 'two-keys': 'http://mine.test' }, { 'two-keys.cx': 'other' }), env), {
      access: { url: 'http://mine.test', keys: { key: 'from-env', cx: 'other', extra: 'more' } },
    });
  });

  test('the first key needs no name of its own', () => {
    assert.deepEqual(sourceAccess(two, given({}, { 'two-keys': 'k', 'two-keys.cx': 'c' }), {}), {
      access: { url: 'https://two.test', keys: { key: 'k', cx: 'c' } },
    });
  });

  test('tells all that is missing; an empty variable is not set', () => {
    assert.deepEqual(sourceAccess(two, given(), { TWO_KEY: ' ' }), { missing: ['set TWO_KEY', 'set TWO_CX'] });
    assert.deepEqual(sourceAccess(own, given(), {}), { missing: ['give --source-url own=URL'] });
    assert.deepEqual(sourceAccess(own, given({ own: 'http://localhost:8888' }), {}), {
      access: { url: 'http://localhost:8888', keys: {} },
    });
  });
});

describe('the sources', () => {
  test('have names that --source-url takes, and no two the same', () => {
    const names = seedSources.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    for (const name of names) assert.match(name, /^[a-z][a-z-]*$/);
  });

  test('can all be asked for something, and every genre can be asked of one that needs nothing', () => {
    for (const { name, genres } of seedSources) assert.ok(genres.length > 0, name);
    const free = seedSources.filter((source) => 'access' in sourceAccess(source, given(), {}));
    for (const genre of seedGenres)
      assert.ok(
        free.some((source) => source.genres.includes(genre)),
        genre,
      );
  });

  test('have keys of their own in the environment', () => {
    const variables = seedSources.flatMap((source) => keysOf(source).map(({ variable }) => variable));
    assert.equal(new Set(variables).size, variables.length);
    for (const variable of variables) assert.match(variable, /^OSPREY_[A-Z_]+$/);
  });
});
