import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { chooseTests } from '../../../tools/test-run/choose-tests.js';

const files = ['test/agent/crawl.test.ts', 'test/cli/crawl.test.ts', 'test/store/sqlite-store.test.ts'];

/** What is said of patterns that match nothing. */
function refusal(...patterns: string[]): string {
  try {
    chooseTests(patterns, files);
  } catch (thrown) {
    return (thrown as Error).message;
  }
  assert.fail('it was not refused');
}

describe('the tests to run', () => {
  test('are those with a pattern in their path, in the order of the files', () => {
    assert.deepEqual(chooseTests(['sqlite', 'agent/'], files), [files[0], files[2]]);
    assert.deepEqual(chooseTests(['crawl.test.ts', 'cli'], files), [files[0], files[1]]);
  });

  test('are all of them without a pattern', () => {
    assert.deepEqual(chooseTests([], files), files);
  });

  test('cannot be told from a pattern that is in no path, and the near matches are listed', () => {
    const message = 'No test file has "crwal" in its path. Near matches:';
    assert.equal(refusal('crwal'), `${message}\n  test/agent/crawl.test.ts\n  test/cli/crawl.test.ts`);
    // One insertion: sqlit·e·-stor.
    assert.match(refusal('sqlit-stor'), /Near matches:\n {2}test\/store\/sqlite-store\.test\.ts$/);
  });

  test('are not guessed from what is like no path', () => {
    assert.equal(refusal('zzzzzz'), 'No test file has "zzzzzz" in its path.');
  });

  test('are refused when one of several patterns is in no path', () => {
    assert.match(refusal('store', 'agnet'), /^No test file has "agnet" in its path\. Near matches:\n.*agent\/crawl/);
  });

  test('are listed up to five near matches', () => {
    const many = Array.from({ length: 9 }, (_, number) => `test/page-${number}.test.ts`);
    assert.throws(() => chooseTests(['pge-'], many), {
      message: `No test file has "pge-" in its path. Near matches:\n${many
        .slice(0, 5)
        .map((file) => `  ${file}`)
        .join('\n')}`,
    });
  });
});
