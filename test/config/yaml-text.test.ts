import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parse } from 'yaml';
import { yamlText } from '../../src/config/yaml-text.js';

/** Text that YAML 1.2 or 1.1 might take for something else, besides whatever can be made of these characters. */
const traps = [
  'no',
  'Yes',
  'null',
  '~',
  '.nan',
  '-.inf',
  '1_000',
  '0x1f',
  '0o7',
  '12:30',
  '2026-11-18',
  '1e3',
  '<<',
  '=',
  '...',
  '... a',
  '---',
  '',
  ' a',
  'a ',
];
const text = fc.oneof(
  fc.constantFrom(...traps),
  fc.string({ unit: fc.constantFrom(...`ab0 1.-:#,'"[]{}&*!|>%@\`?\\/\t_=~é\u0301字`) }),
  fc.string({ unit: 'binary' }),
);
const scalar = fc.oneof(
  text,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((drawn) => drawn || 0),
  fc.boolean(),
);
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(text, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

describe('YAML that we write', () => {
  test('means the same to whoever reads it, by the newer rules or the older', () => {
    fc.assert(
      fc.property(value, (written) => {
        const yaml = yamlText(written);
        for (const version of ['1.2', '1.1'] as const) assert.deepEqual(parse(yaml, { version }), written, yaml);
      }),
    );
  });

  test('is as people would write it', () => {
    const settings = {
      query: 'jaguar car',
      not: ['cat', 'a: b'],
      seed: ['https://example.org/cars?page=2#top'],
      maxPages: 500,
      maxTime: '30m',
      delay: '0s',
      model: './models/m.json',
      set: { 'osprey.without': 'allowances' },
      domains: [],
    };
    assert.equal(
      yamlText(settings),
      `query: jaguar car
not:
  - cat
  - "a: b"
seed:
  - https://example.org/cars?page=2#top
maxPages: 500
maxTime: 30m
delay: 0s
model: ./models/m.json
set:
  osprey.without: allowances
domains: []
`,
    );
  });
});
