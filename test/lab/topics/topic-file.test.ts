import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { UsageError } from '../../../src/failure.js';
import { bareTopic } from '../../../src/lab/topics/bare-topic.js';
import { readTopicFile } from '../../../src/lab/topics/topic-file.js';
import { refusal } from '../../config/refusal.js';

const folder = mkdtempSync(path.join(tmpdir(), 'topics-'));
after(() => rmSync(folder, { recursive: true }));

function topicsOf(text: string | Uint8Array) {
  const file = path.join(folder, 'topics.yaml');
  writeFileSync(file, text);
  return readTopicFile(file);
}

/** What is refused, without the folder of the file. */
function problemsOf(text: string | Uint8Array): string[] {
  return refusal(() => topicsOf(text)).map((line) => line.replace(`${folder}${path.sep}`, ''));
}

describe('a file of topics', () => {
  test('says what a user wants and what counts as found', () => {
    const topics = topicsOf(`
# two topics
- id: birds
  query: "birds"
  relevant: Science.Biology.Birds
  pages: 161
  near: # 121 relevant
    - HTTP://A.test:80/wp/Wigeon.htm#top
    - http://a.test/wp/Wigeon.htm
  far: http://b.test
  examples: [http://a.test/%7ecrow]
- id: syllabus.2
  query: 2024
  not: homework, big cat
  genre: [course-syllabus]
  genreTerms: [exam, office hours]
  contentTerms: databases, sql
  urlTerms: db
  relevant: [course, project]
`);
    assert.deepEqual(topics, [
      {
        ...bareTopic('birds'),
        query: 'birds',
        relevant: ['Science.Biology.Birds'],
        near: ['http://a.test/wp/Wigeon.htm'],
        far: ['http://b.test/'],
        examples: ['http://a.test/~crow'],
      },
      {
        ...bareTopic('syllabus.2'),
        query: '2024',
        not: ['homework', 'big cat'],
        genre: ['course-syllabus'],
        genreTerms: ['exam', 'office hours'],
        contentTerms: ['databases', 'sql'],
        urlTerms: ['db'],
        relevant: ['course', 'project'],
      },
    ]);
  });

  test('may be JSON, and may use a list again through an alias', () => {
    const [json] = topicsOf('\ufeff[{"id": "été", "query": "summer",\n\t"near": ["http://a.test/"]}]');
    assert.deepEqual(json, { ...bareTopic('été'), query: 'summer', near: ['http://a.test/'] });
    const [one, two] = topicsOf('- {id: a, query: a, near: &s [http://a.test/]}\n- {id: b, query: b, near: *s}');
    assert.deepEqual(one!.near, two!.near);
  });

  test('has all that is wrong reported at once, each with its place and a guess', () => {
    const text = `- id: birds
  qery: birds
  near:
    - http://a.test/
    - ftp://a.test/
    - http://me:secret@a.test/
- id: Birds
  query: birds
  query: bird
  genre-terms: [exam]
  examples: [http://a.test/, [b]]
  relevant: {a: b}
- query: x
- id: a/b
  query:
- id: c
  relevant: c
  examples: []
- just text
- [a, b]
`;
    assert.deepEqual(problemsOf(text), [
      'topics.yaml:2:3: qery: unknown field; did you mean query?',
      'topics.yaml:5:7: near: must be an http or https URL such as https://example.org/, not "ftp://a.test/"',
      'topics.yaml:6:7: near: must be a URL without a user name or password',
      'topics.yaml:1:3: must have at least one of query, examples, genre, genreTerms, contentTerms',
      'topics.yaml:9:3: query: is given twice',
      'topics.yaml:10:3: genre-terms: unknown field; did you mean genreTerms?',
      'topics.yaml:11:30: examples: must have plain values, not lists or mappings inside',
      'topics.yaml:12:13: relevant: must be a list, not a mapping',
      'topics.yaml:7:3: id: Birds is the id of another topic too',
      'topics.yaml:13:3: must have an id',
      'topics.yaml:14:7: id: must be a name of letters, digits, dots, dashes and underscores, not "a/b"',
      'topics.yaml:15:9: query: has no value; give one or remove the field',
      'topics.yaml:16:3: must have at least one of query, examples, genre, genreTerms, contentTerms',
      'topics.yaml:19:3: must be a topic: a mapping with an id and a query',
      'topics.yaml:20:3: must be a topic: a mapping with an id and a query',
    ]);
  });

  test('must be there and name a topic', () => {
    assert.throws(
      () => readTopicFile(path.join(folder, 'missing.yaml')),
      (thrown) => thrown instanceof UsageError && thrown.code === 'no-topics-file',
    );
    for (const text of ['', '\n', '# nothing\n', '---\n', '[]']) {
      assert.match(problemsOf(text).join(), /^topics\.yaml: names no topic; give a list such as/);
    }
    for (const text of ['id: a\nquery: a\n', 'words', '{"topics": []}']) {
      assert.match(problemsOf(text).join(), /^topics\.yaml:1:1: must be a list of topics/);
    }
    assert.match(problemsOf('- {id: a, query: a}\n---\n- {id: b, query: b}\n')[0]!, /only one document/);
  });

  test('brings no code, no tags, no merged fields and no fields of every object', () => {
    assert.deepEqual(problemsOf('- id: a\n  query: !!js/function "function () {}"\n- !!python/object {id: b}\n'), [
      'topics.yaml:2:10: YAML tags (!…) are not allowed',
      'topics.yaml:3:3: YAML tags (!…) are not allowed',
    ]);
    assert.deepEqual(problemsOf('- id: a\n  query: a\n  __proto__: {x: y}\n  constructor: x\n  <<: {far: x}\n'), [
      'topics.yaml:3:3: __proto__: unknown field',
      'topics.yaml:4:3: constructor: unknown field',
      'topics.yaml:5:3: "<<": unknown field',
    ]);
    assert.match(problemsOf('- id: __proto__\n  query: a\n')[0]!, /id: must be a name/);
  });

  test('cannot blow up through aliases', () => {
    // Ten times more texts at each level.
    const level = (i: number) => `  k${i}: &a${i} [${`*a${i - 1},`.repeat(10)}]`;
    const bomb = ['- id: a', '  query: &a0 lol', ...[1, 2, 3, 4].map(level), '  near: *a4'];
    assert.ok(
      problemsOf(bomb.join('\n')).includes(
        'topics.yaml:7:9: near: must have plain values, not lists or mappings inside',
      ),
    );
    assert.deepEqual(problemsOf([...bomb, level(5)].join('\n')), ['topics.yaml: has more than 50 aliases']);
    // Every topic would have the whole list.
    const long = `- {id: t, query: t, relevant: &l [${'a,'.repeat(20_000)}]}\n`;
    const users = Array.from({ length: 49 }, (_, i) => `- {id: t${i}, query: t, relevant: *l}`).join('\n');
    assert.ok(problemsOf(long + users).every((line) => line.endsWith('relevant: has more than 10000 items')));
    assert.match(problemsOf('- &t {id: a, query: a}\n- *t\n')[0]!, /must be a topic/);
    assert.match(problemsOf('- &t {id: a, query: *t}\n')[0]!, /query/);
  });

  test('that is huge, deep or full of mistakes is refused in a short message', () => {
    assert.deepEqual(problemsOf('#'.repeat(1_000_001)), ['topics.yaml: is longer than the 1 MB of a topics file']);
    const junk = new Uint8Array(1_000_000).map((_, i) => (i * 2654435761) >>> 13);
    for (const text of [junk, '- a\n'.repeat(20_000), `- ${'['.repeat(20_000)}`, '- {a: b}\n'.repeat(5000)]) {
      const lines = problemsOf(text);
      assert.ok(lines.length <= 51 && lines.every((line) => line.length < 300));
    }
  });

  test('is either read or refused, whatever it holds', () => {
    const value = fc.oneof(
      fc.string(),
      fc.array(fc.string()),
      fc.dictionary(fc.string(), fc.string()),
      fc.constant(null),
    );
    const names = ['id', 'query', 'near', 'relevant', 'pages', 'not', '__proto__'];
    const topic = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), value);
    const ids = fc.property(fc.array(fc.oneof(topic, fc.string())), (data) => {
      try {
        const topics = topicsOf(JSON.stringify(data));
        assert.equal(new Set(topics.map(({ id }) => id)).size, data.length);
      } catch (thrown) {
        if (!(thrown instanceof UsageError)) throw thrown;
      }
    });
    fc.assert(ids, { numRuns: 200 });
  });
});
