import assert from 'node:assert/strict';
import type { Candidate } from '../../../src/model/frontier.js';
import { claimOne, claimPlaces, collect, judgedPage, link, page, visitNext } from '../invented-crawl.js';
import type { Behaviour } from './behaviour.js';

/** What is committed when claims are settled. */
export function settling(behaviour: Behaviour): void {
  behaviour('a requeued URL keeps its place and counts its attempts', {}, async ({ frontier, records }) => {
    await frontier.add([link('a.org/1', 1), link('a.org/2')]);
    const claim = await claimOne(frontier);
    const { seqs } = await frontier.settle({ settlements: [{ claim, requeue: { attempts: 2 } }] });
    assert.deepEqual(seqs, [0]);
    assert.equal((await records.find('http://a.org/1'))?.attempts, 2);
    const again = await claimOne(frontier);
    assert.deepEqual({ ...again, token: 0 }, { ...claim, token: 0, attempts: 2 });
    assert.notEqual(again.token, claim.token);
  });

  behaviour('a lease that ran out gives the URL back, and its token is refused', { delay: 10 }, async (store) => {
    const { frontier, records } = store;
    await frontier.add([link('a.org/1')]);
    const stale = await claimOne(frontier, 0);
    assert.deepEqual(await claimPlaces(frontier, 1, { now: 999 }), []);
    const fresh = await claimOne(frontier, 1_000);
    assert.equal(fresh.url, stale.url);
    const terms = { ids: Uint32Array.of(1), counts: Uint32Array.of(1) };
    const refused = await frontier.settle({
      settlements: [
        {
          claim: stale,
          visit: judgedPage(1, { lesson: { terms, links: [] } }),
          links: [link('b.org/1')],
          pace: { delay: 999, failures: 9 },
        },
      ],
    });
    assert.deepEqual(refused, { seqs: [-1], added: 0, moved: 0 });
    assert.deepEqual(await collect(records.visits()), []);
    assert.equal(await records.find('http://b.org/1'), undefined);
    assert.deepEqual(await collect((await store.knowledge(0)).since), []);
    assert.equal((await frontier.stats(1_000)).claimed, 1, 'the fresh claim stands');
    const { seqs } = await frontier.settle({ settlements: [{ claim: fresh, visit: page() }] });
    assert.deepEqual(seqs, [1]);
    await frontier.add([link('a.org/2')]);
    assert.deepEqual((await claimOne(frontier, 1_010)).pace, { delay: 10, failures: 0 });
  });

  behaviour('a claim is settled once', {}, async ({ frontier, records }) => {
    await frontier.add([link('a.org/1')]);
    const settlement = { claim: await claimOne(frontier), visit: page() };
    assert.deepEqual((await frontier.settle({ settlements: [settlement, settlement] })).seqs, [1, -1]);
    assert.deepEqual((await frontier.settle({ settlements: [settlement] })).seqs, [-1]);
    assert.equal((await collect(records.visits())).length, 1);
  });

  behaviour('all of a batch is committed together', { requestsPerHost: 3 }, async (store) => {
    const { frontier, records } = store;
    await frontier.add(['a.org/1', 'a.org/2', 'a.org/3'].map((place) => link(place, 1, { depth: 0 })));
    const { claims } = await frontier.claim({ queue: 0, count: 3, now: 0 });
    const result = await frontier.settle({
      settlements: [
        { claim: claims[0]!, visit: page(), links: [link('b.org/1', 0.1), link('a.org/2', 9), link('b.org/2', 0.2)] },
        { claim: claims[1]!, requeue: { attempts: 1 } },
        { claim: claims[2]!, visit: page({ outcome: 'failed', reason: 'timeout' }), links: [link('b.org/1', 0.3)] },
      ],
      rescores: [{ url: 'http://b.org/2', score: 0.4 }],
      knowledge: [{ agent: 0, data: Uint8Array.of(1, 2) }],
    });
    assert.deepEqual(result, { seqs: [1, 0, 2], added: 2, moved: 1 });
    assert.equal((await records.find('http://b.org/1'))?.priority, 0.3);
    assert.equal((await records.find('http://b.org/2'))?.priority, 0.4);
    assert.equal((await records.find('http://a.org/2'))?.priority, 1, 'claimed while the link was found');
    assert.deepEqual(Buffer.from((await store.knowledge(0)).data!), Buffer.of(1, 2));
  });

  behaviour(
    'what a visit changes in the queue comes after its links and before those of the next',
    {},
    async (store) => {
      const { frontier, records } = store;
      await frontier.add([link('a.org/1', 9), link('b.org/1', 8)]);
      const [first, second] = [await claimOne(frontier), await claimOne(frontier)];
      const rescores = [{ url: 'http://c.org/1', score: 0.25 }];
      const result = await frontier.settle({
        settlements: [
          { claim: first, visit: page(), links: [link('c.org/1', 0.5)], rescores },
          { claim: second, visit: page(), links: [link('c.org/1', 0.9)] },
        ],
      });
      assert.deepEqual(result, { seqs: [1, 2], added: 1, moved: 1 });
      assert.equal((await records.find('http://c.org/1'))?.priority, 0.9, 'the later link is not overwritten');
    },
  );

  behaviour('the claim carries all that is known of the URL', { leaseMs: 77 }, async ({ frontier }) => {
    await frontier.add([link('a.org/1', 1, { depth: 0 })]);
    const found: Candidate = link('b.org/x', 0.5, {
      level: 2,
      depth: 3,
      hops: 1,
      queue: 4,
      kind: 'sitemap',
    });
    await visitNext(frontier, { links: [found] });
    const { token, ...claim } = await claimOne(frontier, 10, 4);
    assert.ok(token > 0);
    assert.deepEqual(claim, {
      urlId: 2,
      url: 'http://b.org/x',
      host: 'b.org',
      queue: 4,
      agent: 4,
      level: 2,
      depth: 3,
      priority: 0.5,
      hops: 1,
      attempts: 0,
      kind: 'sitemap',
      parent: 1,
      priorityParent: 1,
      leaseUntil: 87,
      pace: { delay: 0, failures: 0 },
    });
  });

  behaviour('a queued URL that its site names as a sitemap is visited as one', {}, async ({ frontier, records }) => {
    await frontier.add([link('a.org/map', 0.5), link('a.org/other', 0.4)]);
    assert.equal(await frontier.add([link('a.org/map', 0.6, { kind: 'sitemap' })]), 0);
    assert.equal((await records.find('http://a.org/map'))!.kind, 'sitemap');
    const visit = { outcome: 'sitemap', reason: '', fetchedAt: 0, status: 200 } as const;
    const links = [link('a.org/listed', 0.3, { modifiedAt: 5 }), link('a.org/other', 0.4, { modifiedAt: 6 })];
    await visitNext(frontier, { visit, links });
    const { url, kind, priority } = (await records.visit(1))!;
    assert.deepEqual([url, kind, priority], ['http://a.org/map', 'sitemap', 0.6]);
    const other = (await records.find('http://a.org/other'))!;
    assert.deepEqual([other.state, other.kind, other.modifiedAt], ['queued', undefined, 6]);
    assert.deepEqual(
      (await records.inLinks(other.id)).map(({ visit: seq, isSitemap }) => [seq, isSitemap]),
      [[1, true]],
    );
    const listed = (await records.find('http://a.org/listed'))!;
    assert.equal(listed.modifiedAt, 5);
    // A page that links to one of them with a better score.
    await visitNext(frontier, { links: [link('a.org/listed', 0.9, { level: 2 })] });
    const best = await records.bestInLinks([listed.id, other.id, 99]);
    assert.deepEqual(
      [...best].map(([id, { score, level }]) => [id, score, level]).sort(),
      [
        [listed.id, 0.9, 2],
        [other.id, 0.4, 1],
      ].sort(),
    );
  });

  behaviour('a visit is of the agent that did it, its links go where it says', {}, async ({ frontier, records }) => {
    await frontier.add([link('a.org/1')]);
    const { claims } = await frontier.claim({ queue: 0, agent: 7, count: 1, now: 0 });
    assert.deepEqual([claims[0]!.queue, claims[0]!.agent], [0, 7]);
    await frontier.settle({ settlements: [{ claim: claims[0]!, visit: page(), links: [link('a.org/2')] }] });
    assert.equal((await records.visit(1))!.agent, 7);
    assert.equal((await claimOne(frontier)).url, 'http://a.org/2');
  });
}
