import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parameter, readParameters } from '../../src/config/parameters.js';
import { choice, integer, limit, ratio } from '../../src/config/scalar-kinds.js';
import { settingsFrom } from '../../src/config/settings.js';
import { UsageError } from '../../src/failure.js';
import { prepareStrategy } from '../../src/strategy/prepare-strategy.js';

const table = {
  beta: parameter(ratio(), 0.8, 'A share.'),
  width: parameter(limit(integer({ min: 1 })), Number.POSITIVE_INFINITY, 'A number that may be lifted.'),
  policy: parameter(choice('first', 'all'), 'first', 'One of two words.'),
};

function refusal(code: string, message: RegExp): (thrown: unknown) => boolean {
  return (thrown) => {
    assert.ok(thrown instanceof UsageError);
    assert.equal(thrown.code, code);
    assert.match(thrown.message, message);
    return true;
  };
}

describe('parameters of a strategy', () => {
  test('have their defaults where nothing is set', () => {
    assert.deepEqual(readParameters('shark', table, new Map()), {
      beta: 0.8,
      width: Number.POSITIVE_INFINITY,
      policy: 'first',
    });
  });

  test('take what is set, as its kind reads it', () => {
    const given = new Map<string, string | number>([
      ['beta', 0.25],
      ['width', 'none'],
      ['policy', 'All'],
    ]);
    assert.deepEqual(readParameters('shark', table, given), {
      beta: 0.25,
      width: Number.POSITIVE_INFINITY,
      policy: 'all',
    });
  });

  test('that do not exist are refused, with what there is and what was probably meant', () => {
    assert.throws(
      () => readParameters('shark', table, new Map([['betta', 0.5]])),
      refusal(
        'unknown-parameter',
        /^The strategy shark has no parameter "betta"; it has beta, width, policy\. Did you mean "beta"\?$/,
      ),
    );
    assert.throws(
      () => readParameters('shark', {}, new Map([['beta', 0.5]])),
      refusal('unknown-parameter', /has no parameter "beta"; it has none\.$/),
    );
    // Not one that every object has.
    assert.throws(
      () => readParameters('shark', table, new Map([['constructor', 1]])),
      refusal('unknown-parameter', /no parameter "constructor"/),
    );
  });

  test('with a value that cannot be are refused, with what it must be', () => {
    for (const [name, value, must] of [
      ['beta', 1.5, /--set shark\.beta: must be a number \(0 to 1\), not 1\.5\./],
      ['width', 0, /--set shark\.width: must be a whole number \(at least 1\) or none, not 0\./],
      ['policy', 'firts', /--set shark\.policy: must be one of first, all, not "firts"; did you mean first\?/],
    ] as const)
      assert.throws(() => readParameters('shark', table, new Map([[name, value]])), refusal('bad-parameter', must));
  });
});

describe('parameters of a crawl', () => {
  const settings = (set: readonly string[]) =>
    settingsFrom({ options: { query: 'court', seed: 'http://a.test/', strategy: 'best-first', set } });

  test('are refused before anything is fetched, those of strategies that are not used too', async () => {
    await assert.rejects(
      prepareStrategy(settings(['best-first.beta=1'])),
      refusal('unknown-parameter', /best-first has no parameter "beta"; it has anchor-weight/),
    );
    await assert.rejects(
      prepareStrategy(settings(['breadth-first.beta=1'])),
      refusal('unknown-parameter', /breadth-first has no parameter "beta"/),
    );
    await assert.rejects(
      prepareStrategy(settings(['best-frist.beta=1'])),
      refusal('unknown-strategy', /did you mean "best-first"/),
    );
  });
});
