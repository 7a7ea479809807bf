import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { chooseSeeds, mergeSeeds, pageKey, type SourceAnswer } from '../../src/seeding/merge-seeds.js';
import { type SeedGenre, seedGenres } from '../../src/seeding/seed-source.js';

function answer(source: string, urls: readonly string[], genre: SeedGenre = 'web'): SourceAnswer {
  return { source, genre, found: urls.map((url) => ({ url })) };
}

const mergedSeeds = (answers: readonly SourceAnswer[], count: number) => chooseSeeds(mergeSeeds(answers), count);
const urlsOf = (answers: readonly SourceAnswer[], count = 30) => mergedSeeds(answers, count).map(({ url }) => url);

function near(value: number | undefined, expected: number): void {
  assert.ok(value !== undefined && Math.abs(value - expected) < 1e-12, `${value} is not ${expected}`);
}

describe('merging the answers of sources', () => {
  test('what sources agree on comes first, then reciprocal rank; scores by hand', () => {
    const seeds = mergedSeeds(
      [answer('a', ['http://x.org/', 'http://y.org/']), answer('b', ['http://y.org/', 'http://z.org/'])],
      10,
    );
    assert.deepEqual(
      seeds.map(({ url }) => url),
      ['http://y.org/', 'http://x.org/', 'http://z.org/'],
    );
    // y: both, on places 2 and 1: r = 61/2 · (1/62 + 1/61) = 123/124; (2 − 1 + 123/124) / 2 = 247/248.
    near(seeds[0]?.score, 247 / 248);
    // x: one, on place 1: r = 1; (1 − 1 + 1) / 2. z: one, on place 2: r = 61/62; 61/124.
    near(seeds[1]?.score, 1 / 2);
    near(seeds[2]?.score, 61 / 124);
    assert.deepEqual(seeds[0]?.found, [
      { source: 'b', genre: 'web', rank: 1 },
      { source: 'a', genre: 'web', rank: 2 },
    ]);
  });

  test('the first place of all sources scores 1', () => {
    const [first] = mergedSeeds(
      ['a', 'b', 'c'].map((name) => answer(name, ['http://x.org/'])),
      5,
    );
    assert.equal(first?.score, 1);
  });

  test('two late places beat one first place', () => {
    const row = (name: string) => Array.from({ length: 29 }, (_, index) => `http://${name}${index}.org/`);
    const [first, second] = mergedSeeds(
      [answer('a', [...row('a'), 'http://both.org/']), answer('b', [...row('b'), 'http://both.org/'])],
      5,
    );
    // Place 30 twice: r = 61/90; (1 + 61/90) / 2 = 151/180.
    assert.equal(first?.url, 'http://both.org/');
    near(first?.score, 151 / 180);
    near(second?.score, 1 / 2);
  });

  test('a source that names nothing has no say', () => {
    const [seed] = mergedSeeds([answer('a', ['http://x.org/']), answer('b', []), answer('c', ['mailto:x@y.org'])], 5);
    assert.equal(seed?.score, 1);
  });

  test('scheme and www. do not keep sources from agreeing; the form most gave stays, else the best placed', () => {
    const seeds = mergedSeeds(
      [
        answer('a', ['https://x.org/p', 'http://www.y.org/']),
        answer('b', ['http://www.x.org/p', 'https://y.org/']),
        answer('c', ['http://w.org/', 'http://www.x.org/p?utm_source=c#top']),
      ],
      10,
    );
    assert.deepEqual(
      seeds.map(({ url, found }) => [url, found.length]),
      [
        ['http://www.x.org/p', 3],
        ['http://www.y.org/', 2],
        ['http://w.org/', 1],
      ],
    );
  });

  test('a source asked for several genres has one voice, and the genre of its best place', () => {
    const seeds = mergedSeeds(
      [
        answer('a', ['http://x.org/', 'http://y.org/']),
        answer('a', ['http://y.org/'], 'news'),
        answer('b', ['http://x.org/']),
      ],
      10,
    );
    assert.deepEqual(
      seeds.map(({ url, genre, found }) => ({ url, genre, found })),
      [
        {
          url: 'http://x.org/',
          genre: 'web',
          found: [
            { source: 'a', genre: 'web', rank: 1 },
            { source: 'b', genre: 'web', rank: 1 },
          ],
        },
        { url: 'http://y.org/', genre: 'news', found: [{ source: 'a', genre: 'news', rank: 1 }] },
      ],
    );
    // y: r = 1 of one source in two.
    near(seeds[1]?.score, 1 / 2);
  });

  test('what is no web address is dropped and keeps its place', () => {
    const [seed] = mergedSeeds([answer('a', ['ftp://x.org/', 'not a URL', 'http://x.org/'])], 5);
    assert.deepEqual(seed?.found, [{ source: 'a', genre: 'web', rank: 3 }]);
  });

  test('the title is the first that says something, on one line', () => {
    const found = (title?: string) => [{ url: 'http://x.org/', ...(title !== undefined && { title }) }];
    const [seed] = mergedSeeds(
      [
        { source: 'a', genre: 'web', found: found() },
        { source: 'b', genre: 'web', found: found(' \n') },
        { source: 'c', genre: 'web', found: found('Red\u001b[31m\ncars') },
      ],
      5,
    );
    assert.equal(seed?.title, 'Red [31m cars');
  });

  test('a host gives a third of the seeds, at least two, while there are others', () => {
    const big = Array.from({ length: 6 }, (_, index) => `http://${index % 2 ? 'www.' : ''}big.org/${index}`);
    const others = ['http://p.org/', 'http://q.org/', 'http://r.org/', 'http://s.org/'];
    // Six seeds: two of a host.
    assert.deepEqual(urlsOf([answer('a', [...big, ...others])], 6), [...big.slice(0, 2), ...others]);
    assert.deepEqual(urlsOf([answer('a', [...big, ...others])], 3), [...big.slice(0, 2), others[0]]);
    // Only one other: the rest has to come from the big one, and the order is that of the places.
    assert.deepEqual(urlsOf([answer('a', [...big, others[0]!])], 6), [...big.slice(0, 5), others[0]]);
  });

  test('a genre has its even share, while the others have enough', () => {
    const pages = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) => `http://${name}${index}.org/`);
    const web = pages('web', 10);
    const answers = [answer('a', web), answer('b', web), answer('c', pages('news', 10), 'news')];
    // Both web sources agree on all; still half of the seeds are news, behind them.
    assert.deepEqual(urlsOf(answers, 4), [
      'http://web0.org/',
      'http://web1.org/',
      'http://news0.org/',
      'http://news1.org/',
    ]);
    const few = [answer('a', web), answer('c', pages('news', 1), 'news')];
    assert.deepEqual(urlsOf(few, 4), ['http://web0.org/', 'http://news0.org/', 'http://web1.org/', 'http://web2.org/']);
  });

  test('nothing in, nothing out', () => {
    assert.deepEqual(mergedSeeds([], 5), []);
    assert.deepEqual(mergedSeeds([answer('a', [])], 5), []);
  });
});

