import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { ContentSeen } from '../../../src/agent/content-seen.js';
import { bucketOf, buckets } from '../../../src/frontier/bucket-of.js';
import type { Claim, FrontierRules } from '../../../src/model/frontier.js';
import type { Page } from '../../../src/model/page.js';
import type { PostgresStore } from '../../../src/store/postgres/postgres-store.js';
import { machineTime } from '../../../src/store/postgres/worker-time.js';
import { claimPlaces, collect, judgedPage, link, page, rules } from '../invented-crawl.js';
import { TestCrawls } from './postgres-stores.js';

const crawls = new TestCrawls();

interface TwoWorkers {
  readonly a: PostgresStore;
  readonly b: PostgresStore;
  readonly db: Awaited<ReturnType<TestCrawls['borrow']>>['db'];
  /** Hosts of each, to be visited by it. */
  readonly ofA: readonly string[];
  readonly ofB: readonly string[];
  open(): Promise<PostgresStore>;
}

/** Two workers of one crawl, each with half of the hosts. Nobody looks at the other by itself. */
async function twoWorkers(context: TestContext, changes: Partial<FrontierRules> = {}): Promise<TwoWorkers> {
  const crawl = await crawls.borrow();
  const time = { ...machineTime, every: () => () => {} };
  const open = () => crawl.open(rules({ leaseMs: Number.POSITIVE_INFINITY, ...changes }), { leaseMs: 600_000, time });
  const a = await open();
  const b = await open();
  const all = [a, b];
  context.after(async () => {
    for (const store of all) await store.close().catch(() => undefined);
    await crawl.giveBack();
  });
  assert.equal(b.session.own.size, 0, 'all are taken');
  await a.tend();
  await a.tend();
  await b.tend();
  const hosts = Array.from({ length: 40 }, (_, index) => `h${index}.org`);
  const of = ({ session }: PostgresStore) => hosts.filter((host) => session.own.has(bucketOf(host)));
  const later = async () => {
    const store = await open();
    all.push(store);
    return store;
  };
  return { a, b, db: crawl.db, ofA: of(a), ofB: of(b), open: later };
}

async function visit({ frontier }: PostgresStore, claim: Claim, ...links: string[]): Promise<number> {
  const settlement = { claim, visit: judgedPage(1), links: links.map((place) => link(place)) };
  return (await frontier.settle({ settlements: [settlement] })).seqs[0]!;
}

/** As if it had not been heard of for an hour. */
async function silence({ db }: Pick<TwoWorkers, 'db'>, { session }: PostgresStore): Promise<void> {
  await db.query("UPDATE worker SET expires = clock_timestamp() - interval '1 hour' WHERE id = $1", [session.id]);
}

