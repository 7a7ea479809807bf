import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type TermsFlags, termsCommand } from '../../src/cli/commands/terms/run.js';
import { settingsFrom } from '../../src/config/settings.js';
import { html, type Site, startSite } from '../site.js';
import { osprey, temporaryFolder } from './osprey.js';

const { folder, remove } = temporaryFolder();
let site: Site;

/** Nine pages of each meaning of a word, no two the same. */
const lines = {
  car: 'The jaguar is a sports car with an engine, wheels and brakes. A jaguar drives fast on the road.',
  cat: 'The jaguar is a wild cat of the jungle with claws and teeth. A jaguar hunts prey in the forest.',
};
const filler = ['river', 'stone', 'lamp', 'cloud', 'paper', 'glass', 'field', 'music', 'garden'];
const jaguars = Object.entries(lines).flatMap(([kind, text]) =>
  filler.map((word, at): [string, string] => [
    `j.test/${kind}/${word}`,
    html(`Jaguar ${word}`, `${text} See ${filler[(at + 3) % 9]} and ${filler[(at + 5) % 9]} ${kind} ${at}.`),
  ]),
);

/** Eleven pages on servers of the web, no two the same, and two on servers for mail. */
const servers = [...filler, 'bridge', 'candle', 'mail alpha', 'mail beta'].map((word): [string, string] => {
  const name = word.replace(' ', '-');
  const text = word.startsWith('mail') ? 'The mail server keeps mail.' : 'The web server answers. A server of the web.';
  return [`s.test/${name}`, html(`Server ${word}`, `${text} Server, ${word}, ${name}.`)];
});

before(async () => {
  writeFileSync(
    path.join(folder, 'syllabus.html'),
    html('Syllabus', 'Office hours on Monday. Office hours on Friday.', [['/a', 'grading']]),
  );
  site = await startSite({
    'j.test/': html(
      'Start',
      'All of it',
      jaguars.map(([place]) => [`http://${place}`, 'more']),
    ),
    ...Object.fromEntries(jaguars),
    's.test/': html(
      'All',
      'A list of many things',
      servers.map(([place]) => [`http://${place}`, 'more']),
    ),
    ...Object.fromEntries(servers),
    'u.test/painting': html('Syllabus', 'Painting: grading, office hours'),
    'u.test/databases': html('Syllabus', 'Relational databases: grading. Relational databases are databases.'),
  });
});
after(async () => {
  await site.close();
  remove();
});

function terms(...args: string[]) {
  const web = ['--resolve', site.resolve, '--allow-private', '--delay', '0s', '--retries', '0'];
  return osprey(['terms', ...args, ...web], folder);
}

const counts = { genreCount: '40', contentCount: '40' };
const pages = ['--genre', 'http://u.test/painting', 'syllabus.html', '--relevant', 'http://u.test/databases'];

