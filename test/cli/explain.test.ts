import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { explained } from '../../src/cli/commands/why/run.js';
import { html, type Site, startSite } from '../site.js';
import { osprey, temporaryFolder, webFlags } from './osprey.js';
import { smallWeb, visited } from './small-web.js';

const { folder, remove } = temporaryFolder();
after(remove);
let site: Site;
/** Requests of the crawls below; the commands of these tests must not add to them. */
let requests = 0;
const common = [
  'crawl',
  'jaguar car',
  '--seed',
  'http://cars.test/',
  '--not',
  'cat,animal,jungle',
  '--not-rule',
  'drop',
  '--quiet',
];

// The second of three links, all to pages beside each other, is a course; so the third has its score when its turn comes.
const courses = {
  'courses.test/': html('Start', 'Welcome', [
    ['/1', 'one'],
    ['/2', 'two'],
    ['/3', 'three'],
  ]),
  'courses.test/1': html('Maps', 'How to find us', [['/4', 'four']]),
  'courses.test/2': html('Syllabus', 'Syllabus and grading of databases'),
  'courses.test/3': html('Homework', 'Homework'),
  'courses.test/4': html('Later', 'Back', [['/2', 'a late link']]),
};
const siblings = [
  ...['crawl', 'databases', '--seed', 'http://courses.test/', '--strategy', 'genre', '--quiet'],
  ...['--genre-terms', 'syllabus,grading', '--content-terms', 'databases', '--requests', '1'],
  ...['--set', 'genre.policy=fs-2', '--set', 'genre.ties=first'],
];

before(async () => {
  site = await startSite({ ...smallWeb, ...courses });
  const scope = ['--max-depth', '2', '--exclude', '**/brochure.zip', '--domains', 'cars.test,cats.test,garden.test'];
  const limits = ['--block-hosts', 'garden.test', '--max-pages', '6'];
  await Promise.all([
    osprey([...common, ...webFlags(site), '--out', 'cars'], folder),
    osprey([...common, ...webFlags(site), '--out', 'classic', '--strategy', 'best-first'], folder),
    osprey([...common, ...webFlags(site), '--out', 'scoped', ...scope, ...limits], folder),
    osprey([...common, ...webFlags(site), '--out', 'capped', '--max-per-host', '1'], folder),
    osprey([...siblings, ...webFlags(site), '--out', 'siblings'], folder),
    osprey([...common, ...webFlags(site), '--out', 'table', '--strategy', 'tswt'], folder),
    osprey([...common, ...webFlags(site), '--out', 'including', '--include', '/\\.test\\/$/'], folder),
  ]);
  requests = site.log.length;
});
after(() => site.close());

async function output(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await osprey(args, folder);
  assert.equal(code, 0, stderr);
  assert.equal(stderr, '');
  assert.ok(!stdout.includes('\u001b') && !stdout.includes('\u009b'), 'nothing steers the terminal');
  return stdout;
}

describe('osprey status', () => {
  test('tells in words where the crawl stands', async () => {
    const text = await output('status', 'cars');
    assert.match(text, /^Topic {6}jaguar car, not: cat, animal, jungle$/m);
    assert.match(
      text,
      /^State {6}stopped \(frontier-empty\): the queue is empty; every allowed URL has been visited$/m,
    );
    assert.match(text, /^Pages {6}12, 8 relevant \(harvest 66\.7 %\) on 4 hosts$/m);
    assert.match(text, /^Queue {6}0 URLs on 0 hosts$/m);
    assert.match(text, /^ {2}1 {2}http-404 +the server responded with status 404\.$/m);
    assert.match(text, /^ {2}1 {2}nofollow +the link or its page is marked nofollow/m);
    assert.match(text, /^ {2}cars\.test +7 +6 +0$/m);
  });

  test('tells the same as JSON', async () => {
    const status = JSON.parse(await output('status', 'cars', '--json'));
    assert.equal(status.query, 'jaguar car');
    assert.equal(status.strategy, 'osprey');
    assert.equal(status.running, false);
    assert.equal(status.stopReason, 'frontier-empty');
    assert.equal(status.pages, 12);
    assert.equal(status.totals.relevant, 8);
    assert.deepEqual(status.totals.outcomes, {
      page: 10,
      duplicate: 1,
      ignored: 1,
      redirect: 1,
      refused: 2,
      failed: 1,
    });
    assert.ok(status.bytesOnDisk > 10_000);
  });
});

