import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bareTopic } from '../../../src/lab/topics/bare-topic.js';
import { topicsOfLabels } from '../../../src/lab/topics/label-topics.js';
import { isTopicId } from '../../../src/lab/topics/topic-id.js';

/** So many pages with each of these sets of labels (`a;b`), and 1,000 with nothing: nobody labelled them. */
function pagesWith(counts: Readonly<Record<string, number>>): string[][] {
  const labelled = Object.entries(counts).flatMap(([labels, count]) =>
    Array.from({ length: count }, () => labels.split(';')),
  );
  return [...labelled, ...Array.from({ length: 1000 }, () => [])];
}

const labelsOf = (counts: Readonly<Record<string, number>>, least?: number) =>
  topicsOfLabels(pagesWith(counts), least).map(({ relevant }) => relevant.join());

describe('topics from labels', () => {
  test('are the labels of enough pages, with their last part as the query', () => {
    const topics = topicsOfLabels(pagesWith({ 'Science.Biology.Birds': 20, 'Science.Chemical_elements': 25, Art: 19 }));
    assert.deepEqual(topics, [
      { ...bareTopic('science'), query: 'science', relevant: ['Science'] },
      { ...bareTopic('science.biology'), query: 'biology', relevant: ['Science.Biology'] },
      { ...bareTopic('science.biology.birds'), query: 'birds', relevant: ['Science.Biology.Birds'] },
      {
        ...bareTopic('science.chemical-elements'),
        query: 'chemical elements',
        relevant: ['Science.Chemical_elements'],
      },
    ]);
  });

  test('count a page once, whatever it carries below a label', () => {
    assert.deepEqual(labelsOf({ 'a1.b1;a1.c1;a1': 10, 'a1.d1': 9 }), []);
    assert.deepEqual(labelsOf({ 'a1.b1;a1.c1;a1': 10, 'a1.d1': 10 }), ['a1']);
    assert.deepEqual(labelsOf({ bird: 2, birds: 1 }, 2), ['bird']);
  });

  test('leave out answers that say nothing and labels without a word to search for', () => {
    assert.deepEqual(labelsOf({ other: 50, Unsure: 50, IT: 50, 'Science.other': 30 }), ['Science']);
    const [topic] = topicsOfLabels(pagesWith({ 'Office_work.IT': 30 })).slice(1);
    assert.equal(topic!.query, 'office work it');
  });

  test('are twenty at most: neither broad nor above each other, the largest first', () => {
    // 16 leaves of 30 to 45 pages (600) below 2 labels, 8 others of 21 to 28 (196), and one of 200: 996 pages labelled.
    const counts: Record<string, number> = { huge: 200 };
    for (let i = 0; i < 16; i++) counts[`top${i % 2}.leaf${10 + i}`] = 30 + i;
    for (let i = 0; i < 8; i++) counts[`small${i}`] = 21 + i;
    const chosen = labelsOf(counts);
    // All leaves, then the four largest of the small ones. top0, top1 and huge are on more than a tenth of the pages.
    const leaves = Object.keys(counts).filter((label) => label.includes('leaf'));
    assert.deepEqual(chosen, ['small4', 'small5', 'small6', 'small7', ...leaves].sort());
    // Where fewer are small, the broad ones come in again: huge, then the larger of the two above others.
    for (let i = 0; i < 6; i++) delete counts[`small${i}`];
    assert.deepEqual(labelsOf(counts), ['huge', 'small6', 'small7', ...leaves, 'top1'].sort());
  });

  test('have distinct ids that are usable as names, however long or odd the labels are', () => {
    const long = `${'very_'.repeat(40)}long`;
    const topics = topicsOfLabels(pagesWith({ [long]: 20, [`${long}er`]: 20, 'A B': 20, A_B: 20, '„Ü“': 20 }));
    const ids = topics.map(({ id }) => id);
    assert.equal(new Set(ids).size, 5);
    assert.ok(ids.includes('a-b') && ids.includes('a-b-2') && ids.includes('ü'), ids.join());
    assert.ok(ids.every(isTopicId));
  });
});
