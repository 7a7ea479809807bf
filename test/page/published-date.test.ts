import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { isoDate } from '../../src/page/published-date.js';

const cases: [stated: string, iso: string | undefined][] = [
  ['2019-03-05', '2019-03-05'],
  ['20190305', '2019-03-05'],
  [' 2019-03-05T10:11:12.345Z ', '2019-03-05T10:11:12Z'],
  ['2019-03-05 10:11', '2019-03-05T10:11:00'],
  ['2019-03-05T10:11:12+0130', '2019-03-05T10:11:12+01:30'],
  ['2019-03-05T10:11:12-05', '2019-03-05T10:11:12-05:00'],
  ['2019', '2019'],
  ['2019-03', '2019-03'],
  ['Tue, 05 Mar 2019 10:11:12 GMT', '2019-03-05T10:11:12Z'],
  ['Tue, 05 Mar 2019 10:11:12 +0200', '2019-03-05T08:11:12Z'],
  ['March 5, 2019', '2019-03-05'],
  ['5 March 2019', '2019-03-05'],
  ['2019-02-30', undefined],
  ['2019-13-01', undefined],
  ['05/03/2019', undefined],
  ['yesterday', undefined],
  ['', undefined],
  ['1', undefined],
  [`March 5, 2019${' '.repeat(100)}x`, undefined],
];

describe('date of publication', () => {
  for (const [stated, iso] of cases) {
    test(`"${stated.slice(0, 40)}" is ${iso ?? 'no date'}`, () => assert.equal(isoDate(stated), iso));
  }

  test('every moment in ISO 8601 stays the same moment', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1000-01-01'), max: new Date('2999-12-31'), noInvalidDate: true }),
        (date) => {
          const seconds = Math.floor(date.getTime() / 1000) * 1000;
          assert.equal(Date.parse(isoDate(date.toISOString()) ?? ''), seconds);
        },
      ),
    );
  });
});