describe('osprey why', { concurrency: 4 }, () => {
  test('a visited page: the path from the seed, each score with its parts', async () => {
    const text = await output('why', 'classic', 'http://cars.test/engine/pistons.html');
    assert.match(text, /^Visit \d+ at 20\d\d-.*Z, priority 0\.\d+, depth 3: page \(status 200\)\.$/m);
    assert.match(text, /^Relevance 0\.\d{3} \(raw score 0\.\d+; threshold 0\.5\): relevant\.$/m);
    assert.match(text, /^Score by part: jaguar 0\.\d+, car 0\.\d+$/m);
    assert.match(
      text,
      / {2}0\. http:\/\/cars\.test\/\n {5}seed; relevance 0\.\d\d\n {2}1\. http:\/\/cars\.test\/e-type\.html\n/,
    );
    assert.match(
      text,
      / {2}3\. this URL, link "pistons of the jaguar car" scored 0\.\d+ \(page 0\.\d+, anchor 0\.\d+\)/,
    );
  });

  test('a page whose place a page beside it has raised, and links that were found after the visit', async () => {
    const third = await output('why', 'siblings', 'http://courses.test/3');
    assert.match(third, /^Its place was raised by a page found beside it: http:\/\/courses\.test\/2, score 0\.\d+\.$/m);
    const second = await output('why', 'siblings', 'http://courses.test/2');
    assert.ok(!second.includes('was raised by'));
    const links = second.slice(second.indexOf('Links to this page (2), best first')).split('\n');
    assert.match(links[1]!, /link "two" on http:\/\/courses\.test\/$/);
    assert.match(links[2]!, /link "a late link" on http:\/\/courses\.test\/4 \(found after the visit\)$/);
  });

  test('what the weight table made of links that had waited for it', async () => {
    const text = await output('why', 'table', 'http://cars.test/e-type.html');
    assert.match(text, /waits 0/);
    assert.match(text, /^Links that waited for the weight table were scored .*: its score came to [\d.]+\.$/m);
  });

  test('the same as JSON', async () => {
    const found = JSON.parse(await output('why', 'classic', 'http://cars.test/engine/pistons.html', '--json'));
    assert.deepEqual(Object.keys(found).toSorted(), ['inLinks', 'lastLink', 'path', 'url', 'visit']);
    assert.equal(found.path.length, 3);
    assert.deepEqual(Object.keys(found.inLinks[0].parts), ['page', 'anchor']);
    assert.deepEqual(found.lastLink, found.inLinks[0]);
  });

  test('a page found by the strategy osprey: its probability in words, and what was summed up, the largest first', async () => {
    const text = await output('why', 'cars', 'http://cars.test/engine/pistons.html');
    assert.match(text, /^In other words, (about .*|nearly all) pages with this score are relevant\.$/m);
    assert.match(text, /^Raw score by word\n( {2}\+0\.\d\d +\d+ % {2}(jaguar|car|\([a-zA-Z ]+\): .*)\n){4,7}\n/m);
    const expected = /^Predicted score before the visit: (0\.\d+), at link "pistons of the jaguar car" on .*$/m;
    const found = expected.exec(text)!;
    const told = text.slice(found.index).split('\n\n', 1)[0]!.split('\n').slice(1);
    const parts = told.map((line) => Number(line.slice(2, 7).replace('−', '-').replace('+', '')));
    const sizes = parts.map(Math.abs);
    assert.deepEqual(
      sizes,
      sizes.toSorted((a, b) => b - a),
    );
    // Every part is rounded to a hundredth.
    const sum = parts.reduce((total, part) => total + part, 0);
    assert.ok(Math.abs(sum - Number(found[1])) < 0.005 * parts.length + 0.005, text);
    assert.match(text, /^ {2}\+0\.\d\d +\d+ % {2}parents: scores and number of the pages that link to it$/m);
    assert.match(
      text,
      / {2}3\. this URL, link "pistons of the jaguar car" scored 0\.\d+ \((\w+ [+−]0\.\d\d, ){2}\w+ [+−]0\.\d\d, …\)$/m,
    );
    assert.doesNotMatch(
      text,
      /Parts of the scores[\s\S]*\n {2}parents /,
      'what is explained above is not explained again',
    );
  });

  const cases: [what: string, crawl: string, url: string, ...patterns: RegExp[]][] = [
    ['a seed', 'cars', 'http://cars.test/', /^ {2}0\. this URL, seed$/m],
    [
      'a redirect',
      'cars',
      'http://cars.test/old.html',
      /^Reason "redirect": it redirects .* \(http:\/\/cars\.test\/xk120\.html\)$/m,
    ],
    [
      'what a redirect led to',
      'cars',
      'http://cars.test/xk120.html',
      /1\. http:\/\/cars\.test\/old\.html\n.*; visit ended as redirect\n {2}2\. this URL, redirect scored/,
    ],
    [
      'a copy',
      'cars',
      'http://cars.test/copy.html',
      /^Reason "duplicate-content": .* \(http:\/\/cars\.test\/e-type\.html\)$/m,
    ],
    [
      'an ignored page',
      'cars',
      'http://cats.test/jaguar.html',
      /^Excluded words \(--not\): cat \(2\), animal \(1\), jungle \(1\)$/m,
    ],
    [
      'a link of an ignored page',
      'cars',
      'http://cats.test/habitat.html',
      /^Not visited\. Rule "ignored-page"/m,
      /on http:\/\/cats\.test\/jaguar\.html \(not followed\)$/m,
    ],
    [
      'what robots.txt forbids',
      'cars',
      'http://cars.test/private/plans.html',
      /^Reason "robots": robots\.txt disallows it\. \(http:\/\/cars\.test\/robots\.txt line 3: Disallow: \/private\/\)$/m,
    ],
    ['another type', 'cars', 'http://cars.test/brochure.zip', /^Reason "content-type": .* \(application\/zip\)$/m],
    [
      'a missing page',
      'cars',
      'http://cars.test/missing.html',
      /^Reason "http-404": the server responded with status 404\.$/m,
    ],
    ['a link not to be followed', 'cars', 'http://cars.test/login.html', /^Not visited\. Rule "nofollow"/m],
    ['a title that would steer the terminal', 'cars', 'http://news.test/escape.html', /^Title: Jaguar \[31mred/m],
    ['another spelling of a URL', 'cars', 'HTTP://CARS.test:80/./?utm_source=x#top', /^http:\/\/cars\.test\/$/m],
    ['too deep', 'scoped', 'http://cars.test/engine/pistons.html', /^Not visited\. Rule "max-depth"/m],
    [
      'excluded',
      'scoped',
      'http://cars.test/brochure.zip',
      /^Not visited\. Rule "exclude"/m,
      /on http:\/\/cars\.test\/ \(not followed\)$/m,
    ],
    [
      'another domain',
      'scoped',
      'http://news.test/formula.html',
      /^Not visited\. Rule "domain": its host is not one of --domains\.$/m,
    ],
    ['a blocked host', 'scoped', 'http://garden.test/', /^Not visited\. Rule "blocked-host"/m],
    ['still queued', 'scoped', 'http://cars.test/missing.html', /^Queued with priority 0\.\d+ on level 1\.$/m],
    [
      'not included',
      'including',
      'http://cars.test/e-type.html',
      /^Not visited\. Rule "include": it matches no --include pattern\.$/m,
    ],
    ['a host at its limit', 'capped', 'http://cars.test/e-type.html', /^It will not be visited\. Rule "max-per-host"/m],
  ];
  // What the command prints, without the time that starting it takes.
  for (const [what, crawl, url, ...patterns] of cases)
    test(what, async () => {
      const text = await explained(path.join(folder, crawl), url);
      assert.ok(!text.includes('\u001b') && !text.includes('\u009b'), 'nothing steers the terminal');
      for (const pattern of patterns) assert.match(text, pattern);
    });

  test('a URL that the crawl never met', async () => {
    const { code, stdout, stderr } = await osprey(['why', 'cars', 'http://nowhere.test/'], folder);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(
      stderr,
      /^osprey: http:\/\/nowhere\.test\/ is not in this crawl: it is not a seed, and no visited page links to it\./,
    );
  });
});

describe('osprey rejudge', () => {
  const ranked = () => {
    const [header = [], ...rows] = readFileSync(path.join(folder, 'cars/ranked.csv'), 'utf8')
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
    return rows.map((row) => row[header.indexOf('url')]!);
  };

  test('another query ranks the same pages anew; so does another threshold', async () => {
    const before = ranked();
    const text = await output('rejudge', 'cars', 'roses', '--workers', '0');
    assert.match(text, /^12 pages scored again: 2 relevant, 8 before\. The ranked list is updated/);
    assert.deepEqual(ranked(), ['http://garden.test/roses.html', 'http://garden.test/']);
    assert.match(await output('why', 'cars', 'http://garden.test/'), /^ {2}\+0\.\d\d +\d+ % {2}roses$/m);
    const strict = JSON.parse(await output('rejudge', 'cars', '--threshold', '0.99', '--json', '--workers', '0'));
    assert.deepEqual(strict, { pages: 12, relevant: 0, relevantBefore: 2, unread: 0 });
    // Where no page is relevant, the best ones are listed all the same.
    assert.equal(ranked()[0], 'http://garden.test/roses.html');
    await output('rejudge', 'cars', 'jaguar car', '--threshold', '0.5', '--quiet', '--workers', '0');
    assert.deepEqual(ranked(), before);
  });

  test('other words of --not let pages back in and keep others out', async () => {
    const text = await output('rejudge', 'cars', 'jaguar', '--not', 'roses,pistons', '--workers', '0');
    assert.match(text, /^12 pages scored again/);
    assert.ok(ranked().includes('http://cats.test/jaguar.html'), 'ignored before');
    assert.ok(!ranked().includes('http://cars.test/engine/pistons.html'), 'ignored now');
    assert.match(
      await output('why', 'cars', 'http://cars.test/engine/pistons.html'),
      /^Excluded words \(--not\): pistons \(3\)$/m,
    );
  });

  test('examples: a file, or a page of the crawl; and the crawl can be resumed by them', async () => {
    writeFileSync(path.join(folder, 'roses.txt'), 'Roses are flowers of the garden. Roses grow red in every garden.');
    const byFile = JSON.parse(
      await output('rejudge', 'cars', 'roses', '--example', 'roses.txt', '--json', '--not', '', '--workers', '0'),
    );
    assert.ok(byFile.relevant >= 1);
    assert.equal(ranked()[0], 'http://garden.test/roses.html');
    await output('rejudge', 'cars', 'car', '--example', 'http://cars.test/old.html', '--quiet', '--workers', '0');
    assert.ok(ranked().includes('http://cars.test/e-type.html'));
    const resumed = await osprey(['resume', 'cars', '--json'], folder);
    assert.equal(resumed.code, 0, resumed.stderr);
  });

  test('an example that the crawl does not know is refused, and nothing changes', async () => {
    const before = ranked();
    const { code, stderr } = await osprey(['rejudge', 'cars', '--example', 'http://nowhere.test/'], folder);
    assert.equal(code, 2);
    assert.match(stderr, /^osprey: The example http:\/\/nowhere\.test\/ is not in this crawl; give one that is/);
    assert.deepEqual(ranked(), before);
  });

  test('nothing of all this was fetched again', () => {
    assert.equal(site.log.length, requests, visited(site).slice(requests).join(' '));
  });
});
