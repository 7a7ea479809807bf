import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readConfigFile } from '../../src/config/config-file.js';
import { settingsFrom } from '../../src/config/settings.js';
import { refusal } from './refusal.js';

const topic = 'query: jaguar car\nseed: https://example.org/\n';
const settingsOf = (text: string) => settingsFrom({ file: { path: 'crawl.yaml', text } });
const problemsOf = (text: string) => refusal(() => settingsOf(text));

describe('a config file', () => {
  test('says what flags say, in scalars, lists and mappings', () => {
    const settings = settingsOf(`
# my crawl
query: 2024 jaguar
not: [cat, "big cat"]
seed:
  - https://example.org/
  - https://example.net/a,b
maxTime: 10m
maxPages: none
language: no
stem: false
header:
  Accept-Language: en
resolve: { "*": "127.0.0.1:8080" }
set:
  best-first.beta: 0.4
types: text/html, text/plain
`);
    assert.equal(settings.query, '2024 jaguar');
    assert.deepEqual(settings.not, ['cat', 'big cat']);
    assert.deepEqual(settings.seed, ['https://example.org/', 'https://example.net/a,b']);
    assert.equal(settings.maxTime, 600_000);
    assert.equal(settings.maxPages, Number.POSITIVE_INFINITY);
    assert.equal(settings.language, 'no');
    assert.equal(settings.stem, false);
    assert.deepEqual([...settings.header], [['Accept-Language', 'en']]);
    assert.deepEqual([...settings.resolve], [['*', { address: '127.0.0.1', port: 8080 }]]);
    assert.deepEqual([...settings.set], [['best-first.beta', 0.4]]);
    assert.deepEqual(settings.types, ['text/html', 'text/plain']);
  });

  test('has all that is wrong reported at once, each with its line, column and the nearest name', () => {
    const text = `query: jaguar car
max-pages: 10
maxPage: 3
delay: soon
seed:
  - https://example.org/
  - htp://b
  - example.org
maxPages: many
maxPages: 3
header: {Host: x, "Bad Name": y}
idf: backgroud
expire:
not: [a, [b]]
colour: red
`;
    assert.deepEqual(problemsOf(text), [
      'crawl.yaml:2:1: max-pages: unknown field; did you mean maxPages?',
      'crawl.yaml:3:1: maxPage: unknown field; did you mean maxPages?',
      'crawl.yaml:4:8: delay: must be a duration such as 500ms, 10s or 2h (0s to 1d), not "soon"',
      'crawl.yaml:7:5: seed: must be an http or https URL such as https://example.org/, not "htp://b"',
      'crawl.yaml:8:5: seed: must be an http or https URL, not "example.org"; did you mean https://example.org/?',
      'crawl.yaml:9:11: maxPages: must be a whole number (at least 1) or none, not "many"',
      'crawl.yaml:10:1: maxPages: is given twice',
      'crawl.yaml:11:10: header: cannot set Host: the crawler sets it itself',
      'crawl.yaml:11:19: header: must be a header such as "Accept-Language: en"',
      'crawl.yaml:12:6: idf: must be one of background, collection, one, not "backgroud"; did you mean background?',
      'crawl.yaml:13:8: expire: has no value; give one or remove the field',
      'crawl.yaml:14:10: not: must have plain values, not lists or mappings inside',
      'crawl.yaml:15:1: colour: unknown field',
    ]);
  });

  test('names in mappings may not be given twice', () => {
    assert.deepEqual(problemsOf(`${topic}set:\n  s.a: 1\n  s.b: 2\n  s.a: 3\n`), [
      'crawl.yaml:6:3: set: gives s.a twice',
    ]);
  });

  test('must be YAML, one document, and a mapping', () => {
    assert.match(problemsOf('query: "jaguar\nseed: x')[0]!, /^crawl\.yaml:2:8: is not valid YAML: /);
    assert.deepEqual(problemsOf('- a\n- b\n'), ['crawl.yaml:1:1: must be a mapping, such as "query: jaguar car"']);
    assert.deepEqual(problemsOf('jaguar'), ['crawl.yaml:1:1: must be a mapping, such as "query: jaguar car"']);
    assert.deepEqual(problemsOf(`${topic}---\na: b\n`), [
      'crawl.yaml:3:1: there must be only one document in the file',
    ]);
  });

  test('that is empty or has only comments says nothing', () => {
    for (const text of ['', '\n', '# nothing\n', '---\n']) {
      assert.deepEqual(readConfigFile('crawl.yaml', text), { given: new Map(), problems: [] });
    }
  });

  test('has file names relative to itself', () => {
    const { given } = readConfigFile(
      '/home/me/crawls/a.yaml',
      'seeds: ../seeds.txt\nexample: [a.html, https://b.org/]\n',
    );
    assert.deepEqual(given.get('seeds')?.value, ['/home/me/seeds.txt']);
    assert.deepEqual(given.get('example')?.value, ['/home/me/crawls/a.html', 'https://b.org/']);
  });

  test('may use a value again through an alias', () => {
    const { domains, blockHosts } = settingsOf(`${topic}domains: &hosts [a.org, b.org]\nblockHosts: *hosts\n`);
    assert.deepEqual(domains, blockHosts);
  });

  test('is not allowed to bring tags, merge keys or fields of every object', () => {
    assert.deepEqual(problemsOf(`${topic}not: !!js/function "function () {}"\nstem: !!bool true\n`), [
      'crawl.yaml:3:6: YAML tags (!…) are not allowed',
      'crawl.yaml:4:7: YAML tags (!…) are not allowed',
    ]);
    assert.deepEqual(problemsOf(`${topic}__proto__: {a: b}\nconstructor: x\n<<: {stem: false}\n`), [
      'crawl.yaml:3:1: __proto__: unknown field',
      'crawl.yaml:4:1: constructor: unknown field',
      'crawl.yaml:5:1: "<<": unknown field',
    ]);
  });

  test('cannot blow up through aliases', () => {
    // Ten times more texts at each of four levels.
    const levels = [1, 2, 3, 4].map((i) => `k${i}: &a${i} [${`*a${i - 1},`.repeat(10)}]`);
    const bomb = ['k0: &a0 lol', ...levels, 'not: *a4'].join('\n');
    assert.ok(problemsOf(bomb).includes('crawl.yaml:6:6: not: must have plain values, not lists or mappings inside'));
    assert.deepEqual(problemsOf([bomb, 'k5: &a5 [*a4,*a4,*a4,*a4,*a4,*a4,*a4,*a4,*a4,*a4]'].join('\n')), [
      'crawl.yaml: has more than 50 aliases',
    ]);
    assert.deepEqual(problemsOf(`${topic}not: *nowhere\n`), [
      'crawl.yaml:3:6: not: refers to &nowhere, which is not there',
    ]);
  });

  test('that is huge, deep or full of mistakes is refused in a short message', () => {
    assert.deepEqual(problemsOf('#'.repeat(1_000_001)), ['crawl.yaml: is longer than the 1 MB of a config file']);
    assert.ok(problemsOf(`not: ${'['.repeat(20_000)}`).every((line) => line.length < 200));
    assert.ok(problemsOf(`not: ${'['.repeat(20_000)}`).length <= 51);
    const unknown = problemsOf(Array.from({ length: 5000 }, (_, i) => `field${i}: x`).join('\n'));
    assert.equal(unknown.length, 51);
    const [odd] = problemsOf(`"a\\nb${'c'.repeat(900)}": x\n`);
    assert.ok(odd!.length < 120 && odd!.endsWith('": unknown field'), odd);
  });
});
