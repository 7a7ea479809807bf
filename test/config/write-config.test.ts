import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type CrawlOptions, optionKeys } from '../../src/config/options.js';
import { lineOf } from '../../src/config/scalar-kinds.js';
import { settingsFrom } from '../../src/config/settings.js';
import { withoutSecrets, writeConfig } from '../../src/config/write-config.js';

/** Text that YAML might take for something else. */
const trap = fc.constantFrom(
  ...[
    'null',
    '~',
    '- a',
    'a: b',
    '# x',
    'a #b',
    'yes',
    '1e3',
    '007',
    '*a',
    '&a',
    '!!x',
    '"q',
    "'",
    '{',
    '[a]',
    '@',
    '`',
    '%',
    '|',
  ],
  ...[
    '>',
    '---',
    '...',
    '<<',
    ':',
    'a:',
    '?',
    '? a',
    ',',
    '\\n',
    '$&',
    '\u{1F40D}',
    '\uFEFFx',
    'x\u00A0y',
    '\u202Ex',
    'x\uFFFFy',
  ],
);
const line = fc.oneof(trap, fc.string({ minLength: 1, unit: 'grapheme' })).filter((text) => lineOf(text) !== undefined);
const list = (item: fc.Arbitrary<string>) => fc.array(item, { maxLength: 3 });
const name = fc.string({ unit: fc.constantFrom('a', 'b', 'x', '-', '1'), minLength: 1, maxLength: 6 });
const host = name.map((label) => `h${label}h.example`);
const url = fc.webUrl({ withQueryParameters: true });
const file = line.filter((text) => !text.includes('://'));
const count = fc.integer({ min: 1, max: 10_000_000 });
const atMost = (max: number) => fc.integer({ min: 0, max });
const orNone = <Value>(value: fc.Arbitrary<Value>) => fc.oneof(value, fc.constant('none' as const));
const time = fc.oneof(count, fc.constantFrom('1ms', '90s', '1.5h', '30d'));
const size = fc.oneof(count, fc.constantFrom('1k', '1.5GiB', '2TB'));
const headerValue = fc.string().map((text) => text.trim());

