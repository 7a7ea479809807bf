import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SimulatedPerson } from '../../../src/lab/runs/simulated-person.js';
import type { PersonsLabel } from '../../../src/model/strategy.js';
import { pageOf, topicOf } from '../../page-of.js';

const topic = topicOf('bird');
const pageAt = async (url: string) => pageOf(topic, '<p>bird</p>', url);

describe('a simulated person', () => {
  test('answers every ten documents about the two most doubtful pages, two of a host at most, until they have said enough', async () => {
    const visited = [
      { url: 'http://a.test/sure', judged: 0.95 },
      { url: 'http://a.test/1', judged: 0.5 },
      { url: 'http://a.test/2', judged: 0.52 },
      { url: 'http://a.test/3', judged: 0.49 },
      { url: 'http://b.test/1', judged: 0.3 },
      { url: 'http://b.test/2', judged: 0.2 },
    ];
    const said: (readonly [string, boolean])[] = [];
    const apply = ({ page, relevant }: PersonsLabel) => said.push([page.url, relevant]);
    const teaching = { answers: 5, relevant: new Set(['http://a.test/1']) };
    const person = new SimulatedPerson(teaching, visited, pageAt);
    assert.equal(await person.teach(9, { apply: (label) => void apply(label) }), false);
    for (const documents of [10, 12, 20, 30, 40])
      await person.teach(documents, { apply: (label) => void apply(label) });
    assert.deepEqual(said, [
      ['http://a.test/1', true],
      ['http://a.test/3', false],
      ['http://b.test/1', false],
      ['http://b.test/2', false],
    ]);
    const alone = new SimulatedPerson({ ...teaching, answers: 3 }, visited.slice(0, 4), pageAt);
    said.length = 0;
    for (const documents of [10, 20, 30]) await alone.teach(documents, { apply: (label) => void apply(label) });
    assert.equal(said.length, 3);
  });
});
