import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CrawlOptions, Settings } from '../../src/config/options.js';
import { settingsFrom } from '../../src/config/settings.js';
import { prepareStrategy } from '../../src/strategy/prepare-strategy.js';
import { withoutSeedGenres, withoutUnusedInputs } from '../../src/strategy/strategy-inputs.js';

function settings(options: Partial<CrawlOptions>): Settings {
  return settingsFrom({ options: { query: 'jaguar car', strategy: 'best-first', ...options } as CrawlOptions });
}

const seed = 'http://a.test/';

describe('genres that choose seeds', () => {
  test('are taken by any strategy where sources are asked for them', async () => {
    await prepareStrategy(settings({ genre: 'web,news,Discussions,blog' }));
    await prepareStrategy(settings({ genre: 'news', seed, sources: 'wikipedia' }));
  });

  test('are refused where they would change nothing, as are those that no source knows', async () => {
    const refused = { code: 'unused-input' };
    await assert.rejects(prepareStrategy(settings({ genre: 'news', seed })), refused);
    await assert.rejects(prepareStrategy(settings({ genre: 'news', seeds: 'list.txt' })), refused);
    await assert.rejects(prepareStrategy(settings({ genre: 'news,course-syllabus' })), refused);
    await assert.rejects(prepareStrategy(settings({ genre: 'news', genreTerms: 'report' })), refused);
    await assert.rejects(prepareStrategy(settings({ genre: 'newz' })), { code: 'unknown-genre' });
  });

  test('are left out of a crawl that goes on with other seeds, unless its strategy judges by them', async () => {
    const goesOn = (options: Partial<CrawlOptions>) => withoutSeedGenres(settings({ seed, ...options }));
    assert.deepEqual((await goesOn({ genre: 'web,news' })).genre, []);
    assert.deepEqual((await goesOn({ genre: 'web,news', strategy: 'osprey' })).genre, ['web', 'news']);
    assert.deepEqual((await goesOn({ genre: 'job-offer' })).genre, ['job-offer'], 'which is refused, as ever');
  });

  test('stay when a crawl is judged again; given then, they could only say what is wanted', async () => {
    const asked = settings({ genre: 'web,news' });
    assert.deepEqual((await withoutUnusedInputs(asked, {})).genre, ['web', 'news']);
    assert.deepEqual((await withoutUnusedInputs(settings({ genre: 'news', seed }), {})).genre, []);
    await assert.rejects(withoutUnusedInputs(asked, { genre: 'web,news' }), { code: 'unused-input' });
  });
});

test('the levels of a coordinator are refused where a strategy has its own', async () => {
  const coordinated = { seed, organisation: 'coordinator' } as const;
  await prepareStrategy(settings({ ...coordinated, levels: 3, tunnelling: 0.3 }));
  await prepareStrategy(settings({ ...coordinated, strategy: 'tswt' }));
  const own = (options: Partial<CrawlOptions>) => prepareStrategy(settings({ ...coordinated, ...options }));
  const needsOwn =
    /^The strategy multi-level has .*; leave --levels out and give --set multi-level\.levels=… instead\.$/;
  await assert.rejects(own({ strategy: 'tswt', tunnelling: 0.3 }), {
    code: 'unused-input',
    message: /--tunnelling out\.$/,
  });
  await assert.rejects(own({ strategy: 'multi-level', model: 'm.json', levels: 3 }), { message: needsOwn });
});
