import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { startSite } from '../site.js';
import { osprey, startOsprey, temporaryFolder, webFlags } from './osprey.js';
import { smallWeb } from './small-web.js';

const { folder, remove } = temporaryFolder();
after(remove);
const seed = ['--seed', 'http://cars.test/'];

before(async () => {
  const site = await startSite(smallWeb);
  // In a process of its own: a shared one removes the empty log of the database whenever its statements are collected.
  const made = startOsprey(
    ['crawl', 'jaguar car', ...seed, ...webFlags(site), '--max-pages', '1', '--quiet', '--out', 'crawl'],
    folder,
  );
  assert.equal((await made.ended).code, 0);
  await site.close();
  writeFileSync(path.join(folder, 'file'), 'a plain file');
  mkdirSync(path.join(folder, 'other'));
  writeFileSync(path.join(folder, 'other/precious.txt'), 'mine');
});

let before_: string[] = [];
beforeEach(() => {
  before_ = everything();
});

function everything(): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('.cache'))
    .toSorted();
}

/** The program must refuse with a code and a sentence, and leave everything as it was. */
async function refuses(args: string[], pattern: RegExp, code = 2): Promise<void> {
  const ended = await osprey(args, folder);
  assert.equal(ended.code, code, ended.stderr);
  assert.equal(ended.stdout, '');
  assert.match(ended.stderr, pattern);
  assert.doesNotMatch(ended.stderr, /\n\s+at |fault/, 'no stack trace');
  assert.deepEqual(everything(), before_, 'nothing was made or removed');
}

const crawl = (...more: string[]) => ['crawl', 'jaguar car', '--out', 'new', ...more];

