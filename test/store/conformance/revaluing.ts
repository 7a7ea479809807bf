import assert from 'node:assert/strict';
import { mostFalls, type Revalue } from '../../../src/model/frontier.js';
import { claimOne, claimPlaces, link, page, visitNext } from '../invented-crawl.js';
import type { Behaviour } from './behaviour.js';

/** What `http://<place>` is worth by now, for the places that are named. */
function worth(byPlace: Readonly<Record<string, number>>): Revalue {
  return (url) => byPlace[url.slice('http://'.length)];
}

/** Queued URLs that are worth something else by now. */
export function revaluing(behaviour: Behaviour): void {
  const three = [link('a.org/1', 0.9), link('b.org/1', 0.8), link('c.org/1', 0.7)];

  behaviour('a claim passes over what has fallen, which takes its new place', {}, async ({ frontier, records }) => {
    await frontier.add([...three, link('d.org/1', 0.6)]);
    const revalue = worth({ 'a.org/1': 0.65, 'b.org/1': 0.1 });
    assert.deepEqual(await claimPlaces(frontier, 1, { revalue }), ['c.org/1']);
    const priorities = await Promise.all(three.map(async ({ url }) => (await records.find(url))?.priority));
    assert.deepEqual(priorities, [0.65, 0.1, 0.7]);
    assert.deepEqual(await claimPlaces(frontier, 9), ['a.org/1', 'd.org/1', 'b.org/1']);
  });

  behaviour('what fell and is still the best is taken, and valued once', {}, async ({ frontier }) => {
    await frontier.add(three);
    const asked: string[] = [];
    const byPlace = worth({ 'a.org/1': 0.8, 'b.org/1': 0.71 });
    const revalue = (url: string) => {
      asked.push(url.slice('http://'.length));
      return byPlace(url);
    };
    const { claims } = await frontier.claim({ queue: 0, count: 3, now: 0, revalue });
    assert.deepEqual(
      claims.map(({ url, priority }) => [url, priority]),
      [
        ['http://a.org/1', 0.8],
        ['http://b.org/1', 0.71],
        ['http://c.org/1', 0.7],
      ],
    );
    assert.deepEqual(asked, ['a.org/1', 'b.org/1', 'c.org/1']);
  });

  behaviour('what is worth more, hardly less or nobody knows what is taken', {}, async ({ frontier, records }) => {
    await frontier.add(three);
    const revalue = worth({ 'a.org/1': 5, 'b.org/1': 0.79 });
    const { claims } = await frontier.claim({ queue: 0, count: 3, now: 0, revalue });
    assert.deepEqual(
      claims.map(({ priority }) => priority),
      [0.9, 0.8, 0.7],
      'each from the place that it had',
    );
    await frontier.settle({ settlements: [{ claim: claims[0]!, requeue: { attempts: 0 } }] });
    assert.equal((await records.find('http://a.org/1'))?.priority, 0.9);
    assert.equal((await claimOne(frontier)).priority, 0.9);
  });

  behaviour('equals that fall together keep their order', { requestsPerHost: 9 }, async ({ frontier }) => {
    await frontier.add([link('b.org/2'), link('a.org/1'), link('b.org/1'), link('a.org/0')]);
    assert.deepEqual(await claimPlaces(frontier, 9, { revalue: () => 0.5 }), [
      'b.org/2',
      'a.org/1',
      'b.org/1',
      'a.org/0',
    ]);
  });

  behaviour('a claim has enough after so many falls', { requestsPerHost: 9 }, async ({ frontier, records }) => {
    const count = mostFalls + 10;
    await frontier.add(Array.from({ length: count }, (_, index) => link(`a.org/${index}`, count - index)));
    const revalue = (url: string) => -Number(url.split('/').at(-1));
    assert.deepEqual(await claimPlaces(frontier, 1, { revalue }), [`a.org/${mostFalls}`], 'although it fell too');
    assert.equal((await records.find(`http://a.org/${mostFalls}`))?.priority, 10);
    assert.equal((await records.find(`http://a.org/${mostFalls - 1}`))?.priority, 1 - mostFalls);
    // The nine that are left fall too; then the first to have fallen is the best, and is taken as it is.
    assert.deepEqual(await claimPlaces(frontier, 1, { revalue }), ['a.org/0']);
  });

  behaviour('levels and agents are kept apart', { requestsPerHost: 9 }, async ({ frontier }) => {
    await frontier.add([
      link('a.org/1', 0.5),
      link('a.org/2', 9, { level: 2 }),
      link('a.org/3', 9, { level: 3 }),
      link('b.org/1', 0.5, { queue: 1 }),
    ]);
    const revalue = worth({ 'a.org/1': 0.1, 'a.org/2': 0.2, 'b.org/1': 0.1 });
    assert.deepEqual(await claimPlaces(frontier, 9, { revalue, levels: [3, 1] }), ['a.org/3', 'a.org/1']);
    assert.deepEqual(await claimPlaces(frontier, 9, { revalue }), ['a.org/2']);
    assert.equal((await claimOne(frontier, 0, 1)).priority, 0.5, 'of another agent');
  });

  behaviour('what has expired is forgotten without being valued', {}, async ({ frontier, records }) => {
    await frontier.add([link('a.org/1', 0.9, { expiresAt: 10 }), link('b.org/1', 0.5)]);
    const revalue = (url: string) => (url === 'http://a.org/1' ? assert.fail('it was valued') : 0.5);
    assert.deepEqual(await claimPlaces(frontier, 1, { now: 10, revalue }), ['b.org/1']);
    assert.equal((await records.find('http://a.org/1'))?.state, 'expired');
  });

  behaviour('falling does not open a host before its time', { delay: 100 }, async ({ frontier }) => {
    await frontier.add([link('a.org/1', 9), link('a.org/2', 8), link('a.org/3', 7), link('b.org/1', 1)]);
    await visitNext(frontier, { now: 0 });
    const asked: string[] = [];
    const revalue = (url: string) => {
      asked.push(url);
      return 0.5;
    };
    const early = await frontier.claim({ queue: 0, count: 9, now: 50, revalue });
    assert.deepEqual(
      early.claims.map(({ url }) => url),
      ['http://b.org/1'],
    );
    assert.equal(early.nextAt, 100);
    assert.deepEqual(asked, ['http://b.org/1'], 'hosts that wait are not valued');
    const late = await frontier.claim({ queue: 0, count: 9, now: 100, revalue });
    assert.deepEqual(
      late.claims.map(({ url }) => url),
      ['http://a.org/2'],
      'one request at a time',
    );
  });

  behaviour('what has risen is found in between', {}, async ({ frontier, records }) => {
    await frontier.add(three);
    const value = worth({ 'a.org/1': 0.1, 'b.org/1': 0.81, 'c.org/1': 2, 'x.org/1': 9 });
    assert.equal(await frontier.revalue({ queue: 0, count: 3, value }), 2, 'one hardly changed');
    assert.equal((await records.find('http://b.org/1'))?.priority, 0.8);
    assert.deepEqual(await claimPlaces(frontier, 9), ['c.org/1', 'b.org/1', 'a.org/1']);
  });

  behaviour(
    'the best of each level are valued, fewer of a deeper one, of one agent',
    { requestsPerHost: 9 },
    async ({ frontier }) => {
      const places = [1, 2, 3].map((number) => link(`a.org/${number}`, 1 / number));
      const deeper = [1, 2, 3].map((number) => link(`b.org/${number}`, 1 / number, { level: 2 }));
      await frontier.add([...places, ...deeper, link('c.org/1', 1, { queue: 1 })]);
      const claimed = await claimOne(frontier);
      const asked: string[] = [];
      const value = (url: string) => void asked.push(url.slice('http://'.length));
      assert.equal(await frontier.revalue({ queue: 0, count: 2, value }), 0);
      assert.deepEqual(asked, ['a.org/2', 'a.org/3', 'b.org/1'], 'a.org/1 is in flight');
      await frontier.settle({ settlements: [{ claim: claimed, visit: page() }] });
      assert.equal(await frontier.revalue({ queue: 7, count: 2, value: () => 5 }), 0);
    },
  );

  behaviour('a link met again merges with what the URL is worth by now', {}, async ({ frontier, records }) => {
    await frontier.add([link('a.org/1', 0.5)]);
    await frontier.revalue({ queue: 0, count: 1, value: () => 0.25 });
    await frontier.add([link('a.org/1', 0.125, { merge: 'sum' })]);
    assert.equal((await records.find('http://a.org/1'))?.priority, 0.375);
  });

  behaviour('a value that is not a number is refused before anything moves', {}, async ({ frontier, records }) => {
    await frontier.add(three);
    const value = worth({ 'a.org/1': 0.1, 'b.org/1': Number.NaN });
    await assert.rejects(frontier.revalue({ queue: 0, count: 3, value }), { code: 'bad-score' });
    assert.equal((await records.find('http://a.org/1'))?.priority, 0.9);
    assert.equal((await claimOne(frontier)).url, 'http://a.org/1');
  });
}
