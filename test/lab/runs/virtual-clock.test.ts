import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { latencyOf } from '../../../src/lab/runs/simulated-latency.js';
import { VirtualClock } from '../../../src/lab/runs/virtual-clock.js';

describe('a virtual clock', () => {
  test('wakes sleepers in the order of their times, at their times, and equal ones in the order they lay down', async () => {
    const clock = new VirtualClock(100);
    const woken: string[] = [];
    const sleep = async (name: string, ms: number) => {
      await clock.sleep(ms);
      woken.push(`${name} ${clock.now()}`);
    };
    await Promise.all([sleep('long', 3_600_000), sleep('short', 5), sleep('also short', 5), sleep('not at all', 0)]);
    assert.deepEqual(woken, ['not at all 100', 'short 105', 'also short 105', 'long 3600100']);
  });

  test('lets all that follows from a waking happen before time goes on', async () => {
    const clock = new VirtualClock();
    const other = clock.sleep(20).then(() => clock.now());
    await clock.sleep(10);
    await nextTurn();
    assert.equal(clock.now(), 10, 'one turn of the event loop takes no time');
    await clock.sleep(5);
    assert.equal(clock.now(), 15);
    assert.equal(await other, 20);
  });

  test('stands still while something is waited for outside, one after the other', async () => {
    const clock = new VirtualClock();
    const done: string[] = [];
    const outside = (name: string, ms: number) =>
      clock.outside(async () => {
        await new Promise((resolve) => setTimeout(resolve, ms));
        done.push(`${name} ${clock.now()}`);
      });
    const sleeping = clock.sleep(5).then(() => done.push(`awake ${clock.now()}`));
    await Promise.all([outside('slow', 20), outside('quick', 1), sleeping]);
    assert.deepEqual(done, ['slow 0', 'quick 0', 'awake 5']);
    const failed = clock.outside(() => Promise.reject(new Error('unreachable')));
    await assert.rejects(failed, /unreachable/);
    await clock.sleep(1);
    assert.equal(clock.now(), 6);
  });

  test('a sleep that its signal ended moves no time, nor does one that never ends', async () => {
    const clock = new VirtualClock();
    const alarm = new AbortController();
    const forever = clock.sleep(Number.POSITIVE_INFINITY, alarm.signal);
    const long = clock.sleep(1000, alarm.signal);
    alarm.abort();
    await Promise.all([forever, long]);
    await clock.sleep(1);
    assert.equal(clock.now(), 1);
    await clock.sleep(5, alarm.signal);
    assert.equal(clock.now(), 1);
  });
});

test('latencies are those of their URL, log-normal around the median', () => {
  const latency = { medianMs: 300, spread: 0.5, seed: 7 };
  const urls = Array.from({ length: 4001 }, (_, number) => `http://a.test/${number}`);
  const values = urls.map((url) => latencyOf(url, latency)).sort((a, b) => a - b);
  assert.equal(latencyOf(urls[0]!, latency), latencyOf(urls[0]!, latency));
  assert.notEqual(latencyOf(urls[0]!, latency), latencyOf(urls[0]!, { ...latency, seed: 8 }));
  // The standard error of the median's logarithm is 1.25 · 0.5 / √4001 ≈ 0.01.
  assert.ok(Math.abs(Math.log(values[2000]! / 300)) < 0.04);
  // One standard deviation above and below the median lie 15.9 % of the values each.
  const beyond = values.filter((value) => Math.abs(Math.log(value / 300)) > 0.5).length / values.length;
  assert.ok(Math.abs(beyond - 0.317) < 0.03, `${beyond}`);
});
