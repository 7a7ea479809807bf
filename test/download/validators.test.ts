import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditionOf, validatorsOf } from '../../src/download/validators.js';

const of = (...headers: [string, string][]) => validatorsOf({ headers });
const date = 'Mon, 02 Nov 2026 10:00:00 GMT';

test('the validators of an answer go back as the server wrote them', () => {
  const validators = of(['ETag', ' W/"a-1" '], ['last-modified', date]);
  assert.deepEqual(validators, { etag: 'W/"a-1"', lastModified: date });
  assert.deepEqual(conditionOf(validators), { 'If-None-Match': 'W/"a-1"', 'If-Modified-Since': date });
  assert.deepEqual(conditionOf({}), {});
});

test('what is no validator, or could not be sent, is left out', () => {
  for (const etag of ['abc', '"a"b"', '"a\r\nCookie: x"', '"é"', `"${'a'.repeat(300)}"`, '*', ''])
    assert.deepEqual(of(['ETag', etag]), {}, etag);
  for (const modified of ['yesterday', '', `${date}\r\nX: 1`, `${date}${' '.repeat(300)}x`])
    assert.deepEqual(of(['Last-Modified', modified]), {}, modified);
});
