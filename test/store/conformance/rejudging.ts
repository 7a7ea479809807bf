import assert from 'node:assert/strict';
import type { JudgementChange } from '../../../src/model/crawl-store.js';
import { claimOne, collect, judgedPage, link, visitNext } from '../invented-crawl.js';
import type { Behaviour } from './behaviour.js';

/** Another judge, whose judgements replace the current ones. */
export function rejudging(behaviour: Behaviour): void {
  behaviour('another judge replaces what is current', {}, async (store) => {
    const { frontier, records } = store;
    await frontier.add([1, 2, 3, 4].map((number) => link(`a.org/${number}`)));
    const terms = { ids: Uint32Array.of(1), counts: Uint32Array.of(1) };
    await visitNext(frontier, { visit: judgedPage(1) });
    await visitNext(frontier, { visit: judgedPage(0) });
    await visitNext(frontier, { visit: judgedPage(1, { outcome: 'example', lesson: { terms, links: [] } }) });
    const changes = async function* (): AsyncGenerator<JudgementChange> {
      yield { seq: 1, relevance: 0.125, raw: 0.5, relevant: false, parts: { other: 1 } };
      yield { seq: 2, relevance: 0.875, raw: 0.5, relevant: true, parts: {} };
    };
    await store.rejudge('another query', changes(), [0], () => ({ knowledge: Uint8Array.of(7), learner: 'another' }));
    const judged = { relevance: 0.125, raw: 0.5, relevant: false, parts: { other: 1 } };
    assert.deepEqual((await records.visit(1))?.judgement, judged);
    assert.deepEqual((await records.visitOf(1))?.judgement, judged);
    assert.equal((await records.visit(3))?.judgement?.relevance, 1, 'it said nothing of this one');
    const { data, since } = await store.knowledge(0);
    assert.deepEqual(Buffer.from(data!), Buffer.of(7), 'what it learnt replaces what was learnt');
    assert.deepEqual(await collect(since), []);
    assert.equal(await store.notes.get('learner'), 'another');
    const { relevant, relevanceSum } = await records.totals();
    assert.deepEqual({ relevant, relevanceSum }, { relevant: 2, relevanceSum: 2 });
    await visitNext(frontier, { visit: judgedPage(0.5) });
    const ranked = await collect(records.visits({ order: 'relevance', outcomes: ['page'] }));
    assert.deepEqual(
      ranked.map(({ seq }) => seq),
      [2, 4, 1],
      'later visits are judged beside them',
    );
  });

  behaviour('what another judge learnt is what all agents go on with', {}, async (store) => {
    const { frontier } = store;
    const lesson = { terms: { ids: Uint32Array.of(1), counts: Uint32Array.of(1) }, links: [] };
    await frontier.add([0, 1, 2].map((agent) => link(`a.org/${agent}`, 1, { queue: agent })));
    for (const agent of [0, 1, 2]) {
      const claim = await claimOne(frontier, 0, agent);
      await frontier.settle({
        settlements: [{ claim, visit: judgedPage(1, { lesson }) }],
        ...(agent === 1 && { knowledge: [{ agent, data: Uint8Array.of(1) }] }),
      });
    }
    const changes = async function* (): AsyncGenerator<JudgementChange> {};
    const knowledge = Uint8Array.of(7);
    await store.rejudge('another', changes(), [0, 1], () => ({ knowledge, learner: '' }));
    for (const agent of [0, 1]) {
      const { data, since } = await store.knowledge(agent);
      assert.deepEqual([[...data!], await collect(since)], [[7], []], `agent ${agent}`);
    }
    const { data, since } = await store.knowledge(2);
    assert.deepEqual([data, (await collect(since)).length], [undefined, 1], 'of the others nothing is said');
  });

  behaviour('a judge that fails half way changes nothing', {}, async (store) => {
    const { frontier, records } = store;
    await frontier.add([link('a.org/1')]);
    await visitNext(frontier, { visit: judgedPage(1) });
    const changes = async function* (): AsyncGenerator<JudgementChange> {
      yield { seq: 1, relevance: 0, raw: 0, relevant: false, parts: {} };
      throw new Error('unreadable page');
    };
    await assert.rejects(
      store.rejudge('', changes(), [0], () => ({ knowledge: undefined, learner: '' })),
      /unreadable page/,
    );
    assert.equal((await records.visit(1))?.judgement?.relevance, 1);
  });
}
