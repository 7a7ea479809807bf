import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { list } from '../../src/config/collection-kinds.js';
import {
  contact,
  headers,
  headerText,
  hostMap,
  hostName,
  httpUrl,
  mediaType,
  proxyUrl,
  urlPattern,
} from '../../src/config/network-kinds.js';
import { BadValue, type OptionKind, type Source } from '../../src/config/option-kind.js';
import {
  automatic,
  boolean,
  bytes,
  choice,
  duration,
  file,
  integer,
  limit,
  number,
  ratio,
  switchable,
  text,
} from '../../src/config/scalar-kinds.js';
import { sourceUrls } from '../../src/config/source-kinds.js';
import { parametersOf, strategyParameters } from '../../src/config/strategy-parameters.js';

interface Cases {
  readonly kind: OptionKind<unknown>;
  readonly source?: Source;
  readonly good: readonly (readonly [input: unknown, value: unknown])[];
  /** With the message, where it is worth pinning down. */
  readonly bad: readonly (readonly [input: unknown, reason?: string])[];
}

const cases: Record<string, Cases> = {
  text: {
    kind: text('words'),
    good: [
      ['jaguar car', 'jaguar car'],
      ['  Straße ', 'Straße'],
    ],
    bad: [['', 'must be one line of text, not ""'], ['  '], ['a\nb'], ['a\u0000b'], ['\ud800'], [5], [['a']]],
  },
  integer: {
    kind: integer({ min: 1, max: 9 }),
    good: [
      ['1', 1],
      [' 9 ', 9],
      [3, 3],
      ['+4', 4],
    ],
    bad: [
      ['0', 'must be a whole number (1 to 9), not "0"'],
      [10, 'must be a whole number (1 to 9), not 10'],
      ['1.5'],
      [1.5],
      [''],
      ['1e0'],
      ['0x1'],
      ['four'],
      [Number.NaN],
      [true],
      [null],
      [[1], 'must be a whole number (1 to 9), not a list'],
      [{}, 'must be a whole number (1 to 9), not a mapping'],
    ],
  },
  'integer without a top': {
    kind: integer({ min: 0 }),
    good: [[Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]],
    bad: [['-1', 'must be a whole number (at least 0), not "-1"'], ['9007199254740993'], ['9'.repeat(400)]],
  },
  number: {
    kind: number(),
    good: [
      ['0.02', 0.02],
      ['.5', 0.5],
      ['-1e-3', -0.001],
      ['-0', 0],
    ],
    bad: [['1e999'], [`${'1'.repeat(200_000)}e`], ['Infinity'], ['.'], ['1,5', 'must be a number, not "1,5"']],
  },
  ratio: {
    kind: ratio(),
    good: [
      [0, 0],
      ['1', 1],
      ['0.5', 0.5],
    ],
    bad: [['1.01', 'must be a number (0 to 1), not "1.01"'], [-0.1], ['50%']],
  },
  duration: {
    kind: duration(),
    good: [
      ['500ms', 500],
      ['1s', 1000],
      ['1.5s', 1500],
      ['10m', 600_000],
      ['2h', 7_200_000],
      ['1d', 86_400_000],
      ['2 H', 7_200_000],
      ['30', 30_000],
      [0.25, 250],
      ['0', 0],
    ],
    bad: [
      ['soon', 'must be a duration such as 500ms, 10s or 2h, not "soon"'],
      ['-1s'],
      [-1],
      ['1w'],
      ['1s 2'],
      ['1..5s'],
      [Number.POSITIVE_INFINITY],
      ['constructor'],
      ['1constructor'],
      ['99999999999999d'],
    ],
  },
  'duration in a range': {
    kind: duration({ min: 1, max: 3_600_000 }),
    good: [['1h', 3_600_000]],
    bad: [['2h', 'must be a duration such as 500ms, 10s or 2h (1ms to 1h), not "2h"'], ['0']],
  },
  bytes: {
    kind: bytes(),
    good: [
      ['10MB', 10_000_000],
      ['1.5GiB', 1_610_612_736],
      ['500k', 500_000],
      ['1 kb', 1000],
      ['1KiB', 1024],
      ['2T', 2_000_000_000_000],
      ['7', 7],
      [7, 7],
      ['7B', 7],
    ],
    bad: [['big', 'must be a size such as 500k, 10MB or 1.5GiB, not "big"'], ['1XB'], ['-1'], ['10 M B']],
  },
  boolean: {
    kind: boolean(),
    good: [
      [true, true],
      ['false', false],
      ['Yes', true],
      ['no', false],
    ],
    bad: [['maybe', 'must be true or false, not "maybe"'], [1], ['']],
  },
  choice: {
    kind: choice('background', 'collection', 'one'),
    good: [
      ['one', 'one'],
      ['Background', 'background'],
    ],
    bad: [
      ['backgroud', 'must be one of background, collection, one, not "backgroud"; did you mean background?'],
      ['x', 'must be one of background, collection, one, not "x"'],
      [1],
    ],
  },
  limit: {
    kind: limit(integer({ min: 1 })),
    good: [
      ['none', Number.POSITIVE_INFINITY],
      [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
      ['5', 5],
    ],
    bad: [['all', 'must be a whole number (at least 1) or none, not "all"'], [0]],
  },
  automatic: {
    kind: automatic(integer({ min: 0, max: 64 })),
    good: [
      ['auto', 'auto'],
      ['0', 0],
    ],
    bad: [['lots', 'must be a whole number (0 to 64) or auto, not "lots"']],
  },
  switchable: {
    kind: switchable(integer({ min: 0, max: 3 })),
    good: [
      ['off', 'off'],
      ['0', 0],
    ],
    bad: [['none', 'must be a whole number (0 to 3) or off, not "none"'], [4]],
  },
  file: { kind: file(), good: [['a b.txt', 'a b.txt']], bad: [['http://example.org/'], [''], ['a\nb']] },
  'list in a flag': {
    kind: list(text('words'), { separator: ',' }),
    source: 'flag',
    good: [
      ['cat, big cat,,jungle', ['cat', 'big cat', 'jungle']],
      [
        ['cat,dog', 'bird'],
        ['cat', 'dog', 'bird'],
      ],
      ['', []],
      [[''], []],
    ],
    bad: [[5, 'must be a list, not 5']],
  },
  'list in a file': {
    kind: list(text('words'), { separator: ',' }),
    good: [
      ['cat,dog', ['cat', 'dog']],
      [
        ['cat,dog', 'bird'],
        ['cat,dog', 'bird'],
      ],
      [[], []],
    ],
    bad: [[{ a: 1 }, 'must be a list, not a mapping']],
  },
  'URL list': {
    kind: list(httpUrl()),
    source: 'flag',
    good: [
      [
        ['https://example.org/a,b', 'HTTP://EXAMPLE.org'],
        ['https://example.org/a,b', 'http://example.org/'],
      ],
    ],
    bad: [
      ['example.org', 'must be an http or https URL, not "example.org"; did you mean https://example.org/?'],
      ['ftp://example.org/'],
      ['http://'],
      ['javascript:alert(1)'],
      ['https://me:secret@example.org/', 'must be a URL without a user name or password'],
    ],
  },
  proxy: {
    kind: proxyUrl(),
    good: [['http://me:secret@proxy:3128', 'http://me:secret@proxy:3128/']],
    bad: [['socks5://me:secret@proxy', 'must be an http or https URL such as http://proxy.example.org:3128']],
  },
  'host name': {
    kind: hostName(),
    good: [
      ['Example.ORG', 'example.org'],
      ['bücher.example', 'xn--bcher-kva.example'],
      ['example.org.', 'example.org'],
      ['[::1]', '[::1]'],
    ],
    bad: [
      ['https://example.org/', 'must be a host name such as example.org, not "https://example.org/"'],
      ['example.org:80'],
      ['*.example.org'],
      ['.org'],
      ['a..b'],
      ['a b'],
      ['a%2eb'],
      ['a.'.repeat(200)],
    ],
  },
  'URL pattern': {
    kind: list(urlPattern()),
    source: 'flag',
    good: [
      ['https://example.org/**', ['https://example.org/**']],
      [String.raw`/\d{1,3}$/`, [String.raw`/\d{1,3}$/`]],
    ],
    bad: [['/(/', 'must be a valid regular expression (Unterminated group)'], ['/[b-a]/'], [7]],
  },
  'content type': { kind: mediaType(), good: [['Text/HTML', 'text/html']], bad: [['html'], ['text/html; charset=x']] },
  'header text': { kind: headerText('text'), good: [['Osprey/1', 'Osprey/1']], bad: [['a\r\nb'], ['ü']] },
  contact: {
    kind: contact(),
    good: [
      ['me@example.org', 'me@example.org'],
      ['https://example.org/bot', 'https://example.org/bot'],
    ],
    bad: [['me'], ['me) evil@example.org'], ['me@x\r\nHost: y']],
  },
  'URLs of sources': {
    kind: sourceUrls(),
    source: 'flag',
    good: [['searxng=http://localhost:8888/find//', new Map([['searxng', 'http://localhost:8888/find']])]],
    bad: [
      ['searxng=localhost', 'must be SOURCE=URL such as searxng=http://localhost:8888'],
      ['searxng=http://me:secret@localhost', 'must be a URL without a user name or password'],
      ['searxng=http://localhost/?key=secret', 'must be a URL without ? and #; keys are given with --source-key'],
      ['searxng=http://localhost/#secret', 'must be a URL without ? and #; keys are given with --source-key'],
    ],
  },
  headers: {
    kind: headers(),
    source: 'flag',
    good: [
      [['Accept-Language: en', 'X-A:b:c'], new Map(Object.entries({ 'Accept-Language': 'en', 'X-A': 'b:c' }))],
      [{ 'X-Empty': '' }, new Map([['X-Empty', '']])],
      ['', new Map()],
    ],
    bad: [
      ['Accept', 'must be a header such as "Accept-Language: en"'],
      ['Bad Name: x', 'must be a header such as "Accept-Language: en"'],
      [': x'],
      ['X: a\r\nY: b', 'must have one line of plain ASCII text for X'],
      ['X: a\u0000'],
      ['Host: x', 'cannot set Host: the crawler sets it itself'],
      ['user-agent: x', 'cannot set User-Agent: use userAgent (--user-agent)'],
      [['A: 1', 'a: 2'], 'gives a twice'],
      [{ X: 5 }],
      [5],
    ],
  },
  'host map': {
    kind: hostMap(),
    source: 'flag',
    good: [
      ['*=127.0.0.1:8080', new Map([['*', { address: '127.0.0.1', port: 8080 }]])],
      ['Example.org=10.0.0.1', new Map([['example.org', { address: '10.0.0.1' }]])],
      [{ 'example.org': '[::1]:80' }, new Map([['example.org', { address: '::1', port: 80 }]])],
    ],
    bad: [
      ['a'],
      ['a='],
      ['a=b'],
      ['a=1.2.3.4:0'],
      ['a=1.2.3.4:65536'],
      ['a=::1'],
      ['a=[1.2.3.4]'],
      ['a b=1.2.3.4'],
      ['=1.2.3.4'],
    ],
  },
  'strategy parameters': {
    kind: strategyParameters(),
    source: 'flag',
    good: [
      [
        ['best-first.beta=0.4', 'my.own.idf=true', 's.path=a=b'],
        new Map<string, unknown>([
          ['best-first.beta', 0.4],
          ['my.own.idf', true],
          ['s.path', 'a=b'],
        ]),
      ],
      [
        { 's.n': 5, 's.t': '5', 's.b': false },
        new Map<string, unknown>(Object.entries({ 's.n': 5, 's.t': 5, 's.b': false })),
      ],
    ],
    bad: [['beta=1'], ['s.beta'], ['s.beta='], ['s.=1'], ['.beta=1'], [{ 's.n': Number.NaN }], [{ 's.n': {} }]],
  },
};

describe('option kinds', () => {
  for (const [name, { kind, source = 'file', good, bad }] of Object.entries(cases)) {
    test(`${name}: right values are read, and written so that they read the same`, () => {
      for (const [input, value] of good) {
        assert.deepEqual(kind.parse(input, source), value);
        assert.deepEqual(kind.parse(kind.format(value), 'file'), value);
      }
    });

    test(`${name}: wrong values are refused with a reason`, () => {
      for (const [input, reason] of bad) {
        assert.throws(
          () => kind.parse(input, source),
          (thrown) => thrown instanceof BadValue && (reason === undefined || thrown.message === reason),
          `${JSON.stringify(input)} ${reason}`,
        );
      }
    });
  }

  test('durations and sizes are written with the largest unit that keeps them whole', () => {
    const time = [0, 1, 1500, 60_000, 90_000, 7_200_000, 172_800_000].map((value) => duration().format(value));
    assert.deepEqual(time, ['0s', '1ms', '1500ms', '1m', '90s', '2h', '2d']);
    const size = [0, 1, 1000, 1024, 10_000_000, 1_610_612_736].map((value) => bytes().format(value));
    assert.deepEqual(size, ['0', '1', '1kB', '1KiB', '10MB', '1536MiB']);
  });

  test('every duration and size survives being written and read', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (value) => {
        for (const kind of [duration(), bytes()]) assert.equal(kind.parse(kind.format(value), 'file'), value);
      }),
    );
  });

  test('all wrong items of a list are reported, each with its place', () => {
    const reasons = (input: unknown) => {
      try {
        return list(integerText).parse(input, 'file');
      } catch (thrown) {
        return (thrown as BadValue).faults;
      }
    };
    const integerText = text('n', 'digits', (value) => /^\d+$/.test(value));
    assert.deepEqual(reasons(['1', 'x', '2', 'y']), [
      { reason: 'must be digits, not "x"', item: 1 },
      { reason: 'must be digits, not "y"', item: 3 },
    ]);
  });

  test('a wrong header or proxy is never repeated in the message, since it may be a secret', () => {
    for (const [kind, input] of [
      [headers(), 'Authorization hunter2'],
      [headers(), 'Authorization: hunter2\n'.repeat(2)],
      [proxyUrl(), 'socks://me:hunter2@x'],
    ] as const) {
      assert.throws(
        () => kind.parse(input, 'flag'),
        (thrown) => thrown instanceof BadValue && !thrown.message.includes('hunter2'),
      );
    }
  });

  test('file names become absolute, other names stay', () => {
    const files = list(file('url-or-file', 'a URL or file', (value) => value.startsWith('https:')));
    assert.deepEqual(files.locate?.(['a.html', '/b.html', 'https://c.org/'], '/home/me'), [
      '/home/me/a.html',
      '/b.html',
      'https://c.org/',
    ]);
  });

  test('the parameters of one strategy are picked by its name', () => {
    const all = strategyParameters().parse(
      ['best-first.beta=0.4', 'best-first-page.beta=1', './mine.ts.depth=2'],
      'flag',
    );
    assert.deepEqual([...parametersOf(all, 'best-first')], [['beta', 0.4]]);
    assert.deepEqual([...parametersOf(all, './mine.ts')], [['depth', 2]]);
    assert.deepEqual([...parametersOf(all, 'other')], []);
  });

  test('a mapping of a stronger source changes only the names it gives, and clears all when it is empty', () => {
    const { merge } = headers();
    const weaker = new Map([
      ['Accept-Language', 'en'],
      ['X-Team', 'a'],
    ]);
    assert.deepEqual(
      [...merge!(new Map([['x-team', 'b']]), weaker)],
      [
        ['Accept-Language', 'en'],
        ['x-team', 'b'],
      ],
    );
    assert.equal(merge!(new Map(), weaker).size, 0);
  });
});
