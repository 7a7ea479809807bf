import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Command } from '../../src/model/commands.js';
import { revisitLevel } from '../../src/model/frontier.js';
import { claimPlaces, collect, link, rules, visitNext } from './invented-crawl.js';
import type { StoreMaker } from './stores.js';

const pause: Command = { kind: 'pause', by: 'ada', at: 1_000, arguments: null };
const seed: Command = { kind: 'seed', by: 'grace', at: 2_000, arguments: { urls: ['http://a.org/'] } };

/** What every store promises of the commands that a crawl is given. */
export function commandConformance(name: string, make: StoreMaker): void {
  describe(`the commands of ${name}`, () => {
    test('wait in the order in which they were given', async (context) => {
      const { commands } = await make(rules(), context);
      assert.deepEqual(await commands.waiting(), []);
      const ids = [await commands.add(pause), await commands.add(seed)];
      assert.deepEqual(await commands.waiting(), [
        { ...pause, id: ids[0] },
        { ...seed, id: ids[1] },
      ]);
      assert.deepEqual(await commands.find(ids[1]!), { ...seed, id: ids[1] });
      assert.equal(await commands.find(99), undefined);
    });

    test('wait until they are applied, and keep what came of them', async (context) => {
      const { commands } = await make(rules(), context);
      const [first, second] = [await commands.add(pause), await commands.add(seed)];
      await commands.applied(first, 3_000, { paused: { by: 'ada', at: 1_000 } });
      assert.deepEqual(
        (await commands.waiting()).map(({ id }) => id),
        [second],
      );
      const result = { queued: 1, known: 0 };
      await commands.applied(second, 4_000, result);
      assert.deepEqual(await commands.waiting(), []);
      assert.deepEqual(await commands.find(second), { ...seed, id: second, appliedAt: 4_000, result });
    });

    test('are applied once, with the notes that belong to them', async (context) => {
      const { commands, notes } = await make(rules(), context);
      const id = await commands.add(pause);
      await commands.applied(id, 3_000, {}, { paused: 'by ada' });
      await commands.applied(id, 4_000, { late: true }, { paused: 'by grace' });
      assert.equal(await notes.get('paused'), 'by ada');
      assert.deepEqual(await commands.find(id), { ...pause, id, appliedAt: 3_000, result: {} });
    });

    test('are listed in order, the last ones where there is a limit', async (context) => {
      const { commands } = await make(rules(), context);
      for (const at of [1, 2, 3]) await commands.add({ ...pause, at });
      assert.deepEqual(
        (await commands.last()).map(({ at }) => at),
        [1, 2, 3],
      );
      assert.deepEqual(
        (await commands.last(2)).map(({ at }) => at),
        [2, 3],
      );
    });
  });

  describe(`rules that change while ${name} is open`, () => {
    test('close a host that is blocked, and open it again', async (context) => {
      const { frontier } = await make(rules(), context);
      await frontier.add([link('a.org/1', 2), link('b.org/1', 1)]);
      await frontier.changeRules(rules({ blocked: (host) => host === 'a.org' }));
      assert.deepEqual(await claimPlaces(frontier, 9), ['b.org/1']);
      assert.equal((await frontier.stats(0)).queuedClosed, 1);
      await frontier.changeRules(rules());
      assert.deepEqual(await claimPlaces(frontier, 9), ['a.org/1']);
    });

    test('raise the page limit of a host', async (context) => {
      const { frontier } = await make(rules({ maxPerHost: 1 }), context);
      await frontier.add([link('a.org/1'), link('a.org/2'), link('a.org/3')]);
      await visitNext(frontier, { now: 0 });
      assert.deepEqual(await claimPlaces(frontier, 9), []);
      await frontier.changeRules(rules({ maxPerHost: 2 }));
      assert.deepEqual(await claimPlaces(frontier, 9), ['a.org/2']);
    });

    test('give hosts another delay from their next request on', async (context) => {
      const { frontier } = await make(rules({ delay: 100 }), context);
      await frontier.add([link('a.org/1'), link('a.org/2'), link('a.org/3'), link('a.org/4')]);
      await visitNext(frontier, { now: 0 });
      await frontier.changeRules(rules({ delay: 1_000 }));
      assert.deepEqual(await claimPlaces(frontier, 1, { now: 50 }), [], 'the hold of the last request stands');
      await visitNext(frontier, { now: 100 });
      assert.equal((await frontier.claim({ queue: 0, count: 1, now: 200 })).nextAt, 1_100);
      await frontier.changeRules(rules({ delay: 10 }));
      await visitNext(frontier, { now: 1_100 });
      assert.deepEqual(await claimPlaces(frontier, 1, { now: 1_110 }), ['a.org/4']);
    });

    test('take queued URLs out of the queue when their turn comes, and let them in again', async (context) => {
      const { frontier, records } = await make(rules({ requestsPerHost: 9 }), context);
      await frontier.add([link('a.org/in', 1), link('a.org/out', 2)]);
      await frontier.changeRules(
        rules({ requestsPerHost: 9, refused: ({ url }) => (url.endsWith('/out') ? 'exclude' : undefined) }),
      );
      assert.deepEqual(await claimPlaces(frontier, 9), ['a.org/in']);
      const { state, reason } = (await records.find('http://a.org/out'))!;
      assert.deepEqual({ state, reason }, { state: 'rejected', reason: 'exclude' });
      assert.deepEqual(
        (await collect(records.rejected())).map(({ url }) => url),
        ['http://a.org/out'],
      );
      await frontier.changeRules(rules({ requestsPerHost: 9 }));
      await frontier.add([link('a.org/out', 2)]);
      assert.deepEqual(await claimPlaces(frontier, 9), ['a.org/out']);
    });

    test('leave a page visited that was to be visited again', async (context) => {
      const { frontier, records } = await make(rules(), context);
      await frontier.add([link('a.org/1')]);
      await visitNext(frontier, { now: 0 });
      await frontier.add([link('a.org/1', 1, { level: revisitLevel, kind: 'revisit' })]);
      await frontier.changeRules(rules({ refused: () => 'exclude' }));
      assert.deepEqual(await claimPlaces(frontier, 9, { levels: [revisitLevel] }), []);
      assert.equal((await records.find('http://a.org/1'))!.state, 'visited');
    });
  });
}
