import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { genrePart, meaningPart, startPart, WantedScore } from '../../../src/strategy/osprey/wanted-score.js';
import { idfOfOne } from '../../../src/text/idf.js';
import type { TermCounts } from '../../../src/text/term-counts.js';
import { TextPipeline } from '../../../src/text/text-pipeline.js';
import { Topic } from '../../../src/topic/topic.js';
import { examplesPart, TopicJudge } from '../../../src/topic/topic-judge.js';
import { topicSettings } from '../../page-of.js';
import { near } from '../near.js';

const pipeline = new TextPipeline();
const page = (text: string, title = '') => ({ terms: pipeline.counts(text), title, url: 'http://a.test/' });
const idsOf = (text: string) => [...pipeline.termIds(text)];

interface Given {
  readonly query?: string;
  readonly examples?: readonly string[];
  readonly genres?: readonly string[];
  /** Whether meanings are compared, which are not worked out by hand. */
  readonly meaning?: boolean;
}

/** What somebody wants who gave this; words all weigh alike. */
function wantedBy({ query = '', examples = [], genres = [], meaning = false }: Given): {
  wanted: WantedScore;
  plain: TopicJudge;
} {
  const topic = Topic.from(
    topicSettings(query),
    examples.map((text): TermCounts => pipeline.counts(text)),
  );
  const plain = new TopicJudge(topic);
  return { wanted: new WantedScore(topic, plain, pipeline, genres.map(idsOf), idfOfOne, meaning), plain };
}

const sum = (parts: Readonly<Record<string, number>>) => Object.values(parts).reduce((total, part) => total + part, 0);