describe('osprey terms', { concurrency: 3 }, () => {
  test('prints the terms of example pages as a config that a crawl accepts', async () => {
    const { code, stdout, stderr } = await terms(...pages);
    assert.deepEqual([code, stderr], [0, '']);
    // Each page has its title twice, as such and as a heading: syllabus 4. Office hours 1 + 2, grading 1 + 1.
    // Relevant page: databases 3, relational databases 2, of which relational is a part; syllabus is the genre's.
    assert.match(stdout, /- syllabus # 4 times on 2 pages/);
    const text = `strategy: genre\n${stdout}`;
    const settings = settingsFrom({
      file: { path: 'terms.yaml', text },
      flags: { query: 'x', seed: 'http://u.test/' },
    });
    assert.deepEqual(settings.genreTerms, ['syllabus', 'office hours', 'grading']);
    assert.deepEqual(settings.contentTerms, ['databases', 'relational databases']);
  });

  test('suggests terms from a crawl, in words and as JSON', async () => {
    const web = ['--resolve', site.resolve, '--allow-private', '--delay', '0s', '--retries', '0'];
    const crawl = ['crawl', 'databases', '--seed', 'http://u.test/databases', '--out', 'crawl', '--quiet', ...web];
    assert.equal((await osprey(crawl, folder)).code, 0);
    const { code, stdout } = await osprey(['terms', '--from-crawl', 'crawl'], folder);
    assert.deepEqual(
      [code, stdout],
      [0, 'No suggestions: too few pages were visited, or those found are much alike.\n'],
    );
    const { stdout: json } = await osprey(['terms', '--from-crawl', 'crawl', '--json'], folder);
    assert.deepEqual(JSON.parse(json), { add: [], drop: [], meanings: [] });
    assert.equal((await osprey(['terms', '--from-crawl', 'crawl', '--genre', 'x'], folder)).code, 2);
  });

  test('a crawl for a word with two meanings says so at its end, and so does its status, with --not to copy', async () => {
    const web = ['--resolve', site.resolve, '--allow-private', '--delay', '0s', '--retries', '0'];
    const start = ['crawl', 'jaguar', '--seed', 'http://j.test/', '--strategy', 'breadth-first', ...web];
    const { stdout } = await osprey([...start, '--out', 'jaguar'], folder);
    const line =
      /^"jaguar" has two meanings here: .* \(9 pages\) and .* \(9 pages\)\. To leave the second out: --not ([a-z,]+)$/m;
    const words = new Set(line.exec(stdout)?.[1]?.split(','));
    assert.ok(
      ['engine', 'jungle'].some((word) => words.has(word)),
      stdout,
    );
    assert.match((await osprey(['status', 'jaguar'], folder)).stdout, line);
    const { meanings } = JSON.parse((await osprey(['status', 'jaguar', '--json'], folder)).stdout);
    assert.equal(meanings.length, 2);
    // Whoever has excluded one knows.
    assert.doesNotMatch((await osprey([...start, '--not', 'jungle', '--out', 'cars'], folder)).stdout, /two meanings/);
  });

  test('a crawl for two words says which one most of its relevant pages lack, and so does its status, with the phrase to copy', async () => {
    const web = ['--resolve', site.resolve, '--allow-private', '--delay', '0s', '--retries', '0'];
    const start = ['--seed', 'http://s.test/', '--strategy', 'best-first', '--threshold', '0.3', ...web];
    const { stdout } = await osprey(['crawl', 'mail server', ...start, '--out', 'mail'], folder);
    const line =
      /^11 of 13 relevant pages do not say "mail"\. If the words belong together, crawl for the phrase: '"mail server"'$/m;
    assert.match(stdout, line);
    assert.match((await osprey(['status', 'mail'], folder)).stdout, line);
    const { lackingWord } = JSON.parse((await osprey(['status', 'mail', '--json'], folder)).stdout);
    assert.deepEqual(lackingWord, { word: 'mail', pages: 11, relevant: 13 });
    // Neither of a phrase nor where pages have both.
    for (const query of ['"mail server"', 'web server', 'server'])
      assert.doesNotMatch((await osprey(['crawl', query, ...start, '--out', query], folder)).stdout, /do not say/);
  });

  test('prints JSON, and as many terms as are asked for', async () => {
    const { stdout } = await terms(...pages, '-g', '1', '-c', '2', '--json');
    assert.deepEqual(JSON.parse(stdout), {
      genreTerms: [{ term: 'syllabus', count: 4, pages: 2 }],
      contentTerms: [
        { term: 'databases', count: 3, pages: 1 },
        { term: 'relational databases', count: 2, pages: 1 },
      ],
    });
  });

  test('writes to a file, but over none', async () => {
    const flags = { genre: [path.join(folder, 'syllabus.html')], out: path.join(folder, 'terms.yaml'), ...counts };
    assert.equal(await termsCommand(flags), 0);
    const written = readFileSync(flags.out, 'utf8');
    assert.match(written, /^# Most frequent terms of 1 page of the genre\./);
    assert.doesNotMatch(written, /contentTerms/);
    await assert.rejects(termsCommand(flags), /terms\.yaml already exists; remove it or choose another --out\./);
    assert.equal(readFileSync(flags.out, 'utf8'), written);
    await assert.rejects(termsCommand({ ...flags, out: path.join(folder, 'no', 'x') }), /The folder .* does not exist/);
  });

  test('says in one sentence what is wrong, and exits with 2', async () => {
    const { code, stdout, stderr } = await terms('--genre', 'http://u.test/gone', 'syllabus.html');
    assert.deepEqual([code, stdout], [2, '']);
    assert.equal(
      stderr,
      'osprey: Could not fetch http://u.test/gone (http-404); check the URLs, or save the pages and give the files.\n',
    );
    const file = path.join(folder, 'syllabus.html');
    const blank = path.join(folder, 'blank.html');
    writeFileSync(blank, '<p>one two three</p>');
    const wrong: [flags: Partial<TermsFlags>, message: RegExp][] = [
      [{}, /No pages given: use --genre/],
      [{ relevant: ['absent.html'] }, /Cannot read the page .*absent\.html/],
      [{ genre: [file], genreCount: 'many' }, /--genre-count: must be a whole number \(at least 1\), not "many"/],
      [{ genre: [file], contentCount: '0' }, /--content-count: must be a whole number \(at least 1\), not "0"/],
      [{ genre: [blank] }, /No word occurs twice on these pages/],
    ];
    for (const [flags, message] of wrong)
      await assert.rejects(termsCommand({ ...counts, ...flags }), { name: 'UsageError', message });
  });
});
