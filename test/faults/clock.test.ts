import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type Clock, steadyTime, systemClock } from '../../src/clock.js';
import { Crawl } from '../../src/crawl/crawl.js';
import { type Site, startSite } from '../site.js';
import { intact } from './intact.js';
import { ended, folderFor, pagesOf, resumed, ringSettings, ringWeb } from './ring-web.js';

const hour = 3_600_000;
const delayMs = 60;
const web = ringWeb(3, 5);

/** The delay counts from the claim, the log from the arrival: a quarter of it is room for a busy machine. */
function isPolite({ log }: Site): void {
  const last = new Map<string, number>();
  for (const { host, at } of log) {
    const gap = at - (last.get(host) ?? Number.NEGATIVE_INFINITY);
    assert.ok(gap >= 0.75 * delayMs, `two requests to ${host} within ${gap} ms`);
    last.set(host, at);
  }
}

describe('time', () => {
  test('passes as it does, whatever the wall clock is set to and however long the machine sleeps', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('run' as const), ms: fc.integer({ min: 0, max: 2 * hour }) }),
      fc.record({ kind: fc.constant('sleep' as const), ms: fc.integer({ min: 2_000, max: 50 * hour }) }),
      fc.record({ kind: fc.constant('set' as const), ms: fc.integer({ min: -50 * hour, max: 50 * hour }) }),
    );
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const clocks = { wall: 1e12, running: 5_000, sinceBoot: 777_000 };
        const now = steadyTime({
          wall: () => clocks.wall,
          running: () => clocks.running,
          // To a hundredth of a second, as systems tell it.
          sinceBoot: () => Math.floor(clocks.sinceBoot / 10) * 10,
        });
        let [real, before] = [1e12, now()];
        for (const { kind, ms } of steps) {
          clocks.wall += ms;
          if (kind === 'run') clocks.running += ms;
          if (kind !== 'set') {
            clocks.sinceBoot += ms;
            real += ms;
          }
          const told = now();
          assert.ok(told >= before, 'it went back');
          assert.ok(Math.abs(told - real) <= 1_000, `${told - real} ms off after ${kind} ${ms}`);
          before = told;
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('a clock that is set', () => {
  test('by hours, either way, while a crawl runs, changes nothing: hosts are spared, none is shut out, budgets hold', async (t) => {
    const site = await startSite(web.page);
    t.after(() => site.close());
    const out = path.join(folderFor(t), 'crawl');
    let set = 0;
    const slept: number[] = [];
    const running = () => performance.now();
    const clock: Clock = {
      now: steadyTime({ wall: () => Date.now() + set, running, sinceBoot: running }),
      sleep(ms, signal) {
        slept.push(ms);
        return systemClock.sleep(ms, signal);
      },
    };
    const settings = ringSettings(site, out, { delay: `${delayMs}ms`, maxTime: '1h' });
    const reason = await ended(await Crawl.start(settings, { clock }), (visits) => {
      if (visits === 3) set = -5 * hour;
      if (visits === 8) set = 9 * hour;
    });
    assert.equal(reason, 'frontier-empty');
    intact(out);
    assert.deepEqual(await pagesOf(out), web.urls);
    isPolite(site);
    assert.ok(
      slept.every((ms) => ms >= 0 && ms < 60_000),
      `slept ${slept}`,
    );
  });

  test('back by hours before a crawl is resumed shuts no host out, and spares them all', async (t) => {
    const site = await startSite(web.page);
    t.after(() => site.close());
    const out = path.join(folderFor(t), 'crawl');
    const settings = (maxPages: number) => ringSettings(site, out, { delay: `${delayMs}ms`, maxPages });
    const ahead: Clock = { ...systemClock, now: () => systemClock.now() + 5 * hour };
    assert.equal(await ended(await Crawl.start(settings(4), { clock: ahead })), 'max-pages');
    // And once more: what was set back stays so.
    assert.equal(await resumed(settings(8)), 'max-pages');
    assert.equal(await resumed(settings(100)), 'frontier-empty');
    intact(out);
    assert.deepEqual(await pagesOf(out), web.urls);
    isPolite(site);
  });
});