const urls = fc
  .tuple(fc.constantFrom('http', 'https'), fc.constantFrom('', 'www.'), fc.integer({ max: 5, min: 0 }), fc.nat(6))
  .map(([scheme, www, host, page]) => `${scheme}://${www}h${host}.org/${page}`);
const answers = fc.array(
  fc.record({
    source: fc.constantFrom('a', 'b', 'c', 'd'),
    genre: fc.constantFrom(...seedGenres),
    found: fc.array(
      fc.oneof(urls, fc.constant('javascript:void(0)')).map((url) => ({ url })),
      { maxLength: 15 },
    ),
  }),
  { maxLength: 8 },
);

describe('whatever the sources answer', () => {
  test('no page comes twice, as many come as there are, agreement orders, and scores lie in (0, 1] and fall', () => {
    fc.assert(
      fc.property(answers, fc.integer({ min: 1, max: 40 }), (given, count) => {
        const seeds = mergedSeeds(given, count);
        const named = new Set(
          given.flatMap(({ found }) =>
            found
              .map(({ url }) => url)
              .filter((url) => /^http/.test(url))
              .map(pageKey),
          ),
        );
        assert.equal(seeds.length, Math.min(count, named.size));
        assert.equal(new Set(seeds.map(({ url }) => pageKey(url))).size, seeds.length);
        for (const [index, seed] of seeds.entries()) {
          assert.ok(seed.score > 0 && seed.score <= 1, `${seed.score}`);
          assert.equal(new Set(seed.found.map(({ source }) => source)).size, seed.found.length);
          const next = seeds[index + 1];
          if (next === undefined) continue;
          assert.ok(seed.found.length >= next.found.length);
          assert.ok(seed.score >= next.score);
        }
      }),
    );
  });

  test('a host goes beyond its third only when all that others have is taken', () => {
    fc.assert(
      fc.property(answers, fc.integer({ min: 1, max: 20 }), (given, count) => {
        const host = (url: string) => pageKey(url).split('/')[0]!;
        const seeds = mergedSeeds(given, count).map(({ url }) => url);
        const all = mergedSeeds(given, 1_000).map(({ url }) => url);
        const most = Math.max(2, Math.floor(count / 3));
        const per = (list: readonly string[], name: string) => list.filter((url) => host(url) === name).length;
        const names = new Set(all.map(host));
        const crowded = [...names].some((name) => per(seeds, name) > most);
        if (crowded) for (const name of names) assert.ok(per(seeds, name) >= Math.min(most, per(all, name)));
      }),
    );
  });
});
