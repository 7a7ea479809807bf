import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type CrawlOptions, optionKeys, type Settings } from '../../src/config/options.js';
import { settingsFrom } from '../../src/config/settings.js';
import { refusal } from './refusal.js';

const topic = { query: 'jaguar car', seed: 'https://example.org/' };
const file = (text: string) => ({ path: 'crawl.yaml', text });

describe('settings', () => {
  test('are complete and typed with nothing but a topic and a seed', () => {
    const settings: Settings = settingsFrom({ options: topic });
    const { delay, maxPages, workers, idf, seed, header, rawThreshold, out } = settings;
    const typed: [number, number, number | 'auto', 'background' | 'collection' | 'one', readonly string[]] = [
      delay,
      maxPages,
      workers,
      idf,
      seed,
    ];
    assert.deepEqual(typed, [1000, Number.POSITIVE_INFINITY, 'auto', 'background', ['https://example.org/']]);
    assert.deepEqual([header.size, rawThreshold, out], [0, undefined, undefined]);
    assert.equal(settings.timeout, 60_000);
    assert.equal(settings.maxPageBytes, 10_000_000);
  });

  test('come from flags first, then the library, then the file, then defaults', () => {
    const settings = settingsFrom({
      file: file('maxPages: 1\nmaxDepth: 1\nretries: 1\nnot: [a, b]\n'),
      options: { ...topic, maxPages: 2, maxDepth: 2 },
      flags: { maxPages: '3', not: ['c'] },
    });
    const { maxPages, maxDepth, retries, requests, not } = settings;
    assert.deepEqual(
      { maxPages, maxDepth, retries, requests, not },
      {
        maxPages: 3,
        maxDepth: 2,
        retries: 1,
        requests: 8,
        not: ['c'],
      },
    );
  });

  test('a flag lifts a limit, turns a switch or clears a list of the file', () => {
    const settings = settingsFrom({
      file: file('maxPages: 10\nfollowNofollow: true\nnot: [a, b]\n'),
      flags: { ...topic, maxPages: 'none', followNofollow: false, not: [''] },
    });
    assert.equal(settings.maxPages, Number.POSITIVE_INFINITY);
    assert.equal(settings.followNofollow, false);
    assert.deepEqual(settings.not, []);
  });

  test('an empty flag that has no file to clear is refused: a variable of the shell may not be set', () => {
    const flags = { ...topic, sources: [''], sourceUrl: [''], not: ['cat'] };
    const reason = 'is empty: give a value or leave it out';
    assert.deepEqual(
      refusal(() => settingsFrom({ flags })),
      [`--sources: ${reason}`, `--source-url: ${reason}`],
    );
    assert.deepEqual(settingsFrom({ file: file('query: x\n'), flags }).sources, []);
  });

  test('headers of several sources are joined by name', () => {
    const settings = settingsFrom({
      file: file('header:\n  Accept-Language: en\n  X-Team: a\n'),
      flags: { ...topic, header: ['Authorization: Basic x', 'x-team: b'] },
    });
    assert.deepEqual(
      [...settings.header],
      [
        ['Accept-Language', 'en'],
        ['Authorization', 'Basic x'],
        ['x-team', 'b'],
      ],
    );
  });

  test('file names in flags are relative to the working folder', () => {
    const { seeds, out, strategy } = settingsFrom({
      flags: { query: 'x', seeds: 'seeds.txt', out: 'a/b', strategy: './mine.js' },
      folder: '/home/me',
    });
    assert.deepEqual([...seeds, out, strategy], ['/home/me/seeds.txt', '/home/me/a/b', '/home/me/mine.js']);
  });

  test('problems of all sources are reported together', () => {
    const lines = refusal(() =>
      settingsFrom({
        file: file('maxDepth: deep\n'),
        options: { ...topic, maxPage: 3, delay: -1 } as CrawlOptions,
        flags: { maxPages: '0', maxTime: 'soon', seed: ['x', 'https://example.org/', 'y'] },
      }),
    );
    assert.deepEqual(lines, [
      'crawl.yaml:1:11: maxDepth: must be a whole number (at least 0) or none, not "deep"',
      'maxPage: unknown option; did you mean maxPages?',
      'delay: must be a duration such as 500ms, 10s or 2h (0s to 1d), not "-1"',
      '--max-pages: must be a whole number (at least 1) or none, not "0"',
      '--max-time: must be a duration such as 500ms, 10s or 2h (at least 1ms) or none, not "soon"',
      '--seed: must be an http or https URL such as https://example.org/, not "x"',
      '--seed: must be an http or https URL such as https://example.org/, not "y"',
    ]);
  });

  test('a topic and a place to start are needed', () => {
    assert.deepEqual(
      refusal(() => settingsFrom({ flags: {} })),
      [
        'query: is missing; give a query, or an example page with --example (some strategies use --content-terms, --model or --query-log instead)',
        'seed: is missing; give at least one seed with --seed URL or --seeds FILE, or ask --sources',
      ],
    );
    settingsFrom({ options: { example: 'a.html', seeds: 'b.txt' } });
  });

  test('what is wrong is not also reported as missing', () => {
    assert.equal(refusal(() => settingsFrom({ flags: { query: '', seed: ['x'] } })).length, 2);
    assert.equal(refusal(() => settingsFrom({ file: file('a: b: c') })).length, 1);
  });

  test('options that contradict each other in one source are refused', () => {
    const lines = refusal(() =>
      settingsFrom({
        file: file('web: a.warc.gz\nproxy: http://p/\n'),
        flags: {
          ...topic,
          threshold: '0.4',
          rawThreshold: '0.02',
          requests: '2',
          requestsPerHost: '3',
        },
      }),
    );
    assert.deepEqual(lines, [
      'crawl.yaml:2:1: proxy: cannot be used with web: an archived web needs no network',
      '--raw-threshold: cannot be used with threshold: pages are judged by one of them',
      '--requests-per-host: must not exceed --requests (2)',
    ]);
  });

  test('a host may be asked by all agents at once, but not by more requests than they have together', () => {
    const several = { ...topic, agents: '4', requests: '2' };
    assert.equal(settingsFrom({ flags: { ...several, requestsPerHost: '8' } }).requestsPerHost, 8);
    assert.deepEqual(
      refusal(() => settingsFrom({ flags: { ...several, requestsPerHost: '9' } })),
      ['--requests-per-host: must not exceed the requests of all agents (--agents × --requests = 8)'],
    );
  });

  test('options of agents that would say nothing are refused', () => {
    const lines = (flags: Record<string, string>) => refusal(() => settingsFrom({ flags: { ...topic, ...flags } }));
    assert.deepEqual(lines({ levels: '4', tunnelling: '0.3' }), [
      '--levels: only applies to --organisation coordinator: add that, or leave it out',
      '--tunnelling: only applies to --organisation coordinator: add that, or leave it out',
    ]);
    assert.deepEqual(lines({ organisation: 'coordinator', segmentBy: 'genre', levels: '1', tunnelling: '0.3' }), [
      '--segment-by: does not apply to --organisation coordinator, where all agents share one queue: leave it out',
      '--tunnelling: needs more than one level: raise --levels, or leave it out',
    ]);
    const { levels } = settingsFrom({ flags: { ...topic, organisation: 'coordinator', levels: '2', tunnelling: '0' } });
    assert.equal(levels, 2);
  });

  test('a flag wins over an option of the file that it contradicts', () => {
    const raw = settingsFrom({ file: file('threshold: 0.7\n'), flags: { ...topic, rawThreshold: '0.02' } });
    assert.deepEqual([raw.threshold, raw.rawThreshold], [0.5, 0.02]);
    const scaled = settingsFrom({ file: file('rawThreshold: 0.02\n'), flags: { ...topic, threshold: '0.7' } });
    assert.deepEqual([scaled.threshold, scaled.rawThreshold], [0.7, undefined]);
    const live = settingsFrom({ file: file('proxy: http://p/\n'), flags: { ...topic, web: [''] } });
    assert.equal(live.proxy, 'http://p/');
  });

  test('wrong library options do not compile', () => {
    const accepted: CrawlOptions[] = [
      {
        query: 'x',
        delay: '500ms',
        maxTime: 60,
        maxPages: 'none',
        header: { A: 'b' },
        workers: 'auto',
        stem: undefined,
      },
      { example: ['a.html'] },
    ];
    // @ts-expect-error a topic is needed
    const topicless: CrawlOptions = { seed: 'https://example.org/' };
    // @ts-expect-error no such option
    const unknown: CrawlOptions = { query: 'x', maxPage: 3 };
    // @ts-expect-error not a choice
    const choice: CrawlOptions = { query: 'x', idf: 'global' };
    // @ts-expect-error text is for durations and sizes
    const wordy: CrawlOptions = { query: 'x', requests: 'eight' };
    assert.equal([...accepted, topicless, unknown, choice, wordy].length, 6);
  });

  test('names that every object has are no options', () => {
    const lines = refusal(() =>
      settingsFrom({ options: { ...topic, constructor: 1, toString: 2 } as unknown as CrawlOptions }),
    );
    assert.deepEqual(lines, ['constructor: unknown option', 'toString: unknown option']);
    assert.ok(optionKeys.length > 40);
  });
});