describe('bad input gets one clear sentence, a non-zero exit and changes nothing', () => {
  const cases: [what: string, args: string[], pattern: RegExp][] = [
    [
      'no seeds, and no source that answers',
      crawl('--resolve', '*=127.0.0.1:1', '--allow-private', '--retries', '0', '--quiet'),
      /^osprey: No pages to start from were found for jaguar car:\n(?: {2}.*\n)+Check the network, give pages yourself with --seed URL/,
    ],
    [
      'no seeds in an archived web',
      crawl('--web', 'file'),
      /^osprey: seed: is missing; give at least one seed with --seed URL or --seeds FILE, or ask --sources\n$/,
    ],
    ['no topic', ['crawl', ...seed, '--out', 'new'], /^osprey: query: is missing; give a query, or an example page/],
    ['an empty query', ['crawl', '', ...seed, '--out', 'new'], /^osprey: query: /],
    [
      'stop words only',
      ['crawl', 'of the and', ...seed, '--out', 'new'],
      /^osprey: The query "of the and" contains only stop words; add words that name the topic\.\n$/,
    ],
    ['a malformed seed', crawl('--seed', 'not a url'), /^osprey: --seed: must be an http or https URL/],
    ['a seed of another scheme', crawl('--seed', 'ftp://cars.test/'), /^osprey: --seed: must be an http or https URL/],
    ['a missing seeds file', crawl('--seeds', 'nowhere.txt'), /^osprey: The seeds file .*ENOENT.*nowhere\.txt/],
    [
      'a missing example',
      ['crawl', ...seed, '--example', 'nowhere.html', '--out', 'new'],
      /^osprey: Cannot read the page .*nowhere\.html \(ENOENT.*\); check the path\.\n$/,
    ],
    [
      'a folder below a file',
      ['crawl', 'jaguar', ...seed, '--out', 'file/crawl'],
      /^osprey: Cannot write to the folder .*file\/crawl \(E.*\); choose another with --out\.\n$/,
    ],
    [
      'a folder of the system',
      ['crawl', 'jaguar', ...seed, '--out', '/proc/osprey'],
      /^osprey: Cannot write to the folder \/proc\/osprey/,
    ],
    [
      'the folder of another crawl',
      ['crawl', 'jaguar', ...seed, '--out', 'crawl'],
      /^osprey: .*crawl already contains a crawl: continue it with "osprey resume .*crawl", or choose another folder with --out\.\n$/,
    ],
    [
      'an unknown strategy',
      crawl(...seed, '--strategy', 'best-frist'),
      /^osprey: There is no strategy "best-frist"; did you mean "best-first"\? Known are osprey, breadth-first, /,
    ],
    [
      'an unknown option',
      crawl(...seed, '--max-page', '3'),
      /^osprey: unknown option '--max-page'\n\(Did you mean --max-pages\?\)/,
    ],
    ['an unknown command', ['crwal', 'jaguar'], /^osprey: unknown command 'crwal'\n\(Did you mean crawl\?\)/],
    [
      'several bad numbers at once',
      crawl(...seed, '--max-pages', 'many', '--threshold', '2', '--delay', 'soon'),
      /^osprey: --max-pages: must be .*\n--threshold: must be .*\n--delay: must be .*\n$/,
    ],
    [
      'an archive that is not there',
      crawl(...seed, '--web', 'nowhere.warc.gz'),
      /^osprey: Cannot read the archive .*nowhere\.warc\.gz \(ENOENT.*\); check the path\.\n$/,
    ],
    ['an archive that is not a WARC', crawl(...seed, '--web', 'file'), /^osprey: .*file.* WARC/],
    [
      'a missing config file',
      crawl(...seed, '--config', 'nowhere.yaml'),
      /^osprey: Cannot read the config file nowhere\.yaml \(ENOENT.*\); check --config\.\n$/,
    ],
    [
      'resume of nothing',
      ['resume', 'nowhere'],
      /^osprey: No crawl found in nowhere \(crawl\.yaml is missing\); give a folder made by "osprey crawl"\.\n$/,
    ],
    ['status of nothing', ['status', 'other'], /^osprey: No crawl found in other/],
    ['why of nothing', ['why', 'nowhere', 'http://a.test/'], /^osprey: No crawl found in nowhere/],
    ['why of no URL', ['why', 'crawl', 'cars'], /^osprey: "cars" is not an http or https URL/],
    ['export of nothing', ['export', 'nowhere', '--format', 'csv'], /^osprey: No crawl found in nowhere/],
    ['rejudge of nothing', ['rejudge', 'nowhere', 'cars'], /^osprey: No crawl found in nowhere/],
    [
      'a demo without pages',
      ['demo', '--max-pages', 'none'],
      /^osprey: --max-pages must be a whole number of at least 1, not "none"\.\n$/,
    ],
    [
      'what resume cannot change',
      ['resume', 'crawl', '--agents', '5', '--max-pages', '900'],
      /^osprey: Cannot be changed after the start of a crawl: --agents\. Leave it out\.\n$/,
    ],
    [
      'a topic that resume cannot change',
      ['resume', 'crawl', '--strategy', 'breadth-first', '--organisation', 'coordinator'],
      /: --strategy, --organisation\. Leave it out, or score the pages again with: osprey rejudge crawl\.\n$/,
    ],
    [
      'a genre that is like no other',
      crawl(...seed, '--strategy', 'genre', '--genre', 'foo'),
      /^osprey: Unknown genre "foo"\. Genres: /,
    ],
  ];
  // Several at a time: they leave the folder as it is.
  for (let index = 0; index < cases.length; index += 3) {
    const some = cases.slice(index, index + 3);
    test(some.map(([what]) => what).join(', '), async () => {
      await Promise.all(some.map(([, args, pattern]) => refuses(args, pattern)));
    });
  }

  test('a corrupt config: everything at once, with its line and the nearest right name', async () => {
    writeFileSync(
      path.join(folder, 'bad.yaml'),
      'query: jaguar car\nmaxPage: 3\nseed: http://cars.test/\nthreshold: high\n',
    );
    writeFileSync(path.join(folder, 'broken.yaml'), 'query: [jaguar\n');
    writeFileSync(path.join(folder, 'seeds.txt'), '# cars\nhttp://cars.test/\ncars\n\nftp://cars.test/ # no\n');
    before_ = everything();
    await Promise.all([
      refuses(
        ['crawl', '--config', 'bad.yaml', '--out', 'new'],
        /^osprey: bad\.yaml:2:1: maxPage: unknown field; did you mean maxPages\?\nbad\.yaml:4:12: threshold: must be .*\n$/,
      ),
      refuses(
        ['crawl', '--config', 'broken.yaml', ...seed, '--out', 'new'],
        /^osprey: broken\.yaml:\d+:\d+: is not valid YAML/,
      ),
      refuses(
        crawl('--seeds', 'seeds.txt'),
        /seeds\.txt:3: cars is not an http or https URL\n {2}.*seeds\.txt:5: ftp:\/\/cars\.test\/ is not/,
      ),
    ]);
  });

  test('a folder that holds other things is used, and they stay when the crawl cannot start', async () => {
    await refuses(['crawl', 'of the', ...seed, '--out', 'other'], /stop words/);
    assert.equal(readFileSync(path.join(folder, 'other/precious.txt'), 'utf8'), 'mine');
  });

  test('a damaged database of a crawl', async () => {
    cpSync(path.join(folder, 'crawl'), path.join(folder, 'damaged'), { recursive: true });
    writeFileSync(
      path.join(folder, 'damaged/crawl.db'),
      'not a database at all, but long enough to be read as one'.repeat(20),
    );
    before_ = everything();
    await refuses(['status', 'damaged'], /^osprey: .*damaged\/crawl\.db .*\n$/);
    rmSync(path.join(folder, 'damaged'), { recursive: true });
  });
});