describe('how much a page is what was asked for', () => {
  test('by a query alone: the power mean of what speaks for each of its words', () => {
    const { wanted } = wantedBy({ query: 'bird nest' });
    // Four words: bend = 1.2 · (0.25 + 0.75 · 4/300) = 0.312, so 2/2.312 of bird and 1/1.312 of nest, each worth 0.35 · √2 without meanings;
    // they are the first word and the second, early by 1 and 80/81, which is worth 0.28. Bird 0.70819, nest 0.65382; together
    // (½ · √0.70819 + ½ · √0.65382)² = 0.68073; and 0.1 for any word.
    const { value, parts } = wanted.of(page('bird bird nest car'));
    const [birds, nests] = [(0.35 * Math.SQRT2 * 2) / 2.312, (0.35 * Math.SQRT2) / 1.312];
    const [bird, nest] = [birds + 0.28, nests + (0.28 * 80) / 81];
    const together = ((Math.sqrt(bird) + Math.sqrt(nest)) / 2) ** 2;
    // All that speaks for either shares it.
    const unit = together / (bird + nest);
    near(
      [value, parts.bird!, parts.nest!, parts[startPart]!],
      [together + 0.1, unit * birds, unit * nests, unit * (bird - birds + nest - nests)],
    );
    near([value], [0.78073], 1e-4);
    assert.deepEqual(Object.keys(parts), ['bird', 'nest', meaningPart, startPart]);
    assert.deepEqual(wanted.of(page('car road')), { value: 0, parts: {}, meaning: undefined });
  });

  test('one of two words is worth a quarter, and much of it does not make up for the other', () => {
    const { wanted } = wantedBy({ query: 'bird nest' });
    // Once in one: bend = 1.2 · (0.25 + 0.75/300) = 0.303, and 0.28 for the word that the page begins with; 0.1 for any word.
    const bird = (0.35 * Math.SQRT2) / 1.303 + 0.28;
    near([wanted.of(page('bird')).value], [bird / 4 + 0.1]);
    // In the title, too, 0.25 more for that word.
    near([wanted.of(page('bird', 'Birds')).value], [(bird + 0.25) / 4 + 0.1]);
    // With the other one there: (½ · √(bird + 0.25) + ½ · √0.25)².
    near([wanted.of(page('bird', 'Nests of birds')).value], [(Math.sqrt(bird + 0.25) / 2 + 0.25) ** 2 + 0.1]);
  });

  test('by meaning: a page that shares no word with the query counts when it is about the same', () => {
    const { wanted } = wantedBy({ query: 'planet', meaning: true });
    const [near, far] = [wanted.of(page('Jupiter Saturn moon orbit')), wanted.of(page('guitar drum concert singer'))];
    assert.ok(near.value > 0.1 && near.value > 2 * far.value, `${near.value}, ${far.value}`);
    assert.deepEqual(Object.keys(near.parts), [meaningPart]);
  });

  test('by meaning, too, much of one word does not make up for the other', () => {
    const { wanted } = wantedBy({ query: 'mail server', meaning: true });
    const [servers, mail] = [
      wanted.of(page('server host request response proxy cache client connection server', 'HTTP server')),
      wanted.of(page('mail server deliver message queue recipient relay inbox sender')),
    ];
    // The first has more of one word, in text and title; the power mean with exponent ¼ of both is what counts.
    assert.ok(mail.value > 1.3 * servers.value, `${mail.value}, ${servers.value}`);
    near([sum(mail.parts), sum(servers.parts)], [mail.value, servers.value]);
  });

  test('a page teaches as far as it speaks of all of the query; what is like the examples teaches by that', () => {
    const { wanted } = wantedBy({ query: 'bird nest' });
    const [both, one] = ['bird nest', 'bird'].map((text) => wanted.of(page(text)));
    near([wanted.lessonOf(both!.parts), wanted.lessonOf(one!.parts)], [both!.value, one!.value / 2]);
    const { wanted: shown } = wantedBy({ query: 'bird nest', examples: ['bird egg'] });
    const { parts } = shown.of(page('bird egg'));
    near([shown.lessonOf(parts)], [(sum(parts) - parts[examplesPart]!) / 2 + parts[examplesPart]!]);
    // Without a query there is nothing to be missed.
    const { wanted: byExample } = wantedBy({ examples: ['bird egg'] });
    const alike = byExample.of(page('egg'));
    near([byExample.lessonOf(alike.parts)], [alike.value]);
  });

  test('a page in another language is judged by its words alone, and loses nothing', () => {
    const polish = 'Ptaki gniazdo wróbel sikorka dzięcioł kukułka bird';
    const [withMeaning, without] = [true, false].map((meaning) => wantedBy({ query: 'bird', meaning }).wanted);
    assert.equal(withMeaning!.of(page(polish)).value, without!.of(page(polish)).value);
  });

  test('by examples alone: as relevant as the plain judge finds it', () => {
    const { wanted, plain } = wantedBy({ examples: ['bird nest egg', 'bird egg wing'] });
    const wings = page('wing feather bird');
    const { value, parts } = wanted.of(wings);
    assert.deepEqual([value, parts], [plain.relevance(wings.terms), { [examplesPart]: plain.relevance(wings.terms) }]);
    assert.ok(wanted.of(wings).value > wanted.of(page('car road wing')).value);
  });

  test('by a query and examples: what is like them is lifted', () => {
    const { wanted, plain } = wantedBy({ query: 'bird', examples: ['bird nest egg'] });
    const { wanted: byQuery } = wantedBy({ query: 'bird' });
    const both = page('bird egg road');
    const { value, parts } = wanted.of(both);
    const [query, likeness] = [byQuery.of(both).value, plain.relevance(both.terms)];
    near([value], [query + ((1 - query) * likeness ** 2) / 2]);
    near(
      [parts.bird! + parts[meaningPart]! + parts[startPart]!, parts[examplesPart]!],
      [query, ((1 - query) * likeness ** 2) / 2],
    );
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
    assert.deepEqual(Object.keys(parts), ['bird', meaningPart, startPart, genrePart]);
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
        meaning: fc.boolean(),
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
