import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type SeedsFlags, seedsCommand } from '../../src/cli/commands/seeds/run.js';
import type { RawOptions } from '../../src/config/layer.js';
import { readSeeds } from '../../src/seeding/seeds.js';
import { rss, urlset } from '../lists/made-lists.js';
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
  const feed = rss('<item><link>http://news.test/</link></item>');
  site = await startSite((host, place) => {
    if (place === '/feed') return (_request, response) => response.writeHead(200).end(feed);
    return host.startsWith('localhost') ? brave(place) : searxng(place);
  });
  process.env.OSPREY_BRAVE_KEY = key;
  delete process.env.OSPREY_GOOGLE_KEY;
  delete process.env.OSPREY_GOOGLE_CX;
});
after(async () => {
  await site.close();
  remove();
});

/** The two servers are one, told apart by the name that it is called by. */
function run(command: string, ...args: string[]): Promise<Ended> {
  const places = [`searxng=http://127.0.0.1:${site.port}`, `brave=http://localhost:${site.port}`];
  const resolve = ['--resolve', `localhost=127.0.0.1:${site.port}`];
  const web = ['--allow-private', '--retries', '0', ...resolve, ...places.flatMap((place) => ['--source-url', place])];
  return osprey([command, ...args, ...web], folder);
}

const seeds = (...args: string[]) => run('seeds', ...args);

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
    assert.deepEqual(ended.stderr.split('\n').slice(0, 5), [
      'Asking sources for seeds …',
      'searxng  web  2 pages',
      'brave    web  1 page',
      '',
      '2 seeds. --out seeds.txt writes them to a file for editing; "osprey crawl" with the same query and options uses them.',
    ]);
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
    assert.deepEqual(readSeeds({ seed: [], seeds: [file] }), [
      { url: 'https://www.e-type.test/', score: 0.996, genre: 'web', found: [] },
      { url: 'https://cars.test/', score: 0.5, genre: 'web', found: [] },
    ]);
    const again = await osprey(['seeds', '--seeds', file], folder);
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
      found: 2,
      asked: [
        { source: 'searxng', genre: 'web', answers: 2 },
        { source: 'brave', genre: 'web', answers: 1 },
      ],
      skipped: [],
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
    assert.match(ended.stdout, /^common-crawl .*\n.*needs site:example\.org in the query · not ready$/m);
    assert.match(ended.stdout, /needs nothing, optional OSPREY_MARGINALIA_KEY \((not )?set\) · ready$/m);
    tellsNoKey(ended);
    const listed = await osprey(['seeds', '--list', '--json'], folder);
    const brave = JSON.parse(listed.stdout).find(({ name }: { name: string }) => name === 'brave');
    assert.deepEqual(brave.keys, [{ variable: 'OSPREY_BRAVE_KEY', optional: false, set: true }]);
    tellsNoKey(listed);
  });

  test('without any answer it says what was tried and what to do', async () => {
    const dead = ['--source-url', 'searxng=http://127.0.0.1:1', '--sources', 'searxng', '--retries', '0'];
    const args = ['seeds', 'jaguar car', '--allow-private', ...dead, '--out', 'none.txt', '--json'];
    const ended = await osprey(args, folder);
    assert.equal(ended.code, 2);
    const { message, ...event } = JSON.parse(ended.stdout);
    assert.deepEqual(event, { event: 'error', code: 'no-seeds-found' });
    assert.equal(ended.stderr, `osprey: ${message}\n`);
    assert.match(
      ended.stderr,
      /^osprey: No pages to start from were found for jaguar car:\n {2}searxng \(web\): 127\.0\.0\.1:1 cannot be reached/,
    );
    assert.match(ended.stderr, /Check the network, give pages yourself with --seed URL/);
    assert.ok(!existsSync(path.join(folder, 'none.txt')));
  });

  test('reads lists without a query, and tells what could not be read and how many were left out', async () => {
    const dead = `http://127.0.0.1:${site.port}/gone.xml`;
    writeFileSync(path.join(folder, 'map.xml'), urlset(...[1, 2, 3].map((page) => `http://cars.test/${page}`)));
    writeFileSync(
      path.join(folder, 'feeds.opml'),
      `<opml><body><outline xmlUrl="${dead}"/><outline xmlUrl="http://127.0.0.1:${site.port}/feed"/></body></opml>`,
    );
    const lists = ['--sitemap', 'map.xml', '--feed', 'feeds.opml', '--count', '2', '--allow-private'];
    const ended = await osprey(['seeds', ...lists], folder);
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(ended.stderr.split('\n').slice(0, 6), [
      'Reading lists of seeds …',
      'sitemap  web   3 pages of map.xml',
      'feed     news  1 page of feeds.opml',
      `               could not read ${dead}: 127.0.0.1:${site.port} failed (status 404)`,
      '',
      '2 seeds (2 of 4 found; --seed-count takes more). --out seeds.txt writes them to a file for editing; "osprey crawl" with the same query and options uses them.',
    ]);
  });

  test('an option of another command is told as such, to scripts too', async () => {
    const ended = await osprey(['seeds', 'jaguar car', '--agents', '3', '--json'], folder);
    assert.equal(ended.code, 2);
    assert.match(
      ended.stderr,
      /^osprey: unknown option '--agents'\n\(It is an option of: crawl, resume.*\)\n\(see osprey --help/,
    );
    const { message, ...event } = JSON.parse(ended.stdout);
    assert.deepEqual(event, { event: 'error', code: 'unknown-option' });
    assert.match(message, /^unknown option '--agents'/);
  });

  test('what is wrong is said in one sentence', async () => {
    const empty = path.join(folder, 'empty.txt');
    writeFileSync(empty, '# nothing\n');
    const wrong: [query: string | undefined, flags: SeedsFlags, options: RawOptions, message: RegExp][] = [
      [undefined, {}, {}, /^A query is needed: osprey seeds "/],
      [undefined, {}, { sitemap: 'map.xml', sources: 'wikipedia' }, /^A query is needed: osprey seeds "/],
      ['x', {}, { sources: 'serxng' }, /did you mean "searxng"/],
      [undefined, { list: true }, { sourceUrl: 'foo=http://a.test' }, /^--source-url: there is no "foo"/],
      [
        'x',
        {},
        { seed: 'http://a.test/', sourceUrl: 'brave=http://a.test' },
        /^--source-url: no source is asked where/,
      ],
      ['x', {}, { seeds: empty }, /empty\.txt has no seeds; add some, or use --sources\.$/],
      ['x', {}, { sources: 'google' }, /google \(set OSPREY_GOOGLE_KEY, set OSPREY_GOOGLE_CX\)/],
      ['x', { count: 'many' }, {}, /--seed-count: must be a whole number/],
      ['x', {}, { sources: 'wikipedia', genre: 'newz' }, /did you mean "news"/],
      ['x', {}, { seeds: path.join(folder, 'absent.txt') }, /The seeds file cannot be read/],
      ['x', { out: folder }, { sources: 'wikipedia' }, /already exists/],
    ];
    for (const [query, flags, options, message] of wrong)
      await assert.rejects(seedsCommand(query, flags, options), { name: 'UsageError', message });
  });

  test('a crawl that was given a key keeps it nowhere in its folder', async () => {
    const args = ['--source-key', `brave=${key}`, '--max-pages', '1', '--workers', '0', '--out', 'keyed'];
    const ended = await run('crawl', 'jaguar car', '--sources', 'brave', ...args);
    tellsNoKey(ended);
    const files = readdirSync(path.join(folder, 'keyed'));
    assert.ok(files.includes('crawl.yaml') && files.includes('seeds.txt'), ended.stderr);
    for (const name of files) assert.ok(!readFileSync(path.join(folder, 'keyed', name)).includes(key), name);
  });
});
