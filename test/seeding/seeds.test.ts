import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { UsageError } from '../../src/failure.js';
import { seedGenres } from '../../src/seeding/seed-source.js';
import { readSeeds } from '../../src/seeding/seeds.js';
import { temporaryFolder } from '../store/temporary-store.js';

function fileOf(context: TestContext, text: string): string {
  const file = path.join(temporaryFolder(context), 'seeds.txt');
  writeFileSync(file, text);
  return file;
}

const seed = (url: string, score = 1) => ({ url, score, found: [] });

function wrongLines(read: () => unknown): readonly string[] {
  let wrong: unknown;
  assert.throws(read, (thrown: unknown) => {
    assert.ok(thrown instanceof UsageError);
    assert.equal(thrown.code, 'bad-seeds');
    wrong = thrown.evidence.wrong;
    return true;
  });
  return (wrong as string[]).map((line) => line.replace(/^.*?seeds\.txt:/, ''));
}

describe('seeds that the user gives', () => {
  test('flags have score 1, in canonical form', () => {
    assert.deepEqual(readSeeds({ seed: ['HTTP://A.test', 'http://b.test/x#y'], seeds: [] }), [
      seed('http://a.test/'),
      seed('http://b.test/x'),
    ]);
  });

  test('a line has a URL, a score and a genre if one likes, and comments', (context) => {
    const seeds = fileOf(
      context,
      '\uFEFF# the expert says\r\nhttp://a.test/\r\n\r\nhttp://b.test/ 2.5\r\n\thttp://c.test/\t.5\tnews  # daily\r\nhttp://d.test/ Blogs\r\nhttp://e.test/#part 1e-3\r\n',
    );
    assert.deepEqual(readSeeds({ seed: [], seeds: [seeds] }), [
      seed('http://a.test/'),
      seed('http://b.test/', 2.5),
      { ...seed('http://c.test/', 0.5), genre: 'news' },
      { ...seed('http://d.test/'), genre: 'blogs' },
      seed('http://e.test/', 0.001),
    ]);
  });

  test('several files are read one after the other, and repeats that say the same are one', (context) => {
    const first = fileOf(context, 'http://b.test 0.2\nhttp://b.test/ 0.2\n');
    const second = fileOf(context, 'http://c.test/\nhttp://b.test/ 0.2\n');
    assert.deepEqual(readSeeds({ seed: [], seeds: [first, second] }), [
      seed('http://b.test/', 0.2),
      seed('http://c.test/'),
    ]);
  });

  test('lines that say different things of one page are wrong, unless a flag names it', (context) => {
    const first = fileOf(context, 'http://a.test/ 0.1\nhttp://b.test 0.2\nhttp://b.test/ 5\n');
    const second = fileOf(context, 'http://a.test/ 0.3\nhttp://b.test/ 0.2 news\n');
    const seeds = [first, second];
    assert.deepEqual(
      wrongLines(() => readSeeds({ seed: ['http://a.test/'], seeds })),
      [
        `3: http://b.test/ has score 5, but score 0.2 in ${first}:2`,
        `2: http://b.test/ has score 0.2 and genre news, but score 0.2 in ${first}:2`,
      ],
    );
    const both = ['http://a.test/', 'http://b.test/'];
    assert.deepEqual(
      readSeeds({ seed: both, seeds }),
      both.map((url) => seed(url)),
    );
  });

  test('all wrong lines are reported at once', (context) => {
    const lines = ['ftp://a.test/', 'http://b.test/ 0', 'http://c.test/ -1 news', 'http://d.test/ 1 songs'];
    const more = ['http://e.test/ news 1', 'http://f.test/ 1 news 2', 'http://g.test/ Infinity', 'http://h.test/ ok 1'];
    const seeds = fileOf(context, [...lines, 'http://right.test/ 1 web', ...more].join('\n'));
    assert.deepEqual(
      wrongLines(() => readSeeds({ seed: [], seeds: [seeds] })),
      [
        '1: ftp://a.test/ is not an http or https URL',
        '2: 0 is no score above 0 and no genre (web, news, discussions, blogs)',
        '3: -1 news is no score above 0 and no genre (web, news, discussions, blogs)',
        '4: songs is no genre (web, news, discussions, blogs)',
        '6: 1 is no part of a seed: a line is URL, score, genre',
        '7: 2 is no part of a seed: a line is URL, score, genre',
        '8: Infinity is no score above 0 and no genre (web, news, discussions, blogs)',
        '9: ok 1 is no score above 0 and no genre (web, news, discussions, blogs)',
      ],
    );
  });

  test('of a file that is no list at all, ten lines are shown', (context) => {
    const seeds = fileOf(context, 'word\n'.repeat(25));
    assert.throws(() => readSeeds({ seed: [], seeds: [seeds] }), /seeds\.txt:10: .*\n {2}… and 15 more$/s);
  });

  test('a file that is not there is named', () => {
    assert.throws(
      () => readSeeds({ seed: [], seeds: ['no/such/file'] }),
      (thrown: unknown) => thrown instanceof UsageError && thrown.code === 'no-seeds-file',
    );
  });

  test('what a person may write is read back as it was meant', (context) => {
    const file = fileOf(context, '');
    const score = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
    const genre = fc.option(fc.constantFrom(...seedGenres), { nil: undefined });
    const space = fc.constantFrom(' ', '\t', '  \t ');
    fc.assert(
      fc.property(fc.array(fc.record({ score, genre, space }), { maxLength: 5 }), (lines) => {
        const text = lines.map(({ score, genre, space }, index) =>
          [`http://a.test/${index}`, score, ...(genre === undefined ? [] : [genre])].join(space),
        );
        writeFileSync(file, text.join('\n'));
        assert.deepEqual(
          readSeeds({ seed: [], seeds: [file] }),
          lines.map(({ score, genre }, index) => ({
            ...seed(`http://a.test/${index}`, score),
            ...(genre !== undefined && { genre }),
          })),
        );
      }),
      { numRuns: 50 },
    );
  });
});
