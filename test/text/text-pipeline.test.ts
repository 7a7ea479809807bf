import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { termId } from '../../src/text/term-id.js';
import { TextPipeline } from '../../src/text/text-pipeline.js';
import { urlWords } from '../../src/text/url-words.js';

const english = new TextPipeline({ language: 'en' });

describe('terms', () => {
  test('are stems of the words that are no stop words', () => {
    assert.deepEqual(english.terms("The jaguars don't run; they were running"), ['jaguar', 'run', 'run']);
  });

  test('keep numbers as they are', () => {
    assert.deepEqual(english.terms('In 2013 mp3 files'), ['2013', 'mp3', 'file']);
  });

  test('keep words that are merely frequent', () => {
    assert.deepEqual(english.terms('course page computer new'), ['cours', 'page', 'comput', 'new']);
  });

  test('follow the language', () => {
    assert.deepEqual(new TextPipeline({ language: 'de' }).terms('Die Häuser und das Haus'), ['haus', 'haus']);
    assert.deepEqual(new TextPipeline({ language: 'ru' }).terms('русский и русские'), ['русск', 'русск']);
    assert.deepEqual(new TextPipeline({ language: 'fr' }).terms("l'eau et les châteaux"), ['eau', 'chateau']);
    assert.deepEqual(new TextPipeline({ language: 'eo' }).terms('La hundoj'), ['la', 'hundoj']);
  });

  test('are English when the language is not known', () => {
    assert.deepEqual(new TextPipeline({ language: '' }).terms('the dogs'), ['dog']);
  });

  test('are words as written when stemming is off', () => {
    assert.deepEqual(new TextPipeline({ stem: false }).terms('The Running dogs'), ['running', 'dogs']);
  });
});

describe('phrases', () => {
  const pipeline = new TextPipeline({
    phrases: ['Lok Sabha', 'state of the art', 'new york', 'york city', 'new york city', 'dog', 'of the'],
  });

  test('are terms beside their words', () => {
    assert.deepEqual(pipeline.terms('Lok Sabha polls'), ['lok', 'lok sabha', 'sabha', 'poll']);
  });

  test('pass over stop words', () => {
    assert.deepEqual(pipeline.terms('a state-of-the-art method'), ['state', 'state art', 'art', 'method']);
  });

  test('count when they overlap or contain each other', () => {
    assert.deepEqual(pipeline.terms('New York City'), [
      'new',
      'new york',
      'new york citi',
      'york',
      'york citi',
      'citi',
    ]);
  });

  test('do not reach from one text to the next', () => {
    assert.equal(pipeline.counts('lok', 'sabha').ids.includes(pipeline.idOf('lok sabha')!), false);
    assert.equal(pipeline.counts('lok sabha').ids.includes(pipeline.idOf('lok sabha')!), true);
  });

  test('match as a naive search over the stems does', () => {
    const word = fc.constantFrom('new', 'york', 'city', 'cities', 'state', 'the');
    const sentence = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(sentence, { maxLength: 6 }), sentence, (phrases, text) => {
        const terms = english.terms(text);
        const expected = [...terms];
        for (const phrase of new Set(phrases.map((phrase) => english.termOf(phrase)))) {
          const length = phrase.split(' ').length;
          if (length < 2) continue;
          for (let i = 0; i + length <= terms.length; i++) {
            if (terms.slice(i, i + length).join(' ') === phrase) expected.push(phrase);
          }
        }
        assert.deepEqual(new TextPipeline({ phrases }).terms(text).sort(), expected.sort());
      }),
    );
  });
});

describe('term ids', () => {
  const texts = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.lorem({ maxCount: 20 }));
  const pipeline = new TextPipeline({ phrases: ['lorem ipsum', 'dolor sit amet'] });

  test('are the hashes of the terms, in their order', () => {
    fc.assert(
      fc.property(texts, (text) => assert.deepEqual([...pipeline.termIds(text)], pipeline.terms(text).map(termId))),
    );
  });

  test('are counted over all texts, each distinct one once', () => {
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 3 }), (texts) => {
        const expected = new Map<number, number>();
        for (const text of texts)
          for (const id of pipeline.termIds(text)) expected.set(id, (expected.get(id) ?? 0) + 1);
        const { ids, counts } = pipeline.counts(...texts);
        assert.deepEqual(
          [...ids].map((id, i) => [id, counts[i]]),
          [...expected],
        );
      }),
    );
  });

  test('of given terms are those found in text', () => {
    assert.equal(pipeline.idOf('Lorem  IPSUM!'), pipeline.termIds('lorem ipsum')[1]);
    assert.equal(pipeline.idOf('running'), pipeline.termIds('runs')[0]);
    assert.equal(pipeline.idOf('of the'), undefined);
  });

  test('stay the same when the shared vocabulary is full and starts again', () => {
    const before = english.termIds('jaguars running');
    for (let i = 0; i < 3; i++) {
      english.termIds(Array.from({ length: 60_000 }, (_, word) => `w${i}x${word}`).join(' '));
      assert.deepEqual(english.termIds('jaguars running'), before);
    }
  });

  test('are never 0 and do not change between versions', () => {
    // FNV-1a of "a" is 0xe40c292c, a published value; the avalanche of MurmurHash3 makes this of it.
    assert.equal(termId('a'), 0x1a80b1b3);
    assert.equal(termId('lok sabha'), 0x7e839073);
    fc.assert(fc.property(fc.string(), (term) => termId(term) > 0 && termId(term) < 2 ** 32));
  });
});

describe('words of a URL', () => {
  const words = new TextPipeline({ stem: false });
  const termsOf = (url: string, expected: string[]) =>
    assert.deepEqual([...words.termIdsOfUrl(url)], expected.map(termId), url);

  test('come from host, path and query, without www, domain ending, file extension and fragment', () => {
    termsOf('https://www.cs.example.co.uk/Courses/databases.html?topic=sql#top', [
      'cs',
      'example',
      'courses',
      'databases',
      'topic',
      'sql',
    ]);
    termsOf('http://example.org', ['example']);
    termsOf('http://user@example.com:8080/a.php5', ['example']);
    termsOf('http://192.168.0.1/map', ['map']);
    termsOf('http://[::1]:80/map', ['map']);
  });

  test('are split where case or kind of character changes', () => {
    termsOf('http://x.org/introToAI/HTMLParser/cs101_notes', [
      'x',
      'intro',
      'ai',
      'html',
      'parser',
      'cs',
      '101',
      'notes',
    ]);
  });

  test('are decoded, and malformed escapes are tolerated', () => {
    termsOf('http://x.org/caf%C3%A9%20bar', ['x', 'cafe', 'bar']);
    termsOf('http://x.org/caf%E9/100%', ['x', 'caf', '100']);
  });

  test('are those of `urlWords`, in any string', () => {
    const strange = fc.array(
      fc.constantFrom('http://', '://', '/', '?', '#', '%', '%zz', '@', ':', '.', '[', 'aB', '1', 'é', '.html'),
    );
    fc.assert(
      fc.property(strange, (parts) => {
        const url = parts.join('');
        assert.deepEqual(english.termIdsOfUrl(url), english.termIds(urlWords(url)));
      }),
      { numRuns: 2_000 },
    );
  });
});
