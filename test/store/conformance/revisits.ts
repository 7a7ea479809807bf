import assert from 'node:assert/strict';
import type { VisitQuery } from '../../../src/model/crawl-store.js';
import { type Candidate, revisitLevel } from '../../../src/model/frontier.js';
import { collect, judgedPage, link, page, rescored, visitNext } from '../invented-crawl.js';
import type { Behaviour } from './behaviour.js';

/** A candidate for another visit of `http://<place>`. */
function again(place: string, priority = 1, changes: Parameters<typeof link>[2] = {}): Candidate {
  return link(place, priority, { kind: 'revisit', level: revisitLevel, merge: 'set', ...changes });
}

/** Pages that are visited again. */
export function revisits(behaviour: Behaviour): void {
  const [one, two] = ['1111111111111111', '2222222222222222'];
  const first = judgedPage(0.75, { fetchedAt: 10, fingerprint: one, simhash: one, bytes: 5, etag: '"1"' });

  behaviour('come first, where they were found, and stay in their order', { requestsPerHost: 9 }, async (store) => {
    const { frontier, records } = store;
    await frontier.add([link('a.org/1', 1, { depth: 0 })]);
    await visitNext(frontier, { links: [link('a.org/2', 0.5, { depth: 1, modifiedAt: 77 })] });
    await visitNext(frontier, { links: [link('a.org/3', 9)] });
    assert.equal(
      await frontier.add([again('a.org/1', 0.25, { depth: 0 }), again('a.org/2', 0.5, { priorityParent: 1 })]),
      2,
    );
    assert.equal(await frontier.add([link('a.org/1', 7, { merge: 'set' })]), 0);
    assert.equal(await rescored(frontier, [{ url: 'http://a.org/1', score: 8 }]), 0);
    assert.equal(
      await frontier.revalue({ queue: 0, count: 9, value: (url) => (url.endsWith('3') ? undefined : 8) }),
      0,
    );
    const { claims } = await frontier.claim({ queue: 0, count: 9, now: 0, revalue: () => -1 });
    assert.deepEqual(
      claims.map(({ url, level, kind, parent, priorityParent }) => [url, level, kind, parent, priorityParent]),
      [
        ['http://a.org/2', revisitLevel, 'revisit', 1, 1],
        ['http://a.org/1', revisitLevel, 'revisit', 0, 0],
        ['http://a.org/3', 1, 'page', 2, 2],
      ],
    );
    await frontier.settle({ settlements: [{ claim: claims[0]!, visit: page() }] });
    const known = await collect(records.knownPages());
    assert.deepEqual(
      known.map(({ url, modifiedAt, isQueued }) => [url, modifiedAt, isQueued]),
      [
        ['http://a.org/1', undefined, true],
        ['http://a.org/2', 77, undefined],
      ],
    );
  });

  behaviour('do not count against the page limit of their host', { maxPerHost: 1 }, async ({ frontier, records }) => {
    await frontier.add([link('a.org/1', 9), link('a.org/2')]);
    await visitNext(frontier);
    await frontier.add([again('a.org/1')]);
    const { queued, hostsReady, queuedClosed, queuedAgain } = await frontier.stats(0);
    assert.deepEqual(
      { queued, hostsReady, queuedClosed, queuedAgain },
      { queued: 2, hostsReady: 1, queuedClosed: 1, queuedAgain: 1 },
    );
    await visitNext(frontier);
    assert.equal((await records.hostUse('a.org')).fetched, 1);
    assert.deepEqual(await frontier.claim({ queue: 0, count: 1, now: 0 }), { claims: [], held: true });
  });

  behaviour('take the place of what was known where they changed', {}, async ({ frontier, records }) => {
    await frontier.add([link('a.org/1', 1, { depth: 0 })]);
    await visitNext(frontier, { visit: first });
    await frontier.add([again('a.org/1', 1, { depth: 0 })]);
    await visitNext(frontier, { visit: judgedPage(0.25, { fetchedAt: 30, fingerprint: two, simhash: two, bytes: 7 }) });
    const seqs = async (query: VisitQuery) => (await collect(records.visits(query))).map(({ seq }) => seq);
    assert.deepEqual(
      [await seqs({}), await seqs({ versions: 'all' }), await seqs({ versions: 'first' })],
      [[2], [1, 2], [1]],
    );
    assert.deepEqual(await seqs({ versions: 'all', urlId: 2 }), []);
    assert.equal((await records.visitOf(1))!.seq, 2);
    assert.equal((await records.visit(1))!.superseded, true);
    assert.equal((await records.visit(2))!.superseded, undefined);
    assert.deepEqual([await records.copyOf(one), await records.copyOf(two)], [undefined, 'http://a.org/1']);
    assert.deepEqual(await collect(records.simhashes()), [{ urlId: 1, simhash: two }]);
    const { outcomes, relevant, relevanceSum, bytes, visits } = await records.totals();
    assert.deepEqual(
      { outcomes, relevant, relevanceSum, bytes, visits },
      { outcomes: { page: 1 }, relevant: 0, relevanceSum: 0.25, bytes: 12, visits: 2 },
    );
    const [{ looks, changes, firstLook, lastLook, relevance } = assert.fail()] = await collect(records.knownPages());
    assert.deepEqual(
      { looks, changes, firstLook, lastLook, relevance },
      { looks: 2, changes: 1, firstLook: 10, lastLook: 30, relevance: 0.25 },
    );
  });

  behaviour('leave what is known where they did not', {}, async ({ frontier, records }) => {
    await frontier.add([link('a.org/1', 1, { depth: 0 })]);
    await visitNext(frontier, { visit: first });
    await frontier.add([again('a.org/1', 1, { depth: 0 })]);
    const visit = page({ outcome: 'unchanged', reason: 'not-modified', status: 304, fetchedAt: 20, etag: '"2"' });
    await visitNext(frontier, { visit });
    assert.equal((await records.visit(2))!.superseded, true);
    const { seq, etag, title } = (await records.visitOf(1))!;
    assert.deepEqual({ seq, etag, title }, { seq: 1, etag: '"1"', title: first.title });
    const { outcomes, reasons, relevant, visits } = await records.totals();
    assert.deepEqual(
      { outcomes, reasons, relevant, visits },
      { outcomes: { page: 1 }, reasons: {}, relevant: 1, visits: 2 },
    );
    const [{ looks, changes, lastLook } = assert.fail()] = await collect(records.knownPages());
    assert.deepEqual({ looks, changes, lastLook }, { looks: 2, changes: 0, lastLook: 20 });
  });

  behaviour('tell where the archive has a page that it had not', {}, async ({ frontier, records }) => {
    const archive = (offset: number) => ({ archive: { file: 'pages-00001.warc.gz', offset, length: 7 } });
    await frontier.add([link('a.org/1')]);
    await visitNext(frontier, { visit: first });
    const looks = [
      { outcome: 'unchanged', reason: 'not-modified', status: 304, ...archive(10) },
      { outcome: 'failed', reason: 'http-500', status: 500, ...archive(20) },
      { outcome: 'unchanged', reason: 'same-content', ...archive(30) },
      { outcome: 'unchanged', reason: 'same-content', ...archive(40) },
    ] as const;
    const known: (number | undefined)[] = [];
    for (const look of looks) {
      await frontier.add([again('a.org/1')]);
      await visitNext(frontier, { visit: page(look) });
      known.push((await records.visitOf(1))!.archive?.offset);
    }
    assert.deepEqual(known, [undefined, undefined, 30, 30]);
  });

  behaviour(
    'are gone where the server says so, and only there',
    { requestsPerHost: 9 },
    async ({ frontier, records }) => {
      await frontier.add([link('a.org/1', 9), link('a.org/2', 8)]);
      await visitNext(frontier, { visit: first });
      await visitNext(frontier, { visit: { ...first, fingerprint: two } });
      await frontier.add([again('a.org/1', 9), again('a.org/2', 8)]);
      await visitNext(frontier, { visit: page({ outcome: 'failed', reason: 'http-410', status: 410 }) });
      await visitNext(frontier, { visit: page({ outcome: 'failed', reason: 'connect-timeout', status: 0 }) });
      assert.deepEqual([(await records.visitOf(1))!.outcome, (await records.visitOf(2))!.outcome], ['failed', 'page']);
      const { outcomes, reasons, relevant } = await records.totals();
      assert.deepEqual(
        { outcomes, reasons, relevant },
        { outcomes: { page: 1, failed: 1 }, reasons: { 'http-410': 1 }, relevant: 1 },
      );
      assert.deepEqual(
        (await collect(records.knownPages())).map(({ url, looks }) => [url, looks]),
        [['http://a.org/2', 1]],
      );
    },
  );
}
