import assert from 'node:assert/strict';
import { closedBy } from '../../../src/model/frontier.js';
import { claimPlaces, judgedPage, link, page, visitNext } from '../invented-crawl.js';
import type { Behaviour } from './behaviour.js';

/** Limits that hosts share: those of their registrable domain and of their address. */
export function hostLimits(behaviour: Behaviour): void {
  const grows = (relevant: number) => 2 + relevant;

  behaviour(
    'new hosts of a domain are visited as long as it brings relevant pages',
    { hostsPerDomain: grows },
    async ({ frontier, records }) => {
      await frontier.add([
        ...['a', 'b', 'c', 'd'].map((name, index) => link(`${name}.one.org/1`, 9 - index)),
        link('a.one.org/2', 1),
        link('other.org/1', 0),
      ]);
      await visitNext(frontier);
      await visitNext(frontier);
      // Two hosts of it were visited: no third, but what else they have, and other domains.
      assert.deepEqual(await claimPlaces(frontier, 1), ['a.one.org/2']);
      assert.equal((await frontier.stats(0)).queuedClosed, 2);
      const use = await records.hostUse('c.one.org');
      assert.deepEqual([use.fetched, use.hostsOfDomain, use.relevantOfDomain], [0, 2, 0]);
      await visitNext(frontier, { visit: judgedPage(0.9, { outcome: 'page' }) });
      assert.equal((await records.hostUse('other.org')).relevantOfDomain, 1);
      assert.equal((await records.hostUse('c.one.org')).relevantOfDomain, 0, 'it was another that brought something');
    },
  );

  behaviour(
    'a relevant page opens the next host, and a host with a seed is none too many',
    { hostsPerDomain: grows },
    async ({ frontier, records }) => {
      await frontier.add(['a', 'b', 'c', 'd'].map((name, index) => link(`${name}.one.org/1`, 9 - index)));
      await visitNext(frontier);
      await visitNext(frontier);
      assert.deepEqual(await claimPlaces(frontier, 1), []);
      await frontier.add([link('seed.one.org/', 0, { depth: 0 })]);
      await visitNext(frontier, { visit: judgedPage(0.9) });
      const { isGiven, hostsOfDomain, relevantOfDomain } = await records.hostUse('seed.one.org');
      assert.deepEqual(
        { isGiven, hostsOfDomain, relevantOfDomain },
        { isGiven: true, hostsOfDomain: 2, relevantOfDomain: 1 },
      );
      assert.deepEqual(await claimPlaces(frontier, 1), ['c.one.org/1']);
    },
  );

  behaviour(
    'the page limit of an address is never passed, requests in flight included',
    { maxPerAddress: 2 },
    async ({ frontier, records }) => {
      await frontier.add(['a.org/1', 'b.org/1', 'c.org:81/1', 'd.org/1'].map((place, index) => link(place, 9 - index)));
      const { claims } = await frontier.claim({ queue: 0, count: 9, now: 0 });
      const address = (url: string) => (url.includes('d.org') ? '::d' : '::1');
      await frontier.settle({
        settlements: claims.map((claim) => ({
          ...{ claim, requeue: { attempts: 0 }, unused: true, address: address(claim.url) },
        })),
      });
      const { claims: located } = await frontier.claim({ queue: 0, count: 9, now: 0 });
      assert.deepEqual(
        located.map(({ host }) => host),
        ['a.org', 'b.org', 'd.org'],
      );
      await frontier.settle({ settlements: located.map((claim) => ({ claim, visit: page() })) });
      assert.deepEqual(await frontier.claim({ queue: 0, count: 9, now: 0 }), { claims: [], held: true });
      const use = await records.hostUse('c.org:81');
      assert.equal(use.fetchedAtAddress, 2);
      const limits = { blocked: () => false, maxPerHost: 9, maxPerDomain: 9, hostsPerDomain: grows, maxPerAddress: 2 };
      assert.equal(closedBy(use, 1, limits), 'max-per-address');
    },
  );
}