describe('seeds that cannot be fetched end with code 3 and the reason', { concurrency: 3 }, () => {
  async function failing(out: string, flags: string[], pattern: RegExp): Promise<void> {
    const args = ['crawl', 'jaguar car', '--out', out, '--retries', '0', '--workers', '0', '--quiet', ...flags];
    const { code, stdout, stderr } = await osprey(args, folder);
    assert.deepEqual([code, stdout], [3, '']);
    assert.match(stderr, pattern);
  }

  test('an unreachable server', async () => {
    const site = await startSite({});
    await site.close(); // nobody listens on this port now
    await failing(
      'unreachable',
      [...seed, ...webFlags(site)],
      /^osprey: No seed could be fetched \(connect-refused: The server refused the connection\); check the URLs/,
    );
  });

  test('a private address', async () => {
    await failing(
      'private',
      ['--seed', 'http://127.0.0.1:9/'],
      /address-refused: The host has a private .*\); allow private addresses with --allow-private\.\n$/,
    );
  });

  test('a missing page, and one that robots.txt forbids', async () => {
    const site = await startSite(smallWeb);
    const seeds = ['--seed', 'http://cars.test/nothing', '--seed', 'http://cars.test/private/plans.html'];
    await failing('missing', [...seeds, ...webFlags(site)], /http-404: .*; robots: robots\.txt disallows it\)/);
    await site.close();
  });

  test('a host that is to be left alone for hours', async () => {
    const site = await startSite({
      'cars.test/robots.txt': (_, response) => void response.writeHead(429, { 'retry-after': '3000' }).end(),
    });
    await failing(
      'waiting',
      [...seed, ...webFlags(site)],
      /^osprey: No seed could be fetched: their hosts .* Resume the crawl after 20\d\d-\d\d-\d\d \d\d:\d\d UTC\.\n$/,
    );
    await site.close();
  });

  test('seeds outside the scope', async () => {
    await failing(
      'outside',
      [...seed, '--domains', 'else.test'],
      /^osprey: No seed could be fetched \(domain: its host is not one of --domains\); widen the scope options\.\n$/,
    );
  });
});
