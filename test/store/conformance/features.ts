import assert from 'node:assert/strict';
import type { JudgementChange } from '../../../src/model/crawl-store.js';
import { collect, judgedPage, link, page, visitNext } from '../invented-crawl.js';
import type { Behaviour } from './behaviour.js';

const value = { title: 'Bäume', scores: [0.1, null, true], embedding: Float32Array.of(0.1, -7) };
const computed = { strategy: 'slow', value };

/** What every store promises of the features that strategies compute for pages. */
export function features(behaviour: Behaviour): void {
  behaviour(
    'are kept with the visit, and belong to the strategy that computed them',
    {},
    async ({ frontier, records }) => {
      await frontier.add([link('a.org/1'), link('a.org/2')]);
      await visitNext(frontier, { visit: judgedPage(1, { features: computed }) });
      await visitNext(frontier, { visit: page() });
      assert.deepEqual(await records.features(1, 'slow'), value);
      assert.equal(await records.features(1, 'another'), undefined);
      assert.equal(await records.features(2, 'slow'), undefined);
      assert.equal(await records.features(3, 'slow'), undefined);
      assert.ok(!('features' in (await records.visit(1))!), 'they are not read with every row');
    },
  );

  behaviour('come with the visits that are learnt again', {}, async (store) => {
    await store.frontier.add([link('a.org/1'), link('a.org/2')]);
    const lesson = { terms: { ids: Uint32Array.of(1), counts: Uint32Array.of(1) }, links: [] };
    await visitNext(store.frontier, { visit: judgedPage(1, { lesson, features: computed }) });
    await visitNext(store.frontier, { visit: judgedPage(1, { lesson }) });
    const since = async (strategy?: string) => await collect((await store.knowledge(0, strategy)).since);
    assert.deepEqual(
      (await since('slow')).map((visit) => visit.features),
      [value, undefined],
    );
    assert.ok((await since('slow')).every((visit) => 'features' in visit === (visit.url === 'http://a.org/1')));
    assert.deepEqual(
      (await since()).map((visit) => visit.features),
      [undefined, undefined],
    );
  });

  behaviour('of another strategy are added when the crawl is rejudged', {}, async (store) => {
    await store.frontier.add([link('a.org/1')]);
    await visitNext(store.frontier, { visit: judgedPage(1, { features: computed }) });
    const changes = async function* (): AsyncGenerator<JudgementChange> {
      const judgement = { relevance: 0.5, raw: 0.5, relevant: true, parts: {} };
      yield { seq: 1, ...judgement, features: { strategy: 'another', value: 7 } };
    };
    await store.rejudge('', changes(), [0], () => ({ knowledge: undefined, learner: '' }));
    assert.deepEqual(await store.records.features(1, 'slow'), value);
    assert.equal(await store.records.features(1, 'another'), 7);
    const judged = { relevance: 0.5, raw: 0.5, relevant: true, parts: {} };
    assert.deepEqual((await store.records.visit(1))?.judgement, judged);
  });
}
