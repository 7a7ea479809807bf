import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headerRobotsDirectives } from '../../src/robots/robots-directives.js';

const cases: [header: string, noindex: boolean, nofollow: boolean][] = [
  ['noindex', true, false],
  ['NoFollow , noarchive', false, true],
  ['none', true, true],
  ['otherbot: noindex, nofollow', false, false],
  ['osprey: noindex, nofollow', true, true],
  ['otherbot: noindex, osprey: nofollow', false, true],
  ['noindex, otherbot: nofollow', true, false],
  ['unavailable_after: 25 Jun 2030 15:00:00 PST, nofollow', false, true],
  ['max-snippet: 20, noindex', true, false],
  ['', false, false],
];

for (const [header, noindex, nofollow] of cases) {
  test(`X-Robots-Tag "${header}" ${noindex ? 'forbids' : 'allows'} indexing and ${nofollow ? 'forbids' : 'allows'} following`, () => {
    assert.deepEqual(headerRobotsDirectives(header), { noindex, nofollow });
  });
}
