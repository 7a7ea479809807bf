import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { genrePart, WantedScore } from '../../../src/strategy/osprey/wanted-score.js';
import { idfOfOne } from '../../../src/text/idf.js';
import type { TermCounts } from '../../../src/text/term-counts.js';
import { TextPipeline } from '../../../src/text/text-pipeline.js';
import { Topic } from '../../../src/topic/topic.js';
import { examplesPart, TopicJudge } from '../../../src/topic/topic-judge.js';
import { topicSettings } from '../../page-of.js';
import { near } from '../near.js';

const pipeline = new TextPipeline();
const page = (text: string) => ({ terms: pipeline.counts(text) });
const idsOf = (text: string) => [...pipeline.termIds(text)];

interface Given {
  readonly query?: string;
  readonly examples?: readonly string[];
  readonly genres?: readonly string[];
}

/** What somebody wants who gave this; words all weigh alike. */
function wantedBy({ query = '', examples = [], genres = [] }: Given): { wanted: WantedScore; plain: TopicJudge } {
  const topic = Topic.from(
    topicSettings(query),
    examples.map((text): TermCounts => pipeline.counts(text)),
  );
  const plain = new TopicJudge(topic);
  return { wanted: new WantedScore(topic, plain, genres.map(idsOf), idfOfOne), plain };
}

const sum = (parts: Readonly<Record<string, number>>) => Object.values(parts).reduce((total, part) => total + part, 0);

describe('how much a page is what was asked for', () => {
  test('by a query alone: its BM25 share b as 1.5 · b / (b + 0.5)', () => {
    const { wanted } = wantedBy({ query: 'bird nest' });
    // Four words: bend = 1.2 · (0.25 + 0.75 · 4/300) = 0.312. b = ½ · 2/2.312 + ½ · 1/1.312 = 0.43253 + 0.38110 = 0.81363.
    const { value, parts } = wanted.of(page('bird bird nest car'));
    const [birds, nests] = [1 / 2.312, 0.5 / 1.312];
    const b = birds + nests;
    const expected = (1.5 * b) / (b + 0.5);
    near([value, parts.bird!, parts.nest!], [expected, (expected * birds) / b, (expected * nests) / b]);
    near([value], [0.92908], 1e-4);
    assert.deepEqual(Object.keys(parts), ['bird', 'nest']);
  });

  test('by examples alone: as relevant as the plain judge finds it', () => {
    const { wanted, plain } = wantedBy({ examples: ['bird nest egg', 'bird egg wing'] });
    const wings = page('wing feather bird');
    assert.deepEqual(wanted.of(wings), {
      value: plain.relevance(wings.terms),
      parts: { [examplesPart]: plain.relevance(wings.terms) },
    });
    assert.ok(wanted.of(wings).value > wanted.of(page('car road wing')).value);
  });

  test('by a query and examples: what is like them is lifted', () => {
    const { wanted, plain } = wantedBy({ query: 'bird', examples: ['bird nest egg'] });
    const { wanted: byQuery } = wantedBy({ query: 'bird' });
    const both = page('bird egg road');
    const { value, parts } = wanted.of(both);
    const [query, likeness] = [byQuery.of(both).value, plain.relevance(both.terms)];
    near([value], [query + ((1 - query) * likeness ** 2) / 2]);
    near([parts.bird!, parts[examplesPart]!], [query, ((1 - query) * likeness ** 2) / 2]);
    // Something of the examples without a word of the query still counts.
    assert.ok(wanted.of(page('nest egg')).value > 0);
  });

  test('with a genre: the geometric mean of subject and genre, so that both have to be met', () => {
    const { wanted } = wantedBy({ query: 'bird', genres: ['syllabus lecture homework exam'] });
    const { wanted: subject } = wantedBy({ query: 'bird' });
    // One of four genre words, in two words: bend = 1.2 · (0.25 + 0.75 · 2/300) = 0.306, b = ¼ · 1/1.306 = 0.19142;
    // 1.1 · b / (b + 0.1) = 0.72254.
    const b = 0.25 / 1.306;
    const course = page('bird lecture');
    const { value, parts } = wanted.of(course);
    near([value], [Math.sqrt(subject.of(course).value * ((1.1 * b) / (b + 0.1)))]);
    near([(1.1 * b) / (b + 0.1)], [0.72254], 1e-4);
    assert.deepEqual(Object.keys(parts), ['bird', genrePart]);
    near([sum(parts)], [value]);
    assert.equal(wanted.of(page('bird nest')).value, 0);
    assert.equal(wanted.of(page('lecture exam')).value, 0);
  });

  test('with several genres: the one that fits best', () => {
    const lecture = page('bird lecture');
    const value = (...genres: readonly string[]) => wantedBy({ query: 'bird', genres }).wanted.of(lecture).value;
    assert.equal(value('story rumour', 'lecture exam'), value('lecture exam'));
    assert.equal(value('story rumour'), 0);
  });

  test('is within 0..1 and the sum of its parts, for any page and any request', () => {
    const word = fc.constantFrom('bird', 'nest', 'egg', 'lecture', 'exam', 'car', 'road', 'wing');
    const text = fc.array(word, { maxLength: 60 }).map((words) => words.join(' '));
    const given = fc
      .record({
        query: fc.constantFrom('', 'bird', 'bird nest "egg wing"'),
        examples: fc.array(
          text.filter((words) => words !== ''),
          { maxLength: 2 },
        ),
        genres: fc.constantFrom([], ['lecture exam'], ['lecture', 'story']),
      })
      .filter(({ query, examples }) => query !== '' || examples.length > 0);
    fc.assert(
      fc.property(given, text, (request, words) => {
        const { value, parts } = wantedBy(request).wanted.of(page(words));
        assert.ok(value >= 0 && value <= 1 + 1e-12, `${value}`);
        near([sum(parts)], [value]);
        for (const part of Object.values(parts)) assert.ok(part >= 0);
      }),
    );
  });
});
