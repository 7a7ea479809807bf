import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type Segment, segmentsOf } from '../../../src/crawl/seeds/segments.js';
import type { Seed } from '../../../src/seeding/seed.js';
import { type SeedGenre, seedGenres } from '../../../src/seeding/seed-source.js';

const seed = (name: string, genre?: SeedGenre): Seed => ({
  url: `http://${name}.test/`,
  score: 1,
  found: [],
  ...(genre && { genre }),
});
const seeds = (count: number) => Array.from({ length: count }, (_, index) => seed(`s${index + 1}`));
const names = (segment: Segment) => segment.seeds.map(({ url }) => url.slice(7, -6)).join(' ');

const named = (segment: Segment) => [segment.name, names(segment)];

const segments = { agents: 'auto', organisation: 'segments', segmentBy: 'auto' } as const;
const coordinator = { ...segments, organisation: 'coordinator' } as const;

describe('who explores what', () => {
  test('one agent that knows all seeds, unless segments are asked for', () => {
    assert.equal(segmentsOf(seeds(45), segments, 8).length, 1);
  });

  test('segments: an agent for every ten seeds, at most one per core', () => {
    const asked = { ...segments, segmentBy: 'evenly' } as const;
    assert.equal(segmentsOf(seeds(10), asked, 8).length, 1);
    assert.equal(segmentsOf(seeds(11), asked, 8).length, 2);
    assert.equal(segmentsOf(seeds(45), asked, 8).length, 5);
    assert.equal(segmentsOf(seeds(45), asked, 2).length, 2);
    assert.deepEqual(segmentsOf([], segments, 8), [{ name: 'all seeds', seeds: [] }]);
  });

  test('evenly: in turn, so that each has good and less good ones', () => {
    const three = segmentsOf(seeds(7), { ...segments, agents: 3 }, 1);
    assert.deepEqual(three.map(named), [
      ['seeds 1, 4, …', 's1 s4 s7'],
      ['seeds 2 and 5', 's2 s5'],
      ['seeds 3 and 6', 's3 s6'],
    ]);
    assert.deepEqual(segmentsOf(seeds(3), { ...segments, agents: 2 }, 1).map(named)[1], ['seed 2', 's2']);
  });

  test('by rank: in blocks by score, equals in their order', () => {
    const byRank = { ...segments, segmentBy: 'rank' } as const;
    const three = segmentsOf(seeds(7), { ...byRank, agents: 3 }, 1);
    assert.deepEqual(three.map(named), [
      ['ranks 1 to 2', 's1 s2'],
      ['ranks 3 to 5', 's3 s4 s5'],
      ['ranks 6 to 7', 's6 s7'],
    ]);
    const scored = [0.9, 0.5, 3].map((score, index) => ({ ...seed(`s${index + 1}`), score }));
    assert.deepEqual(segmentsOf(scored, { ...byRank, agents: 2 }, 1).map(named), [
      ['ranks 1 to 2', 's3 s1'],
      ['rank 3', 's2'],
    ]);
  });

  const mixed = [seed('n1', 'news'), seed('w1', 'web'), seed('n2', 'news'), seed('b1', 'blogs'), seed('n3', 'news')];

  test('by genre: an agent a genre, by itself where there are several', () => {
    assert.deepEqual(segmentsOf(mixed, segments, 1).map(named), [
      ['news', 'n1 n2 n3'],
      ['web', 'w1'],
      ['blogs', 'b1'],
    ]);
  });

  test('of more agents than genres the largest gets several, of fewer the smallest share one', () => {
    assert.deepEqual(segmentsOf(mixed, { ...segments, agents: 4 }, 1).map(named), [
      ['news 1', 'n1 n3'],
      ['news 2', 'n2'],
      ['web', 'w1'],
      ['blogs', 'b1'],
    ]);
    assert.deepEqual(segmentsOf(mixed, { ...segments, agents: 2 }, 1).map(named), [
      ['news', 'n1 n2 n3'],
      ['web and blogs', 'w1 b1'],
    ]);
  });

  test('a coordinator spawns an agent a seed, up to a bound', () => {
    assert.deepEqual(segmentsOf(seeds(3), coordinator, 1).map(names), ['s1 s2 s3', '', '']);
    assert.equal(segmentsOf(seeds(30), coordinator, 1).length, 8);
    assert.equal(segmentsOf(seeds(30), { ...coordinator, agents: 5 }, 1).length, 5);
    assert.equal(segmentsOf(seeds(2), { ...coordinator, agents: 5 }, 1).length, 2);
  });

  test('every seed is in one segment, and none is empty', () => {
    const genre = fc.option(fc.constantFrom(...seedGenres), { nil: undefined });
    fc.assert(
      fc.property(
        fc.array(genre, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom('auto', 'genre', 'rank', 'evenly'),
        (genres, agents, segmentBy) => {
          const all = genres.map((of, index) => seed(`s${index}`, of));
          const made = segmentsOf(all, { agents, segmentBy, organisation: 'segments' }, 4);
          assert.equal(made.length, Math.min(agents, all.length));
          assert.ok(made.every(({ seeds: own }) => own.length > 0));
          assert.deepEqual(
            made.flatMap(({ seeds: own }) => own.map(({ url }) => url)).sort(),
            all.map(({ url }) => url).sort(),
          );
        },
      ),
    );
  });
});
