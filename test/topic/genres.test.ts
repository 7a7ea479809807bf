import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { UsageError } from '../../src/failure.js';
import { TextPipeline } from '../../src/text/text-pipeline.js';
import { genresOf } from '../../src/topic/genres.js';
import { readyGenres } from '../../src/topic/ready-genres.js';

const nothing = { genre: [], genreTerms: [], urlTerms: [] };

function namesFor(...genre: string[]): string[] {
  return genresOf({ ...nothing, genre }).map(({ name }) => name);
}

describe('genres', () => {
  test('are found whatever the case, the dashes and the number of their names', () => {
    assert.deepEqual(namesFor('course-syllabus'), ['course-syllabus']);
    assert.deepEqual(namesFor('Course syllabi', 'job offers', 'sale_offers', 'Blog', 'discussion', 'News'), [
      'course-syllabus',
      'job-offer',
      'sale-offer',
      'blogs',
      'discussions',
      'news',
    ]);
    assert.deepEqual(namesFor('product reviews', 'product-review'), ['product-review'], 'once each');
  });

  test('"web" is no genre: with it pages of any kind are wanted', () => {
    assert.deepEqual(namesFor('web'), []);
    assert.deepEqual(namesFor('Web', 'news'), []);
    assert.throws(() => namesFor('web', 'newz'), { code: 'unknown-genre' }, 'names are checked all the same');
    const own = genresOf({ ...nothing, genre: ['web', 'news'], genreTerms: ['minutes'] });
    assert.deepEqual(
      own.map(({ name }) => name),
      ['own'],
    );
  });

  test('the terms of the user make one of their own, and the URL terms of the user are of all', () => {
    const genres = genresOf({ genre: ['news'], genreTerms: ['minutes', 'present were'], urlTerms: ['council'] });
    assert.deepEqual(
      genres.map(({ name, urlTerms }) => [name, urlTerms]),
      [
        ['news', ['news', 'article', 'story', 'council']],
        ['own', ['council']],
      ],
    );
    assert.deepEqual(genres[1]!.terms, ['minutes', 'present were']);
  });

  test('de Assis et al. 2009 gives 16 terms of course syllabi, 24 of job offers and 24 of sale offers', () => {
    const sizes = Object.fromEntries(readyGenres.map(({ name, terms }) => [name, terms.length]));
    assert.deepEqual([sizes['course-syllabus'], sizes['job-offer'], sizes['sale-offer']], [16, 24, 24]);
  });

  test('every ready term is worth something, and none means the same as another of its genre', () => {
    const pipeline = new TextPipeline();
    for (const { name, description, terms, urlTerms } of readyGenres) {
      assert.match(description, /\w/);
      for (const list of [terms, urlTerms]) {
        const ids = list.map((term) => pipeline.idOf(term));
        assert.ok(!ids.includes(undefined), `${name} has a term of stop words`);
        assert.equal(new Set(ids).size, ids.length, `${name} has a term twice: ${list.map((t) => pipeline.termOf(t))}`);
      }
    }
  });

  test('an unknown name is one error that guesses and lists the known ones', () => {
    assert.throws(
      () => namesFor('news', 'course-sylabus'),
      (thrown: unknown) => {
        assert.ok(thrown instanceof UsageError);
        assert.equal(thrown.code, 'unknown-genre');
        assert.match(thrown.message, /Unknown genre "course-sylabus"; did you mean "course-syllabus"\?/);
        for (const { name } of readyGenres) assert.ok(thrown.message.includes(name));
        return true;
      },
    );
  });

  test('terms of nothing but stop words are an error', () => {
    assert.throws(() => genresOf({ ...nothing, genreTerms: ['the', 'of a'] }), { code: 'empty-terms' });
    assert.throws(() => genresOf({ ...nothing, urlTerms: ['the'] }), /--url-terms the contains only stop words/);
    assert.equal(genresOf({ ...nothing, genreTerms: ['the', 'syllabus'] }).length, 1);
  });
});