describe('two workers of one crawl', { concurrency: 4 }, () => {
  test('share the hosts evenly, and a third one gets its share', async (context) => {
    const { a, b, open } = await twoWorkers(context);
    assert.deepEqual([a.session.own.size, b.session.own.size], [buckets / 2, buckets / 2]);
    assert.ok([...a.session.own].every((bucket) => !b.session.own.has(bucket)));
    const c = await open();
    for (const store of [a, b, a, b, c, c]) await store.tend();
    const sizes = [a, b, c].map(({ session }) => session.own.size);
    assert.equal(sizes[0]! + sizes[1]! + sizes[2]!, buckets);
    assert.ok(Math.max(...sizes) - Math.min(...sizes) <= 2, String(sizes));
    await c.close();
    for (const store of [a, b]) await store.tend();
    assert.equal(a.session.own.size + b.session.own.size, buckets, 'who leaves leaves its hosts to the others');
  });

  test('what one finds for the other reaches it once, with where it was found', async (context) => {
    const { a, b, ofA, ofB } = await twoWorkers(context);
    await a.frontier.add([link(`${ofA[0]}/1`)]);
    const [claim] = (await a.frontier.claim({ queue: 0, count: 9, now: 0 })).claims;
    const seq = await visit(a, claim!, `${ofB[0]}/1`, `${ofB[1]}/1`, `${ofA[1]}/1`, `${ofB[0]}/1`);
    await a.frontier.flush();
    assert.deepEqual(await claimPlaces(b.frontier, 9), []);
    assert.equal(await b.frontier.receive(), 3);
    assert.equal(await b.frontier.receive(), 0);
    assert.deepEqual((await claimPlaces(b.frontier, 9)).sort(), [`${ofB[0]}/1`, `${ofB[1]}/1`].sort());
    assert.deepEqual(await claimPlaces(a.frontier, 9), [`${ofA[1]}/1`]);
    const found = await b.records.find(`http://${ofB[0]}/1`);
    assert.equal(found?.parent, seq);
    const [inLink] = await b.records.inLinks(found!.id);
    assert.equal(inLink?.from, `http://${ofA[0]}/1`);
  });

  test('a host on its way from one to the other waits for one look of each, not for a renewal of the lease', async (context) => {
    const { a, b, open } = await twoWorkers(context);
    const c = await open();
    for (const store of [a, b]) await store.session.meet();
    for (const store of [a, b, c]) await store.look();
    assert.ok(c.session.own.size > 300, String(c.session.own.size));
    const owned = [a, b, c].reduce((sum, { session }) => sum + session.own.size, 0);
    assert.equal(owned, buckets);
  });

  test('lessons are brought before the links of the same visit are in the queue', async (context) => {
    const { a, b, ofA, ofB } = await twoWorkers(context);
    await a.frontier.add([link(`${ofA[0]}/1`)]);
    const [claim] = (await a.frontier.claim({ queue: 0, count: 1, now: 0 })).claims;
    await visit(a, claim!, `${ofB[0]}/1`);
    await a.frontier.flush();
    let meanwhile: string[] | undefined;
    let claiming: Promise<void> | undefined;
    await b.frontier.receive(async () => {
      meanwhile = b.frontier.market.standing(0).offers.flatMap(({ urls }) => urls.map(String));
      claiming = claimPlaces(b.frontier, 9).then((places) => assert.deepEqual(places, [`${ofB[0]}/1`]));
    });
    assert.deepEqual(meanwhile, []);
    await claiming;
  });

  test('new scores reach the owner of a URL', async (context) => {
    const { a, b, ofB } = await twoWorkers(context);
    await b.frontier.add([link(`${ofB[0]}/1`, 0.2), link(`${ofB[1]}/1`, 0.5)]);
    await a.frontier.settle({ settlements: [], rescores: [{ url: `http://${ofB[0]}/1`, score: 0.9 }] });
    await a.frontier.flush();
    await b.frontier.receive();
    assert.deepEqual(await claimPlaces(b.frontier, 1), [`${ofB[0]}/1`]);
  });

  test('a worker that was away for too long writes nothing any more, and its hosts go to the other', async (context) => {
    const two = await twoWorkers(context);
    const { a, b, ofA } = two;
    await a.frontier.add([link(`${ofA[0]}/1`), link(`${ofA[1]}/1`)]);
    const { claims } = await a.frontier.claim({ queue: 0, count: 2, now: 0 });
    await visit(a, claims[0]!, 'new.example/1');
    await a.frontier.flush();
    await silence(two, a);
    await b.tend();
    assert.equal(b.session.own.size, buckets);
    await visit(a, claims[1]!, 'new.example/2');
    await assert.rejects(a.frontier.flush(), { code: 'lease-lost' });
    await assert.rejects(a.frontier.add([link('x.org/1')]), { code: 'lease-lost' });
    assert.equal(await b.records.find('http://new.example/2'), undefined);
    const visits = await collect(b.records.visits());
    assert.deepEqual(
      visits.map(({ url }) => url),
      [claims[0]!.url],
    );
    const places = [claims[1]!.url.slice('http://'.length), 'new.example/1'];
    await b.frontier.receive();
    assert.deepEqual((await claimPlaces(b.frontier, 9)).sort(), places.sort(), 'it is visited by the other');
  });

  test('hosts are taken over after the longest delay that they may be owed, and not before', async (context) => {
    const two = await twoWorkers(context, { delay: 7_200_000 });
    const { a, b } = two;
    await a.tend();
    await silence(two, a);
    await b.tend();
    assert.equal(b.session.own.size, buckets / 2);
    await two.db.query("UPDATE bucket SET free_from = free_from - interval '2 hours' WHERE owner IS NULL");
    await b.tend();
    assert.equal(b.session.own.size, buckets);
  });

  test('a host that changes hands is asked no sooner', async (context) => {
    const { a, b, ofA } = await twoWorkers(context, { delay: 100 });
    await a.frontier.add([link(`${ofA[0]}/1`), link(`${ofA[0]}/2`)]);
    const { claims } = await a.frontier.claim({ queue: 0, count: 1, now: 5_000 });
    await visit(a, claims[0]!);
    await a.close();
    await b.tend();
    assert.equal((await b.frontier.claim({ queue: 0, count: 1, now: 5_050 })).nextAt, 5_100);
    assert.equal((await claimPlaces(b.frontier, 1, { now: 5_100 })).length, 1);
  });

  test('the budget is never passed, and what one does not use is for the other', async (context) => {
    const { a, b, db } = await twoWorkers(context);
    const reserved = async () => {
      a.shared.pagesLeft(100, 0);
      await a.shared.pages.reserve();
      b.shared.pagesLeft(100, 0);
      await b.shared.pages.reserve();
      return a.shared.pagesLeft(100, 0) + b.shared.pagesLeft(100, 0);
    };
    let total = 0;
    for (let round = 0; round < 9; round++) total = await reserved();
    const [kept] = await db.query<{ n: number }>('SELECT sum(reserved)::integer AS n FROM worker');
    assert.equal(kept?.n, total);
    assert.ok(total > 50 && total <= 100, String(total));
    await a.shared.pages.giveBack();
    for (let round = 0; round < 9; round++) await b.shared.pages.reserve();
    assert.equal(a.shared.pagesLeft(100, 0), 0);
  });

  test('a worker leaves the budget to the other as long as that has better and is at work', async (context) => {
    const { a, b, ofA, ofB } = await twoWorkers(context, { delay: 1_000 });
    const claim = async (store: PostgresStore, pagesLeft = 2) => {
      const spending = {
        stretch: 3,
        exploration: 0,
        visited: 100,
        pagesLeft,
        msLeft: Number.POSITIVE_INFINITY,
        queues: [0],
      };
      return store.frontier.claim({ queue: 0, count: 1, now: store.session.serverTime(), spending });
    };
    await a.frontier.add([1, 2, 3, 4].map((n) => link(`${ofA[0]}/${n}`, 9)));
    await b.frontier.add([link(`${ofB[0]}/1`, 1), link(`${ofB[0]}/2`, 1)]);
    assert.equal((await claim(a)).claims.length, 1);
    await a.tend();
    await b.tend();
    await b.shared.look();
    const left = await claim(b);
    assert.ok(left.claims.length === 0 && left.waiting !== undefined, 'the budget is for better');
    b.shared.pagesLeft(300, 0);
    await b.shared.pages.reserve();
    assert.equal(b.shared.pagesLeft(300, 0), 0, 'nothing is reserved for it');
    await b.shared.look();
    assert.equal((await claim(b, 500)).claims.length, 1, 'there is enough for both');
    await a.close();
    await b.tend();
    await b.shared.look();
    await b.shared.pages.reserve();
    assert.ok(b.shared.pagesLeft(300, 0) > 0, 'the other has left');
  });

  test('nobody ends while the other is at work or a message waits', async (context) => {
    const { a, b, ofA, ofB } = await twoWorkers(context);
    await a.frontier.add([link(`${ofA[0]}/1`)]);
    const { claims } = await a.frontier.claim({ queue: 0, count: 1, now: 0 });
    assert.equal(b.shared.mayComeYet(), true);
    for (const store of [b, a, b]) await store.look();
    await b.tend();
    assert.equal(b.shared.mayComeYet(), true, 'the other has a request under way');
    await visit(a, claims[0]!, `${ofB[0]}/1`);
    a.shared.mayComeYet();
    await a.tend();
    await a.shared.look();
    assert.equal(a.shared.mayComeYet(), true, 'a message waits');
    await b.look();
    assert.deepEqual(await claimPlaces(b.frontier, 9), [`${ofB[0]}/1`]);
  });

  test('all end when all have nothing to do', async (context) => {
    const { a, b } = await twoWorkers(context);
    for (const { shared } of [a, b]) assert.equal(shared.mayComeYet(), true);
    await a.tend();
    await b.tend();
    await a.tend();
    for (const { shared } of [a, b]) await shared.look();
    for (const { shared } of [a, b]) assert.equal(shared.mayComeYet(), false);
  });

  test('each learns what the other has learnt, once, and snapshots hold both', async (context) => {
    const { a, b, ofA, open } = await twoWorkers(context);
    for (const store of [a, b]) {
      await store.knowledge(0);
      store.shared.follow(0, '');
    }
    await a.frontier.add([link(`${ofA[0]}/1`)]);
    const { claims } = await a.frontier.claim({ queue: 0, count: 1, now: 0 });
    const lesson = { terms: { ids: Uint32Array.of(7), counts: Uint32Array.of(2) }, links: [] };
    await a.frontier.settle({ settlements: [{ claim: claims[0]!, visit: judgedPage(1, { lesson }) }] });
    await a.frontier.flush();
    let news = b.shared.lessonsFor(0);
    // What is committed while a transaction of anybody on the server is older is read later.
    while (news.length === 0) {
      for (const { shared } of [a, b]) await shared.learn();
      news = b.shared.lessonsFor(0);
    }
    assert.deepEqual(
      news.map(({ url, foreign }) => [url, foreign]),
      [[claims[0]!.url, true]],
    );
    assert.deepEqual([...a.shared.lessonsFor(0), ...b.shared.lessonsFor(0)], []);
    await a.frontier.settle({ settlements: [], knowledge: [{ agent: 0, data: Uint8Array.of(1) }] });
    await a.frontier.flush();
    const c = await open();
    const { data, since } = await c.knowledge(0);
    assert.deepEqual(data && [...data], [1]);
    assert.deepEqual(await collect(since), []);
  });

  test('of two that bring the same page, one has a copy', async (context) => {
    const { a, b } = await twoWorkers(context);
    const brought = await Promise.all([
      a.shared.bring({ fingerprint: '00000000000000aa', url: 'http://a.org/1', urlId: 1 }),
      b.shared.bring({ fingerprint: '00000000000000aa', url: 'http://b.org/1', urlId: 2 }),
    ]);
    const [one, two] = brought.map(({ sameAs }) => sameAs);
    assert.deepEqual([one, two].filter((url) => url === undefined).length, 1);
    assert.ok([one, two].some((url) => url === 'http://a.org/1' || url === 'http://b.org/1'));
  });

  test('a page that nearly repeats one that the other has just brought is a near-copy, and not both are', async (context) => {
    const { a, b } = await twoWorkers(context);
    const [seenByA, seenByB] = [a, b].map((store) => new ContentSeen(store, { nearDuplicates: 3 }));
    const bring = (seen: ContentSeen, urlId: number, fingerprint: string, simhash: string) =>
      seen.copied({ urlId, url: `http://x.org/${urlId}` } as Claim, { fingerprint, simhash } as Page);
    assert.equal(await bring(seenByA!, 1, '00000000000000a1', 'ffffffff00000000'), undefined);
    const copy = await bring(seenByB!, 2, '00000000000000a2', 'ffffffff00000003');
    assert.deepEqual(copy, { reason: 'near-duplicate', detail: 'http://x.org/1' });
    assert.equal(await bring(seenByB!, 3, '00000000000000a3', '00000000ffffffff'), undefined);
    const back = await bring(seenByA!, 4, '00000000000000a4', '00000000fffffff0');
    assert.equal(back, undefined, 'four bits are too many');
  });

  test('a robots.txt that leads to a host of the other waits for a turn there, which the other does not use', async (context) => {
    const { a, b, ofB } = await twoWorkers(context, { delay: 100 });
    const host = ofB[0]!;
    const ask = (now: number) => a.frontier.acquireHostSlot(host, now);
    await b.frontier.add([link(`${host}/1`), link(`${host}/2`)]);
    const [claim] = (await b.frontier.claim({ queue: 0, count: 1, now: 10_000 })).claims;
    assert.equal(await ask(10_000), 11_000, 'the owner is asked');
    await a.frontier.flush();
    await b.frontier.receive();
    assert.equal(await ask(10_050), 10_100, 'a request is under way there');
    await visit(b, claim!);
    assert.equal(await ask(10_100), 11_100, 'the owner is asked again');
    await a.frontier.flush();
    await b.frontier.receive();
    const opens = (await ask(10_200))!;
    assert.ok(opens > 10_200);
    assert.deepEqual(
      (await b.frontier.claim({ queue: 0, count: 1, now: opens })).claims,
      [],
      'its owner leaves it alone',
    );
    assert.equal(await ask(opens), undefined);
    assert.ok((await b.frontier.claim({ queue: 0, count: 1, now: opens + 60_000 })).claims.length === 1);
  });

  test('both apply a command, which is kept with one result', async (context) => {
    const { a, b } = await twoWorkers(context);
    const id = await a.commands.add({ kind: 'stop', by: 'ada', at: 1, arguments: null });
    for (const { commands } of [a, b]) {
      assert.deepEqual(
        (await commands.waiting()).map((command) => command.id),
        [id],
      );
      await commands.applied(id, 2, { stopping: true });
      assert.deepEqual(await commands.waiting(), []);
    }
  });

  test('what one has counted, the other hears of', async (context) => {
    const { a, b, ofA } = await twoWorkers(context);
    await b.shared.look();
    await a.frontier.add([link(`${ofA[0]}/1`)]);
    const { claims } = await a.frontier.claim({ queue: 0, count: 1, now: 0 });
    await a.frontier.settle({ settlements: [{ claim: claims[0]!, visit: page({ bytes: 9 }) }] });
    await a.tend();
    await b.shared.look();
    const { documents, bytes } = b.shared.takeOthers();
    assert.deepEqual([documents, bytes], [1, 9]);
    assert.equal(b.shared.takeOthers().documents, 0);
  });

  test('hosts of both at one address take turns', async (context) => {
    const limits = { delayPerAddress: 100, requestsPerAddress: 1, requestsPerHost: 9 };
    const { a, b, ofA, ofB } = await twoWorkers(context, limits);
    const begun = async (store: PostgresStore, host: string) => {
      await store.frontier.add([link(`${host}/1`), link(`${host}/2`)]);
      const { claims } = await store.frontier.claim({ queue: 0, count: 1, now: 0 });
      const found = { claim: claims[0]!, requeue: { attempts: 0 }, unused: true, address: '10.0.0.1' };
      await store.frontier.settle({ settlements: [found] });
    };
    const claim = async ({ frontier }: PostgresStore, now: number) => frontier.claim({ queue: 0, count: 1, now });
    await begun(a, ofA[0]!);
    await begun(b, ofB[0]!);
    const first = await claim(a, 1_000);
    assert.equal(first.claims.length, 1, 'nobody else is known to be there');
    assert.equal((await claim(b, 1_000)).claims.length, 0, 'who comes later waits until the other has heard of it');
    await visit(a, first.claims[0]!);
    await a.tend();
    const later = 10_000_000;
    const second = await claim(a, later);
    assert.equal(second.claims.length, 1);
    assert.deepEqual((await claim(b, later + 50)).claims, [], 'its time has not come');
    assert.deepEqual((await claim(b, later + 150)).claims, [], 'a request is under way');
    await visit(a, second.claims[0]!);
    assert.equal((await claim(b, later + 1_000)).claims.length, 1);
  });
});
