import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { ehrigMeasure, liMeasure } from '../../src/semantics/measures.js';
import { Nearness } from '../../src/semantics/nearness.js';
import { synonymsOf } from '../../src/semantics/synonyms.js';
import { type ReadingRules, TermReader } from '../../src/semantics/term-reader.js';
import { WordNet } from '../../src/semantics/wordnet.js';
import { TextPipeline } from '../../src/text/text-pipeline.js';
import { allSenses, lemmaCount, PlainWordNet } from './plain-wordnet.js';

const wordnet = WordNet.load();
const pipeline = new TextPipeline();
const rules: ReadingRules = { wordnet, pipeline, choice: allSenses, longest: 4, capacity: 1000 };

function read(text: string, more: Partial<ReadingRules> = {}): string[] {
  return new TermReader({ ...rules, ...more }, () => 0)
    .read(text)
    .map(({ term, count }) => (count === 1 ? term.text : `${term.text} ×${count}`));
}

describe('reading a text as terms of WordNet', () => {
  test('takes the longest collocation at each place, in any spelling and number', () => {
    assert.deepEqual(read('First-aid kits, first aid and the Heart Attack'), [
      'first aid kits',
      'first aid',
      'heart attack',
    ]);
    assert.deepEqual(read('heart attacks of cars'), ['heart attacks', 'cars']);
    assert.deepEqual(read('first aid', { longest: 1 }), ['first', 'aid']);
  });

  test('leaves out stop words, counts what is repeated, and keeps words that WordNet does not know', () => {
    assert.deepEqual(read('The car and a car of Kubernetes'), ['car ×2', 'kubernetes']);
    assert.deepEqual(read('what about us'), []);
    assert.deepEqual(read(''), []);
  });

  test('works a term out once, and again only after all were forgotten', () => {
    const asked: string[] = [];
    const reader = new TermReader({ ...rules, capacity: 2 }, ({ text }) => asked.push(text));
    for (const text of ['car', 'car truck', 'truck', 'bicycle', 'car']) reader.read(text);
    assert.deepEqual(asked, ['car', 'truck', 'bicycle', 'car']);
  });
});

describe('synonyms of a term', () => {
  test('are terms of pages; expressions that stop words reduce to one word are left out', () => {
    const [establish] = new TermReader(rules, () => 0).read('establish');
    const words = synonymsOf(establish!.term, wordnet, pipeline);
    assert.ok(establish!.term.senses.some((synset) => wordnet.wordsOf(synset).includes('set up')));
    assert.ok(!words.some(({ text }) => text === 'set up'));
    assert.deepEqual(
      words.find(({ text }) => text === 'found'),
      { text: 'found', id: pipeline.idOf('founded') },
    );
  });
});

describe('nearness to a query', () => {
  test('is the similarity of WordNet with each of its terms', () => {
    const reader = new TermReader(rules, () => 0);
    const plain = new PlainWordNet(wordnet);
    const terms = (text: string) => reader.read(text).map(({ term }) => term);
    const query = terms('car heart disease kubernetes happy run');
    const words = fc.integer({ min: 0, max: lemmaCount - 1 }).map((lemma) => wordnet.textOf(lemma));
    const word = fc.oneof(fc.constantFrom('automobile', 'glad', 'kubernetes', 'docker', 'ran', 'illness'), words);
    for (const measure of [ehrigMeasure(0.5), liMeasure(0.2, 0.6)]) {
      const nearness = new Nearness(wordnet, query, measure);
      fc.assert(
        fc.property(word, (text) => {
          for (const term of terms(text)) {
            const expected = query.map((other) => plain.similarity(term.text, other.text, measure));
            assert.deepEqual([...nearness.of(term)], expected);
          }
        }),
      );
    }
  });
});
