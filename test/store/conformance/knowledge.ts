import assert from 'node:assert/strict';
import { claimOne, collect, judgedPage, link, visitNext } from '../invented-crawl.js';
import type { Behaviour } from './behaviour.js';

/** What agents learnt: the last snapshot and the visits since. */
export function knowledge(behaviour: Behaviour): void {
  behaviour('what was learnt is the snapshot and the visits since', {}, async (store) => {
    const { frontier } = store;
    await frontier.add([1, 2, 3, 4].map((number) => link(`a.org/${number}`)));
    const terms = (id: number) => ({ ids: Uint32Array.of(id, id + 1), counts: Uint32Array.of(2, 1) });
    const links = (id: number) => [
      {
        url: 'http://é.org/1',
        anchorTerms: Uint32Array.of(id),
        urlTerms: Uint32Array.of(),
        contextTerms: Uint32Array.of(1, 2),
      },
      {
        url: 'http://a.org/2',
        anchorTerms: Uint32Array.of(),
        urlTerms: Uint32Array.of(3),
        contextTerms: Uint32Array.of(),
      },
    ];
    const lesson = (id: number) => ({ terms: terms(id), links: links(id) });
    const lessons = async (agent: number) => await collect((await store.knowledge(agent)).since);
    await visitNext(frontier, { visit: judgedPage(0.25, { lesson: lesson(10) }) });
    await visitNext(frontier, { visit: judgedPage(0.75, { lesson: lesson(20) }) });
    assert.equal((await store.knowledge(0)).data, undefined);
    assert.deepEqual(
      (await lessons(0)).map(({ url }) => url),
      ['http://a.org/1', 'http://a.org/2'],
    );

    const claim = await claimOne(frontier);
    await frontier.settle({
      settlements: [{ claim, visit: judgedPage(1, { lesson: lesson(30) }) }],
      knowledge: [{ agent: 0, data: Uint8Array.of(42) }],
    });
    await visitNext(frontier, { visit: judgedPage(0.5, { lesson: lesson(40) }) });
    assert.deepEqual(Buffer.from((await store.knowledge(0)).data!), Buffer.of(42));
    assert.deepEqual(await lessons(0), [
      {
        url: 'http://a.org/4',
        reached: { depth: 1, level: 1 },
        ...lesson(40),
        relevant: true,
        judgement: { relevance: 0.5, raw: 0.25, parts: { cosine: 0.5 } },
      },
    ]);
    assert.deepEqual(await lessons(1), [], 'another agent learnt nothing');
  });

  behaviour('a snapshot comes back whole however large it is, and a smaller one takes its place', {}, async (store) => {
    const { frontier } = store;
    await frontier.add([link('a.org/1'), link('a.org/2')]);
    const large = Uint8Array.from({ length: 2_500_000 }, (_, index) => index % 251);
    for (const data of [large, large.subarray(0, 1 << 20), large.subarray(7, 9), new Uint8Array()]) {
      const claim = await claimOne(frontier);
      await frontier.settle({
        settlements: [{ claim, requeue: { attempts: 1 } }],
        knowledge: [
          { agent: 0, data },
          { agent: 1, data: Uint8Array.of(1) },
        ],
      });
      assert.ok(Buffer.from(data).equals((await store.knowledge(0)).data!), `${data.length} bytes`);
      assert.deepEqual([...(await store.knowledge(1)).data!], [1]);
    }
  });

  behaviour('a snapshot without a visit in its batch stands for all visits so far', {}, async (store) => {
    const { frontier } = store;
    await frontier.add([link('a.org/1'), link('a.org/2')]);
    const terms = { ids: Uint32Array.of(1), counts: Uint32Array.of(1) };
    await visitNext(frontier, { visit: judgedPage(1, { lesson: { terms, links: [] } }) });
    const claim = await claimOne(frontier);
    await frontier.settle({
      settlements: [{ claim, requeue: { attempts: 1 } }],
      knowledge: [{ agent: 0, data: Uint8Array.of(1) }],
    });
    assert.deepEqual(await collect((await store.knowledge(0)).since), []);
  });
}
