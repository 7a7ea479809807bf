import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingsFrom } from '../../src/config/settings.js';
import { quietUntil } from '../../src/frontier/quiet-hours.js';

const at = (day: number, hour: number, minute = 0) => Date.UTC(2026, 0, day, hour, minute);
const hours = new Map([
  ['example.org', { from: 8 * 60, to: 18 * 60 }],
  ['night.example.org', { from: 22 * 60, to: 6 * 60 }],
  ['*', { from: 0, to: 60 }],
]);

test('hosts of a domain are left alone until its quiet hours end', () => {
  assert.equal(quietUntil(hours, 'www.example.org', at(5, 7, 59)), undefined);
  assert.equal(quietUntil(hours, 'www.example.org', at(5, 8)), at(5, 18));
  assert.equal(quietUntil(hours, 'example.org:8080', at(5, 17, 59)), at(5, 18));
  assert.equal(quietUntil(hours, 'example.org', at(5, 18)), undefined);
});

test('the most exact name counts, and hours may go past midnight', () => {
  assert.equal(quietUntil(hours, 'night.example.org', at(5, 12)), undefined);
  assert.equal(quietUntil(hours, 'night.example.org', at(5, 23)), at(6, 6));
  assert.equal(quietUntil(hours, 'night.example.org', at(5, 5, 59)), at(5, 6));
});

test('a star stands for every other host', () => {
  assert.equal(quietUntil(hours, 'other.net', at(5, 0, 30)), at(5, 1));
  assert.equal(quietUntil(new Map([['a.org', { from: 0, to: 60 }]]), 'other.net', at(5, 0, 30)), undefined);
});

test('hours are given as people write them, and kept so', () => {
  const given = (quietHours: string) =>
    settingsFrom({ flags: { query: 'x', seed: 'http://a.test/', quietHours } }).quietHours;
  assert.deepEqual(given('example.org=8:00-18:30'), new Map([['example.org', { from: 480, to: 1110 }]]));
  assert.deepEqual(given('*=22:00 - 24:00'), new Map([['*', { from: 1320, to: 1440 }]]));
  for (const wrong of [
    'example.org=8-18',
    'example.org',
    'example.org=25:00-26:00',
    'a b=08:00-09:00',
    '*=08:00-24:30',
  ])
    assert.throws(
      () => given(wrong),
      ({ message }: Error) =>
        /must be HOST=HH:MM-HH:MM such as example\.org=08:00-18:00/.test(message) && message.includes(`not "${wrong}"`),
    );
  assert.throws(() => given('*=08:00-08:00'), /hours that end as they begin; the whole day is \*=00:00-24:00/);
});
