import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { drawSeeds, type SeedDraw } from '../../../src/lab/topics/seed-draws.js';
import { graphOf, hopsFrom, linksOf, reversed } from '../../../src/lab/web/link-graph.js';
import { seededRandom } from '../../../src/random.js';

interface Given {
  readonly relevant: readonly number[];
  readonly excluded?: readonly number[];
  readonly count: number;
  readonly seed?: number;
}

function drawFrom(
  links: readonly (readonly number[])[],
  { relevant, excluded = [], count, seed = 1 }: Given,
): SeedDraw {
  const graph = graphOf(links);
  const marked = (pages: readonly number[]) => Uint8Array.from(links, (_, page) => (pages.includes(page) ? 1 : 0));
  return {
    graph,
    backward: reversed(graph),
    relevant: marked(relevant),
    excluded: marked(excluded),
    count,
    random: seededRandom(seed),
  };
}

const sorted = (pages: readonly number[] | undefined) => pages?.toSorted((a, b) => a - b);
/** The draws of a hundred random seeds. */
const manyDraws = (kind: 'near' | 'far', links: readonly (readonly number[])[], given: Given) =>
  Array.from({ length: 100 }, (_, seed) => drawSeeds(kind, drawFrom(links, { ...given, seed })));

describe('near seeds', () => {
  test('are relevant pages with links that are neither examples nor given for training', () => {
    // 1 has no links, 3 is an example, 4 is not relevant: 0 and 2 are left.
    const links = [[1], [], [0], [0], [0]];
    const draw = drawFrom(links, { relevant: [0, 1, 2, 3], excluded: [3], count: 2 });
    assert.deepEqual(sorted(drawSeeds('near', draw)), [0, 2]);
  });

  test('are as many as there are when more were asked for', () => {
    const draw = drawFrom([[1], [0], [0]], { relevant: [0, 1], count: 5 });
    assert.deepEqual(sorted(drawSeeds('near', draw)), [0, 1]);
  });

  test('differ from draw to draw', () => {
    const ring = Array.from({ length: 40 }, (_, page) => [(page + 1) % 40]);
    const draws = manyDraws('near', ring, { relevant: [...ring.keys()], count: 3 });
    assert.ok(new Set(draws.map(String)).size > 90);
    // Every one of the 40 pages is drawn with a chance of 3 in 40, so by one of 100 draws all but surely.
    assert.equal(new Set(draws.flat()).size, 40);
  });

  test('are none where no relevant page has a link', () => {
    assert.equal(drawSeeds('near', drawFrom([[1], []], { relevant: [1], count: 1 })), undefined);
  });
});

describe('far seeds', () => {
  test('are pages two or more links before the nearest relevant page', () => {
    // 0 → 1 → 2 → 3 with 3 relevant; 4 leads nowhere; 3 → 5 leads away from it.
    const links = [[1], [2], [3], [5], [], []];
    assert.deepEqual(sorted(drawSeeds('far', drawFrom(links, { relevant: [3], count: 9 }))), [0, 1]);
  });

  test('are not beside examples, and not where examples are all that can be reached', () => {
    // 0 → 1 → 2 → 3 → 4 with the example 2 and the find 4: 0 leads to 4 and is two links before 2; 1 is beside 2.
    // 5 → 6 → 7 reaches the example 7 alone.
    const links = [[1], [2], [3], [4], [], [6], [7], []];
    const draw = drawFrom(links, { relevant: [2, 4, 7], excluded: [2, 7], count: 9 });
    assert.deepEqual(drawSeeds('far', draw), [0]);
  });

  test('are none where every page that leads to the topic is beside it', () => {
    assert.equal(drawSeeds('far', drawFrom([[1], []], { relevant: [1], count: 1 })), undefined);
  });
});

describe('a draw of seeds', () => {
  test('does not land on an island', () => {
    // 0..8 are a ring; 9 and 10 an island of two, which one draw in 5 or 6 would land on: 2 of 11 finds against 9.
    const ring = Array.from({ length: 9 }, (_, page) => [(page + 1) % 9]);
    const links = [...ring, [10], [9]];
    const draws = manyDraws('near', links, { relevant: [...links.keys()], count: 1 });
    assert.ok(draws.every((seeds) => seeds !== undefined && seeds[0]! < 9));
  });

  test('is taken from any of several islands of like size', () => {
    // Rings of 5, 5 and 4: whatever the best draw reaches, the others reach more than half of it.
    const rings = [1, 2, 3, 4, 0, 6, 7, 8, 9, 5, 11, 12, 13, 10].map((next) => [next]);
    const draws = manyDraws('near', rings, { relevant: [...rings.keys()], count: 1 });
    assert.equal(new Set(draws.flat()).size, 14);
  });

  test('has no repeats, is what its kind says, and is the same for the same random numbers', () => {
    const web = fc.integer({ min: 1, max: 24 }).chain((size) => {
      const page = fc.nat({ max: size - 1 });
      return fc.record({
        links: fc.array(fc.uniqueArray(page, { maxLength: 3 }), { minLength: size, maxLength: size }),
        relevant: fc.uniqueArray(page, { maxLength: 8 }),
        excluded: fc.uniqueArray(page, { maxLength: 4 }),
        count: fc.integer({ min: 1, max: 4 }),
        seed: fc.nat(),
      });
    });
    fc.assert(
      fc.property(web, fc.constantFrom('near' as const, 'far' as const), ({ links, ...given }, kind) => {
        const draw = drawFrom(links, given);
        const seeds = drawSeeds(kind, draw);
        assert.deepEqual(drawSeeds(kind, drawFrom(links, given)), seeds);
        if (seeds === undefined) return;
        assert.equal(new Set(seeds).size, seeds.length);
        assert.ok(seeds.length >= 1 && seeds.length <= given.count);
        for (const seed of seeds) assertOfKind(kind, draw, seed);
      }),
      { numRuns: 300 },
    );
  });
});

function assertOfKind(kind: 'near' | 'far', { graph, relevant, excluded }: SeedDraw, seed: number): void {
  if (kind === 'near') {
    assert.ok(relevant[seed] === 1 && excluded[seed] !== 1 && linksOf(graph, seed).length > 0);
    return;
  }
  assert.ok([seed, ...linksOf(graph, seed)].every((page) => relevant[page] !== 1));
  const hops = hopsFrom(graph, [seed]);
  assert.ok(hops.some((links, page) => links !== -1 && relevant[page] === 1 && excluded[page] !== 1));
}