const optional = fc.record(
  {
    not: fc.array(line, { minLength: 2, maxLength: 4 }),
    notMinimum: fc.integer({ min: 1, max: 2 }),
    notRule: fc.constantFrom('lower', 'drop'),
    judgeUrl: url,
    judgeModel: line,
    judgeCalls: fc.integer({ min: 0, max: 2 }),
    judgePrice: fc.integer({ min: 0, max: 2 }),
    example: list(fc.oneof(url, file)),
    genre: fc.array(line, { minLength: 2, maxLength: 3 }),
    genreTerms: fc.array(line, { minLength: 2, maxLength: 3 }),
    contentTerms: fc.array(line, { minLength: 2, maxLength: 3 }),
    urlTerms: fc.array(line, { minLength: 2, maxLength: 3 }),
    model: file,
    queryLog: file,
    ontology: file,
    language: fc.constantFrom('en', 'no', 'de'),
    stem: fc.boolean(),
    idf: fc.constantFrom('background', 'collection', 'one'),
    strategy: fc.oneof(
      name.map((text) => `s${text}`),
      fc.constant('./mine.ts'),
    ),
    set: fc.dictionary(
      fc.tuple(name, name).map((parts) => parts.join('.')),
      fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), line),
      { maxKeys: 3 },
    ),
    seeds: list(file),
    sources: list(fc.constantFrom('wikipedia', 'searxng')),
    sourceUrl: fc.dictionary(fc.constantFrom('searxng', 'wikipedia'), fc.webUrl()),
    sourceKey: fc.dictionary(fc.constantFrom('brave', 'google.cx'), fc.constant('secret')),
    seedCount: fc.integer({ min: 1, max: 1_000 }),
    sitemap: list(file),
    sitemaps: fc.boolean(),
    feed: list(file),
    fromCrawl: list(file),
    agents: fc.oneof(fc.constant('auto' as const), fc.integer({ min: 1, max: 64 })),
    share: fc.constantFrom('none', 'tables', 'all'),
    shareEvery: count,
    relevantPerAgent: orNone(count),
    hang: time,
    maxPages: orNone(count),
    maxRelevant: orNone(count),
    maxTime: orNone(time),
    maxBytesOnDisk: orNone(size),
    prefer: fc.oneof(fc.constantFrom('speed', 'balanced', 'quality'), fc.double({ min: 1, max: 1_000, noNaN: true })),
    exploration: fc.double({ min: 0, max: 1, noNaN: true }),
    stopWhenYieldBelow: fc.double({ min: 0, max: 1, noNaN: true }),
    maxDepth: orNone(atMost(99)),
    maxPerHost: orNone(count),
    maxPerAddress: orNone(count),
    maxPerDomain: fc.oneof(orNone(count), fc.constant('auto' as const)),
    include: list(line.filter((text) => !text.startsWith('/'))),
    exclude: list(fc.constantFrom('/a{1,2}/', '/[?&]page=/', 'https://*.example/**')),
    preferHosts: list(host),
    domains: list(host),
    blockHosts: list(host),
    types: fc.constantFrom(['text/html'], ['text/plain', 'text/html']),
    followNofollow: fc.boolean(),
    nearDuplicates: fc.oneof(fc.nat(3), fc.constant('off' as const)),
    delay: fc.oneof(atMost(86_400), fc.constantFrom('1ms', '500ms')),
    requests: fc.integer({ min: 8, max: 256 }),
    requestsPerHost: fc.integer({ min: 1, max: 8 }),
    requestsPerAddress: fc.oneof(fc.integer({ min: 1 }), fc.constant('auto' as const)),
    delayPerAddress: fc.oneof(atMost(86_400), fc.constantFrom('auto', '1ms', '500ms')),
    hostDelay: fc.dictionary(host, fc.constantFrom('0s', '500ms', '1m'), { maxKeys: 3 }),
    quietHours: fc.dictionary(host, fc.constantFrom('08:00-18:00', '22:30-06:15', '00:00-24:00'), { maxKeys: 3 }),
    contact: fc.constantFrom('me@example.org', 'https://example.org/bot#us'),
    userAgent: line.filter((text) => /^[ -~]+$/.test(text)),
    header: fc.dictionary(
      fc.oneof(name, fc.constantFrom('Cookie', 'AUTHORIZATION', 'X-Api-Key', '__proto__')),
      headerValue,
      { maxKeys: 3 },
    ),
    allowPrivate: fc.boolean(),
    timeout: fc.integer({ min: 1, max: 3600 }),
    maxPageBytes: fc.oneof(count, fc.constant('1.5MiB')),
    maxRedirects: atMost(20),
    retries: atMost(10),
    cookies: file,
    cookieJar: fc.boolean(),
    render: fc.constantFrom('never', 'auto', 'always'),
    browser: file,
    renderTime: fc.constantFrom('100ms', '2s', '5m'),
    out: file,
    store: fc.constant('postgres://ada:secret@db.example/crawls'),
    name: fc.constantFrom('cars', 'trees'),
    archive: fc.oneof(fc.boolean(), file, fc.constantFrom('s3://pages/cars', 's3://pages')),
    metrics: fc.constantFrom('127.0.0.1:9464', '[::1]:0', '9464', 'localhost:1'),
    report: fc.boolean(),
    exportNoindex: fc.boolean(),
    respectReservations: fc.boolean(),
    workers: fc.oneof(atMost(64), fc.constant('auto')),
    expire: orNone(time),
    expirePages: orNone(count),
    randomSeed: atMost(2 ** 32 - 1),
  },
  { requiredKeys: [] },
);
const judging = fc.oneof(
  fc.record({ threshold: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({ rawThreshold: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }) }),
);
const network = fc.oneof(
  fc.record({ web: list(file) }),
  fc.record({
    proxy: fc.constantFrom('http://proxy:3128', 'http://me:secret@proxy'),
    resolve: fc.dictionary(
      fc.oneof(host, fc.constant('*')),
      fc.constantFrom('1.2.3.4', '1.2.3.4:80', '[::1]', '[::1]:8080'),
      {
        maxKeys: 3,
      },
    ),
  }),
);
const pool = fc.oneof(
  fc.record({ segmentBy: fc.constantFrom('auto', 'genre', 'rank', 'evenly') }),
  fc.record({
    organisation: fc.constant('coordinator'),
    levels: fc.integer({ min: 2, max: 5 }),
    tunnelling: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
);
const topic = fc.record({ query: line, seed: fc.array(url, { minLength: 1, maxLength: 3 }) });
const anyOptions = fc
  .tuple(topic, optional, judging, network, pool)
  .map((parts) => Object.assign({}, ...parts) as CrawlOptions);

describe('the config file of a crawl', () => {
  test('gives the same settings when it is read, wherever the reader is, but for secrets', () => {
    fc.assert(
      fc.property(anyOptions, (options) => {
        const settings = settingsFrom({ options });
        const text = writeConfig(settings);
        const again = settingsFrom({ file: { path: '/else/where/crawl.yaml', text } });
        assert.deepEqual(again, withoutSecrets(settings));
        assert.equal(writeConfig(again), writeConfig(withoutSecrets(settings)));
      }),
      { numRuns: 100 },
    );
  });

  test('the property above tries every option', () => {
    const tried = new Set<string>();
    for (const options of fc.sample(anyOptions, 200)) for (const key of Object.keys(options)) tried.add(key);
    assert.deepEqual([...tried].sort(), [...optionKeys].sort());
  });

  test('is short, readable, and says which secrets it lacks', () => {
    const settings = settingsFrom({
      flags: {
        query: 'jaguar car',
        seed: ['https://example.org/'],
        not: 'cat,jungle',
        maxTime: '600',
        maxPages: '1000',
        proxy: 'http://me:hunter2@proxy:3128/',
        header: ['Cookie: hunter2', 'Accept-Language: en'],
        out: 'crawls/jaguar',
      },
    });
    assert.equal(
      writeConfig(settings),
      `# Settings of this crawl, written by osprey. Options that are not here have their defaults.
# Secrets are not kept: give them again to resume (proxy, header).
query: jaguar car
not:
  - cat
  - jungle
language: en
stem: true
idf: background
strategy: osprey
seed:
  - https://example.org/
maxPages: 1000
maxTime: 10m
delay: 1s
proxy: http://proxy:3128/
header:
  Accept-Language: en
randomSeed: 1
`,
    );
  });
});
