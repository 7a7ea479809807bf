import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type SeedsFlags, seedsCommand } from '../../src/cli/commands/seeds.js';
import type { RawOptions } from '../../src/config/layer.js';
import { readSeeds } from '../../src/seeding/seeds.js';
import { braveAnswers, searxngAnswers } from '../seeding/answers.js';
import { type Site, startSite } from '../site.js';
import { type Ended, osprey, temporaryFolder } from './osprey.js';

const key = 'brave-s3cret-key';
const wrongKey = 'wr0ng-key';
const { folder, remove } = temporaryFolder();
let site: Site;

before(async () => {
  const searxng = searxngAnswers([
    { url: 'https://cars.test/', title: 'Jaguar \u001b[31mcars\u001b[0m\n# all of them' },
    { url: 'http://e-type.test/', title: 'E-Type' },
  ]);
  const brave = braveAnswers([{ url: 'https://www.e-type.test/', title: 'The E-Type' }], key);
  site = await startSite((host, place) => (host.startsWith('localhost') ? brave(place) : searxng(place)));
  process.env.OSPREY_BRAVE_KEY = key;
  delete process.env.OSPREY_GOOGLE_KEY;
  delete process.env.OSPREY_GOOGLE_CX;
});
after(async () => {
  await site.close();
  remove();
});

/** The two servers are one, told apart by the name that it is called by. */
function seeds(...args: string[]): Promise<Ended> {
  const places = [`searxng=http://127.0.0.1:${site.port}`, `brave=http://localhost:${site.port}`];
  const resolve = ['--resolve', `localhost=127.0.0.1:${site.port}`];
  const web = ['--allow-private', '--retries', '0', ...resolve, ...places.flatMap((place) => ['--source-url', place])];
  return osprey(['seeds', ...args, ...web], folder);
}

function tellsNoKey({ stdout, stderr }: Ended): void {
  for (const secret of [key, wrongKey]) for (const text of [stdout, stderr]) assert.ok(!text.includes(secret), text);
}

const both = ['jaguar car', '--sources', 'searxng,brave'];

