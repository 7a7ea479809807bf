import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { optionKeys } from '../../src/config/options.js';
import { settingsFrom } from '../../src/config/settings.js';
import { UsageError } from '../../src/failure.js';
import { fuzz } from './fuzz.js';
import { assertLinear } from './growth.js';
import { mutated } from './mutations.js';

const corpus = [
  'query: jaguar car\nnot: [cat, "football team"]\nmaxPages: 1k\ndelay: 1.5s\nresolve:\n  "*": 127.0.0.1:8080\n  a.example: "[::1]"\nset:\n  osprey.gamma: 0.5\n',
  '# comment\nseed:\n  - https://example.com/\n  - "http://example.org/a b"\nheader: &h {Accept: text/html, X-A: "b"}\ninclude: ["/^https/", "https://*.example.com/**"]\ncontact: me@example.com\n',
  '{"query": "a", "domains": ["a.example"], "archive": false, "workers": "auto", "maxBytesOnDisk": "2GB"}\n',
  "query: |\n  two\n  lines\nlanguage: no\nproxy: 'http://user:pass@proxy.example:3128'\nthreshold: 0.5\nuserAgent: >-\n  folded\n  text\n",
];
const tokens = [
  ...[
    ': ',
    '- ',
    '\n',
    '\n  ',
    '\t',
    '? ',
    '&a ',
    '*a',
    '*h',
    '!!js/function ',
    '!tag ',
    '<<: *h\n',
    '---\n',
    '...\n',
    '%YAML 9.9\n',
    '#',
  ],
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    '"',
    "'",
    '|',
    '>',
    '|-9\n',
    '\\',
    '"\\u',
    '~',
    'null',
    '.nan',
    '-.inf',
    '1e999',
    '0x10',
    '\0',
    '\ud800',
  ],
  ...[
    '\u2028',
    '\ufeff',
    '\r',
    '\x85',
    '__proto__: x\n',
    'constructor: x\n',
    'toString: x\n',
    '/(a+)+$/',
    '/[/',
    '//',
    '-1',
    'none',
    '99999999999999999999d',
  ],
  ...optionKeys.map((key) => `\n${key}: `),
];

/** Settings, or one refusal with a problem a line, not more of them than anybody reads. */
function assertSettingsOrRefusal(read: () => unknown): void {
  try {
    assert.ok(read());
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    assert.equal(thrown.code, 'bad-config');
    const lines = thrown.message.split('\n').filter((line) => line !== '… and more');
    assert.equal(lines.length, (thrown.evidence.problems as unknown[]).length, thrown.message);
    assert.ok(thrown.message.length < 50_000, `${thrown.message.length} characters of problems`);
  }
}

describe('config files', () => {
  const texts = fc.oneof(
    mutated(corpus, tokens, 2_000).map(String),
    fc.array(fc.constantFrom(...tokens), { maxLength: 25 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 80 }),
  );

  test('of any text give settings or a refusal', () => {
    fuzz(250, texts, (text) => assertSettingsOrRefusal(() => settingsFrom({ file: { path: 'crawl.yaml', text } })));
  });

  test('of any repeated piece take time in proportion to it', async () => {
    for (const unit of [...tokens.slice(0, 30), 'a: b\n', 'query: a\n', '- a\n', 'a: &a [*a]\n', '[[', '{a: ', '"a",'])
      await assertLinear(
        unit,
        (scale) => `query: x\nnot: ${unit.repeat((scale * 400) / unit.length)}`,
        (text) => assertSettingsOrRefusal(() => settingsFrom({ file: { path: 'crawl.yaml', text } })),
      );
  });
});

describe('options', () => {
  const odd = fc.oneof(
    fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withObjectString: true,
      withSet: true,
      withTypedArray: true,
    }),
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom<unknown>(
      ...tokens,
      Symbol('x'),
      () => 1,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      -0,
      'x'.repeat(100_000),
      [[]],
      [''],
    ),
  );

  test('of any value, of a program or the command line, give settings or a refusal', () => {
    const given = fc.dictionary(
      fc.oneof(fc.constantFrom(...optionKeys), fc.constantFrom('__proto__', 'toString', '', 'x\n')),
      odd,
      { maxKeys: 4 },
    );
    fuzz(500, fc.tuple(given, fc.constantFrom('options', 'flags')), ([values, source]) => {
      const raw = { query: 'jaguar car', ...values };
      assertSettingsOrRefusal(() => settingsFrom({ [source]: raw, folder: '/tmp' }));
    });
  });

  test('of any value of each kind give settings or a refusal', () => {
    for (const key of optionKeys)
      fuzz(5, odd, (value) => {
        for (const source of ['options', 'flags'])
          assertSettingsOrRefusal(() => settingsFrom({ [source]: { query: 'a', [key]: value }, folder: '/tmp' }));
      });
  });
});

describe('found by fuzzing', () => {
  test('a problem of YAML is one line, though the message quotes a line end or a control character', () => {
    for (const text of ['"\\u\nurlTerms: "', '"\\u\u0085', '"\\u\u001b[2J'])
      assert.throws(
        () => settingsFrom({ file: { path: 'crawl.yaml', text } }),
        ({ message }: Error) => message.split('\n').every((line) => /^crawl\.yaml:\d+:\d+: \P{Cc}+$/u.test(line)),
      );
  });

  test('a Map whose names are no text is refused', () => {
    for (const name of [Object.create(null), Symbol('x'), 1])
      for (const key of ['resolve', 'header', 'set'])
        assertSettingsOrRefusal(() => settingsFrom({ options: { query: 'a', [key]: new Map([[name, 'x']]) } }));
  });
});
