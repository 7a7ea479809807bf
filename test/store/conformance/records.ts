import assert from 'node:assert/strict';
import { claimOne, collect, judgedPage, link, page, visitNext } from '../invented-crawl.js';
import type { Behaviour } from './behaviour.js';

/** What can be read of a crawl. */
export function records(behaviour: Behaviour): void {
  behaviour('a visit is read back as it was committed', {}, async ({ frontier, records }) => {
    const full = judgedPage(0.75, {
      detail: 'in words',
      fetchedAt: 123,
      contentType: 'text/html',
      bytes: 10,
      title: 'Ein Titel – “quoted”',
      language: 'de',
      published: '2024-02-29',
      author: 'A. Author',
      noindex: false,
      fingerprint: 'ffffffffffffffff',
      simhash: 'fedcba9876543210',
      etag: 'W/"1"',
      lastModified: 'Mon, 02 Nov 2026 10:00:00 GMT',
      archive: { file: 'pages-00001.warc.gz', offset: 7, length: 8 },
    });
    await frontier.add([link('a.org/1', 0.5, { depth: 0 })]);
    await visitNext(frontier, { visit: page(), links: [link('a.org/2', 0.25, { level: 2, depth: 1 })] });
    await visitNext(frontier, { visit: full });
    const place = { urlId: 2, url: 'http://a.org/2', agent: 0, level: 2, depth: 1, priority: 0.25, priorityParent: 1 };
    assert.deepEqual(await records.visit(2), { ...full, seq: 2, ...place, parent: 'http://a.org/1' });
    assert.deepEqual(await records.visitOf(2), await records.visit(2));
    const seed = {
      urlId: 1,
      url: 'http://a.org/1',
      agent: 0,
      level: 1,
      depth: 0,
      priority: 0.5,
      parent: '',
      priorityParent: 0,
    };
    assert.deepEqual(await records.visitOf(1), { ...page(), seq: 1, ...seed });
    assert.deepEqual(
      [await records.parentOf('http://a.org/2'), await records.parentOf('http://a.org/1')],
      ['http://a.org/1', ''],
    );
    assert.equal(await records.parentOf('http://a.org/3'), '');
    assert.equal(await records.visit(3), undefined);
    assert.equal(await records.visitOf(3), undefined);
  });

  behaviour(
    'a page hands on its inheritedState through the link that gave a URL its place',
    {},
    async ({ frontier, records }) => {
      await frontier.add([link('a.org/1', 9, { depth: 0 }), link('a.org/2', 8, { depth: 0 })]);
      const trailing = (left: number) => ({
        ...judgedPage(1),
        judgement: { relevance: 1, raw: 1, relevant: true, parts: {}, inheritedState: { left } },
      });
      await visitNext(frontier, { visit: trailing(1), links: [link('b.org/1', 0.25), link('b.org/2', 0.5)] });
      await visitNext(frontier, { visit: trailing(2), links: [link('b.org/1', 0.75), link('b.org/2', 0.4)] });
      assert.deepEqual(await records.inheritedState(1), { url: 'http://a.org/1', inheritedState: { left: 1 } });
      assert.deepEqual((await records.visit(2))?.judgement?.inheritedState, { left: 2 });
      const first = await claimOne(frontier);
      assert.deepEqual(
        [first.url, first.parent, first.priorityParent],
        ['http://b.org/1', 1, 2],
        'the better link is the second',
      );
      await frontier.settle({ settlements: [{ claim: first, visit: page() }] });
      assert.equal((await records.visit(3))?.priorityParent, 2);
      assert.equal(await records.inheritedState(3), undefined, 'it was not judged');
      assert.equal((await claimOne(frontier)).priorityParent, 1, 'the first link was the better one');
    },
  );

  behaviour('all links to a URL are known, the best first', {}, async ({ frontier, records }) => {
    await frontier.add([link('a.org/1', 9, { depth: 0 }), link('a.org/2', 8, { depth: 0 })]);
    await visitNext(frontier, {
      links: [link('b.org/1', 0.25, { anchor: 'one' }), link('b.org/1', 0.5, { anchor: 'two' })],
    });
    await visitNext(frontier, { links: [link('b.org/1', 0.5, { anchor: 'three', rejected: 'nofollow' })] });
    const { id } = (await records.find('http://b.org/1'))!;
    const edge = (visit: number, score: number, anchor: string, level = 1) => ({
      visit,
      from: `http://a.org/${visit}`,
      anchor,
      level,
      score,
      parts: { test: score },
    });
    const all = [edge(1, 0.5, 'two'), edge(2, 0.5, 'three', -1), edge(1, 0.25, 'one')];
    assert.deepEqual(await records.inLinks(id), all);
    assert.deepEqual(await records.inLinks(id, 2), all.slice(0, 2));
    assert.deepEqual(await records.inLinks(1), [], 'nothing links to the seed');
  });

  behaviour('visits are read in order, ranked and by choice', {}, async ({ frontier, records }) => {
    await frontier.add([1, 2, 3, 4, 5].map((number) => link(`a.org/${number}`)));
    await visitNext(frontier, { visit: judgedPage(0.25) });
    await visitNext(frontier, { visit: judgedPage(0.75, { noindex: true }) });
    await visitNext(frontier, { visit: page({ outcome: 'failed', reason: 'timeout' }) });
    await visitNext(frontier, { visit: judgedPage(0.75, { outcome: 'duplicate' }) });
    await visitNext(frontier, { visit: judgedPage(0.5) });
    const seqs = async (...query: Parameters<typeof records.visits>) =>
      (await collect(records.visits(...query))).map(({ seq }) => seq);
    assert.deepEqual(await seqs(), [1, 2, 3, 4, 5]);
    assert.deepEqual(await seqs({ after: 2, limit: 2 }), [3, 4]);
    assert.deepEqual(await seqs({ limit: 0 }), []);
    assert.deepEqual(await seqs({ order: 'relevance' }), [2, 4, 5, 1, 3]);
    assert.deepEqual(await seqs({ order: 'relevance', limit: 2 }), [2, 4]);
    assert.deepEqual(
      await seqs({ order: 'relevance', after: 2 }),
      [4, 5, 1, 3].filter((seq) => seq > 2),
    );
    assert.deepEqual(await seqs({ outcomes: ['page', 'failed'] }), [1, 2, 3, 5]);
    assert.deepEqual(await seqs({ relevant: true }), [2, 4, 5]);
    assert.deepEqual(await seqs({ relevant: false }), [1, 3]);
    assert.deepEqual(await seqs({ minRelevance: 0.5, noindex: false }), [4, 5]);
  });

  behaviour('more visits than fit one read come complete and in order', { requestsPerHost: 2_000 }, async (store) => {
    const { frontier, records } = store;
    const count = 1_201;
    await frontier.add(Array.from({ length: count }, (_, index) => link(`a.org/${index}`)));
    const { claims } = await frontier.claim({ queue: 0, count, now: 0 });
    await frontier.settle({ settlements: claims.map((claim) => ({ claim, visit: page() })) });
    const seqs = (await collect(records.visits())).map(({ seq }) => seq);
    assert.deepEqual(
      seqs,
      Array.from({ length: count }, (_, index) => index + 1),
    );
    assert.equal((await collect(records.visits({ limit: 1_000 }))).length, 1_000);
  });

  behaviour('a copy is traced to the first page with the fingerprint', {}, async ({ frontier, records }) => {
    await frontier.add([1, 2, 3].map((number) => link(`a.org/${number}`)));
    const fingerprint = '8000000000000001';
    await visitNext(frontier, { visit: page({ outcome: 'example', fingerprint }) });
    assert.equal(await records.copyOf(fingerprint), undefined, 'examples are not pages of the crawl');
    await visitNext(frontier, { visit: page({ fingerprint }) });
    await visitNext(frontier, { visit: page({ outcome: 'duplicate', fingerprint }) });
    assert.equal(await records.copyOf(fingerprint), 'http://a.org/2');
    assert.equal(await records.copyOf('0000000000000001'), undefined);
  });

  behaviour('simhashes are those of pages, in the order of visits', {}, async ({ frontier, records }) => {
    const count = 1_200; // more than are read at a time
    await frontier.add(Array.from({ length: count }, (_, index) => link(`a.org/${index + 1}`)));
    const simhash = (seq: number) => `8${seq.toString(16).padStart(15, '0')}`;
    const outcomes = ['page', 'ignored', 'duplicate', 'example', 'failed'] as const;
    const expected: { urlId: number; simhash: string }[] = [];
    for (let seq = 1; seq <= count; seq++) {
      const outcome = outcomes[seq % outcomes.length]!;
      const visit = page({ outcome, ...(outcome !== 'failed' && seq % 7 !== 0 && { simhash: simhash(seq) }) });
      await visitNext(frontier, { visit });
      if (visit.simhash !== undefined && (outcome === 'page' || outcome === 'ignored'))
        expected.push({ urlId: seq, simhash: visit.simhash });
    }
    assert.deepEqual(await collect(records.simhashes()), expected);
  });

  behaviour('totals count what was committed', {}, async ({ frontier, records }) => {
    await frontier.add([link('a.org/1'), link('a.org/2'), link('b.org/1'), link('c.org/1')]);
    await frontier.add([link('d.org/1', 1, { rejected: 'domain' }), link('d.org/2', 1, { rejected: 'domain' })]);
    await visitNext(frontier, { visit: judgedPage(0.75, { bytes: 100 }) });
    await visitNext(frontier, { visit: judgedPage(0.25, { outcome: 'ignored', reason: 'not-words', bytes: 11 }) });
    await visitNext(frontier, { visit: page({ outcome: 'failed', reason: 'timeout' }) });
    await visitNext(frontier, { visit: judgedPage(0.5, { bytes: 1 }) });
    assert.deepEqual(await records.totals(), {
      outcomes: { page: 2, ignored: 1, failed: 1 },
      reasons: { 'not-words': 1, timeout: 1 },
      rejections: { domain: 2 },
      relevant: 2,
      bytes: 112,
      relevanceSum: 1.5,
      visits: 4,
      hostsVisited: 2,
    });
  });
}