describe('osprey seeds', { concurrency: 3 }, () => {
  test('shows each page with its score, who named it and its title; what was asked goes to standard error', async () => {
    const ended = await seeds(...both);
    // e-type: both, places 2 and 1: (1 + 123/124) / 2 = 0.99597. cars: one of two, place 1: 0.5.
    assert.equal(
      ended.stdout,
      [
        '0.996  web  https://www.e-type.test/',
        '            brave 1, searxng 2 · The E-Type',
        '0.5    web  https://cars.test/',
        '            searxng 1 · Jaguar [31mcars [0m # all of them',
        '',
      ].join('\n'),
    );
    assert.deepEqual(ended.stderr.split('\n').slice(0, 2), ['searxng  web  2 pages', 'brave    web  1 page']);
    assert.match(ended.stderr, /Add --out seeds\.txt/);
    assert.equal(ended.code, 0);
    tellsNoKey(ended);
  });

  test('writes a file that --seeds reads, and that can be edited and fed back', async () => {
    const ended = await seeds(...both, '--genre', 'web', '--out', 'found seeds.txt');
    assert.deepEqual([ended.code, ended.stdout], [0, '']);
    assert.match(ended.stderr, /Wrote 2 seeds to found seeds\.txt\./);
    assert.match(ended.stderr, /osprey crawl 'jaguar car' --seeds 'found seeds\.txt' --genre web/);
    const file = path.join(folder, 'found seeds.txt');
    const written = readFileSync(file, 'utf8');
    assert.deepEqual(written.split('\n').slice(2), [
      'https://www.e-type.test/ 0.996 web  # brave 1, searxng 2: The E-Type',
      'https://cars.test/ 0.5 web  # searxng 1: Jaguar [31mcars [0m # all of them',
      '',
    ]);
    assert.deepEqual(readSeeds({ seed: [], seeds: file }), [
      { url: 'https://www.e-type.test/', score: 0.996, genre: 'web', found: [] },
      { url: 'https://cars.test/', score: 0.5, genre: 'web', found: [] },
    ]);
    const again = await seeds('jaguar car', '--seeds', file);
    assert.match(again.stdout, /^0\.996 {2}web {2}https:\/\/www\.e-type\.test\/\n {12}given\n/);
  });

  test('gives the same as JSON, and as many as are asked for', async () => {
    const ended = await seeds(...both, '--json', '--count', '1');
    assert.deepEqual(JSON.parse(ended.stdout), {
      seeds: [
        {
          url: 'https://www.e-type.test/',
          score: 247 / 248,
          genre: 'web',
          title: 'The E-Type',
          found: [
            { source: 'brave', genre: 'web', rank: 1 },
            { source: 'searxng', genre: 'web', rank: 2 },
          ],
        },
      ],
      asked: [
        { source: 'searxng', genre: 'web', answers: 2 },
        { source: 'brave', genre: 'web', answers: 1 },
      ],
      left: [],
    });
    assert.equal(ended.stderr, '');
    tellsNoKey(ended);
  });

  test('a wrong key is told without telling it, and the others answer', async () => {
    const ended = await seeds(...both, '--source-key', `brave=${wrongKey}`);
    assert.equal(ended.code, 0);
    assert.match(ended.stderr, /brave +web +failed: .*key/);
    assert.match(ended.stdout, /^1 +web +https:\/\/cars\.test\//);
    tellsNoKey(ended);
  });

  test('--list says what each source needs and which keys are set, never what they are', async () => {
    const ended = await osprey(['seeds', '--list'], folder);
    assert.deepEqual([ended.code, ended.stderr], [0, '']);
    assert.match(ended.stdout, /^searxng .*\n.*needs --source-url searxng=URL · not ready$/m);
    assert.match(ended.stdout, /^brave .*\n.*needs OSPREY_BRAVE_KEY \(set\) · ready$/m);
    assert.match(ended.stdout, /needs OSPREY_GOOGLE_KEY \(not set\), OSPREY_GOOGLE_CX \(not set\) · not ready$/m);
    assert.match(ended.stdout, /^wikipedia .*\n.*finds web · needs nothing · ready$/m);
    assert.match(ended.stdout, /needs nothing, takes OSPREY_MARGINALIA_KEY \((not )?set\) · ready$/m);
    tellsNoKey(ended);
    const listed = await osprey(['seeds', '--list', '--json'], folder);
    const brave = JSON.parse(listed.stdout).find(({ name }: { name: string }) => name === 'brave');
    assert.deepEqual(brave.keys, [{ variable: 'OSPREY_BRAVE_KEY', optional: false, set: true }]);
    tellsNoKey(listed);
  });

  test('without any answer it says what was tried and what to do', async () => {
    const dead = ['--source-url', 'searxng=http://127.0.0.1:1', '--sources', 'searxng', '--retries', '0'];
    const ended = await osprey(['seeds', 'jaguar car', '--allow-private', ...dead, '--out', 'none.txt'], folder);
    assert.deepEqual([ended.code, ended.stdout], [2, '']);
    assert.match(
      ended.stderr,
      /^osprey: No pages to start from were found for jaguar car:\n {2}searxng \(web\): 127\.0\.0\.1:1 cannot be reached/,
    );
    assert.match(ended.stderr, /Check the network, give pages yourself with --seed URL/);
    assert.ok(!existsSync(path.join(folder, 'none.txt')));
  });

  test('what is wrong is said in one sentence', async () => {
    const wrong: [query: string | undefined, flags: SeedsFlags, options: RawOptions, message: RegExp][] = [
      [undefined, {}, {}, /^Give the query: osprey seeds "/],
      ['x', {}, { sources: 'serxng' }, /did you mean "searxng"/],
      ['x', {}, { sources: 'google' }, /google \(set OSPREY_GOOGLE_KEY, set OSPREY_GOOGLE_CX\)/],
      ['x', { count: 'many' }, {}, /--seed-count: must be a whole number/],
      ['x', {}, { sources: 'wikipedia', genre: 'newz' }, /did you mean "news"/],
      ['x', {}, { seeds: path.join(folder, 'absent.txt') }, /The seeds file cannot be read/],
      ['x', { out: folder }, { sources: 'wikipedia' }, /exists already/],
    ];
    for (const [query, flags, options, message] of wrong)
      await assert.rejects(seedsCommand(query, flags, options), { name: 'UsageError', message });
  });

  test('no file in the working folder holds a key', () => {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const file = path.join(folder, name);
      if (name.endsWith('.txt')) assert.ok(!readFileSync(file, 'utf8').includes(key), name);
    }
  });
});
