import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { archiveOf } from '../lab/archived.js';
import { html, type Site, startSite } from '../site.js';
import { type Ended, jsonLines, osprey, temporaryFolder, webFlags } from './osprey.js';
import { rowOfPages, smallWeb, visited } from './small-web.js';

const { folder, remove } = temporaryFolder();
after(remove);

/** Crawls for cars on a server of its own. */
async function crawlCars(
  pages: Parameters<typeof startSite>[0],
  out: string,
  ...more: string[]
): Promise<Ended & { site: Site }> {
  const site = await startSite(pages);
  try {
    return { ...(await osprey(['crawl', 'jaguar car', '--out', out, ...webFlags(site), ...more], folder)), site };
  } finally {
    await site.close();
  }
}

const seed = ['--seed', 'http://cars.test/'];
const row = ['--seed', 'http://row.test/'];
const excludedTerms = ['--not', 'cat,animal,jungle', '--not-rule', 'drop'];

describe('osprey crawl', () => {
  let ended: Ended & { site: Site };
  before(async () => {
    ended = await crawlCars(smallWeb, 'cars', ...seed, ...excludedTerms);
  });

  test('exits with 0 and leaves archive, database, config, ranked list and report', () => {
    assert.equal(ended.code, 0, ended.stderr);
    const files = readdirSync(path.join(folder, 'cars')).filter((name) => !name.startsWith('.'));
    // The log of the database may stay, empty: all is in the database.
    const [log, own] = [
      files.filter((name) => name.endsWith('-wal')),
      files.filter((name) => !/-(wal|shm)$/.test(name)),
    ];
    assert.deepEqual(own, ['crawl.db', 'crawl.yaml', 'pages-00001.warc.gz', 'ranked.csv', 'report.html']);
    for (const name of log) assert.equal(statSync(path.join(folder, 'cars', name)).size, 0);
    assert.match(readFileSync(path.join(folder, 'cars/crawl.yaml'), 'utf8'), /^query: jaguar car$/m);
  });

  test('ranks the relevant pages, the best first', () => {
    const [head, ...rows] = readFileSync(path.join(folder, 'cars/ranked.csv'), 'utf8').trimEnd().split('\r\n');
    assert.match(head!, /^rank,relevance,title,url,snippet,date,relevant,/);
    const relevances = rows.map((line) => Number(line.split(',')[1]));
    assert.equal(relevances.length, 7);
    assert.deepEqual(
      relevances,
      relevances.toSorted((a, b) => b - a),
    );
  });

  test('ends with the best pages, the stop reason and where the outputs are', () => {
    assert.match(
      ended.stdout,
      /Best pages\n(?: {2}0\.\d\d {2}.*\n)*? {2}0\.\d\d {2}Jaguar cars +http:\/\/cars\.test\/\n/,
    );
    assert.match(ended.stdout, /^12 pages in 0:0\d \([^)]*\), 8 relevant \(harvest 66\.7 %\), 4 hosts, [\d.]+ kB\./m);
    assert.match(ended.stdout, /Stopped \(frontier-empty\): the queue is empty; every allowed URL has been visited\./);
    // 8 relevant, and 7 in the list.
    assert.match(ended.stdout, /^Left out \(noindex\): 1 relevant page; --export-noindex /m);
    assert.match(ended.stdout, /^Continue {5}osprey resume cars --seed URL$/m);
    assert.match(ended.stdout, /^Ranked list {2}cars\/ranked\.csv$/m);
    assert.match(ended.stdout, /^Archive {6}cars\/pages-\*\.warc\.gz$/m);
  });

  test('writes plain progress lines where standard error is no terminal', () => {
    assert.match(ended.stderr, /^12 pages, 8 relevant, harvest 66\.7 %, .* queue 0, hosts 0 ready/m);
    assert.ok(!`${ended.stdout}${ended.stderr}`.includes('\u001b'), 'no escape sequences');
  });

  test('ignores pages with words of --not, and their links', () => {
    assert.ok(visited(ended.site).includes('cats.test/jaguar.html'));
    assert.ok(!visited(ended.site).includes('cats.test/habitat.html'));
  });

  test('asks for robots.txt first and keeps to it', () => {
    assert.equal(ended.site.log[0]!.path, '/robots.txt');
    assert.ok(!visited(ended.site).includes('cars.test/private/plans.html'));
  });

  test('never asks for a URL twice', () => {
    const urls = visited(ended.site);
    assert.equal(new Set(urls).size, urls.length);
  });

  test('crawls its own archive again without a network: the same pages in the same order', async () => {
    const exported = await osprey(['export', 'cars', '--format', 'warc', '--all', '--out', 'cars.warc.gz'], folder);
    assert.equal(exported.code, 0, exported.stderr);
    const again = ['crawl', 'jaguar car', ...seed, ...excludedTerms, '--web', 'cars.warc.gz', '--out', 'again'];
    const replayed = await osprey([...again, '--requests', '1', '--workers', '0'], folder);
    assert.equal(replayed.code, 0, replayed.stderr);
    const [first, second] = await Promise.all(
      ['cars', 'again'].map(async (name) => (await osprey(['export', name, '--format', 'urls'], folder)).stdout),
    );
    assert.deepEqual(second!.split('\n').toSorted(), first!.split('\n').toSorted());
  });
});

describe('what osprey crawl says', () => {
  test('--quiet says nothing', async () => {
    const { code, stdout, stderr } = await crawlCars(smallWeb, 'quiet', ...seed, '--max-pages', '2', '--quiet');
    assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: '', stderr: '' });
    assert.ok(existsSync(path.join(folder, 'quiet/ranked.csv')));
  });

  test('--json gives one event a line: start, page, progress, stop', async () => {
    const { code, stdout, stderr } = await crawlCars(smallWeb, 'json', ...seed, '--max-pages', '3', '--json');
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    const events = jsonLines(stdout);
    const start = events[0]!;
    assert.deepEqual(start, {
      event: 'start',
      query: 'jaguar car',
      strategy: 'osprey',
      out: path.join(folder, 'json'),
      agents: [{ id: 0, segment: 'all seeds', seeds: 1 }],
    });
    const pages = events.filter(({ event }) => event === 'page');
    assert.equal(pages.length, 3);
    assert.equal(pages[0]!.url, 'http://cars.test/');
    assert.equal(typeof pages[0]!.relevance, 'number');
    const progress = events.find(({ event }) => event === 'progress')!;
    const figures =
      'pages pagesThisRun relevant harvest recentHarvest failed refused redirects bytes pagesPerSecond elapsedMs msLeft forecast paused waitsUntil frontier';
    assert.deepEqual(Object.keys(progress), ['event', ...figures.split(' ')]);
    const stop = events.at(-1)!;
    assert.deepEqual(Object.keys(stop), ['event', 'reason', 'meaning', ...figures.split(' '), 'seeds', 'agents']);
    assert.equal(stop.seeds, null, 'no source was asked');
    assert.equal(stop.event, 'stop');
    assert.equal(stop.reason, 'max-pages');
    assert.equal(stop.pages, 3);
    assert.equal(stop.msLeft, null, 'nothing is left at the end');
  });

  test('without --out the folder is named after the query, and never an older one', async () => {
    const site = await startSite(smallWeb);
    const args = ['crawl', 'jaguar car', ...seed, ...webFlags(site), '--max-pages', '1', '--quiet'];
    assert.equal((await osprey(args, folder)).code, 0);
    assert.equal((await osprey(args, folder)).code, 0);
    await site.close();
    assert.deepEqual(readdirSync(path.join(folder, 'crawls')), ['jaguar-car', 'jaguar-car-2']);
  });

  test('a page is told to be all that --not left, when it is', async () => {
    const { stdout } = await crawlCars(
      smallWeb,
      'excludedTerms',
      '--seed',
      'http://cats.test/jaguar.html',
      ...excludedTerms,
    );
    assert.match(stdout, /All pages contain words of --not/);
  });
});

describe('budgets and scope of osprey crawl', { concurrency: 3 }, () => {
  const reasonOf = ({ stdout }: Ended) => jsonLines(stdout).at(-1)!.reason;

  test('--max-pages is kept to the page, whatever is in flight', async () => {
    const ended = await crawlCars(
      rowOfPages('row.test', 40),
      'max-pages',
      ...row,
      '--max-pages',
      '7',
      '--json',
      '--requests-per-host',
      '4',
    );
    assert.equal(reasonOf(ended), 'max-pages');
    assert.equal(visited(ended.site).length, 7);
  });

  test('--max-relevant ends the crawl when enough was found', async () => {
    const ended = await crawlCars(rowOfPages('row.test', 40), 'max-relevant', ...row, '--max-relevant', '4', '--json');
    assert.equal(reasonOf(ended), 'max-relevant');
    assert.equal(visited(ended.site).length, 4);
  });

  test('--max-time ends a crawl whose hosts make it wait', async () => {
    const ended = await crawlCars(
      rowOfPages('row.test', 5),
      'max-time',
      ...row,
      '--max-time',
      '300ms',
      '--delay',
      '1h',
      '--json',
    );
    assert.equal(reasonOf(ended), 'max-time');
    assert.ok(visited(ended.site).length <= 1);
  });

  test('--max-depth counts links from the seeds', async () => {
    const ended = await crawlCars(smallWeb, 'max-depth', ...seed, '--max-depth', '2', '--json');
    assert.equal(reasonOf(ended), 'frontier-empty');
    assert.ok(visited(ended.site).includes('cars.test/engine.html'), 'two links away');
    assert.ok(!visited(ended.site).includes('cars.test/engine/pistons.html'), 'three links away');
  });

  test('--max-per-host spares a host and goes on with others', async () => {
    const ended = await crawlCars(smallWeb, 'max-per-host', ...seed, '--max-per-host', '2', '--json');
    assert.equal(reasonOf(ended), 'hosts-closed');
    const pages = jsonLines(ended.stdout).filter(({ event }) => event === 'page');
    const onCars = pages.filter(({ url }) => String(url).startsWith('http://cars.test/'));
    assert.equal(onCars.length, 2);
    assert.ok(visited(ended.site).includes('garden.test/roses.html'));
  });

  test('--max-bytes-on-disk ends a crawl that fills its folder', async () => {
    const text = Array.from({ length: 400 }, (_, index) => `word${index * 7919}`).join(' ');
    const page = (path: string) => html(`Car ${path}`, `${path} ${text}`, [[`/${Number(path.slice(1)) + 1}`, 'next']]);
    const ended = await crawlCars(
      (_host, path) => (path === '/robots.txt' ? undefined : page(path)),
      'max-bytes',
      ...['--seed', 'http://big.test/1', '--max-bytes-on-disk', '400kB', '--max-pages', '2000', '--json'],
    );
    assert.equal(reasonOf(ended), 'max-bytes-on-disk');
    const pages = visited(ended.site).length;
    assert.ok(pages > 1 && pages < 2000, `${pages} pages`);
  });

  test('--include, --exclude, --domains and --block-hosts keep URLs out', async () => {
    const scopes: [flags: string[], outside: RegExp][] = [
      [
        ['--include', 'http://cars.test/**', '--exclude', '/\\.pdf$/', '--exclude', '/engine/**'],
        /^(?!cars\.)|pdf|engine\//,
      ],
      [['--domains', 'cars.test,news.test', '--block-hosts', 'news.test'], /^(?!cars\.test)/],
    ];
    await Promise.all(
      scopes.map(async ([flags, outside], index) => {
        const { site, code } = await crawlCars(smallWeb, `scope-${index}`, ...seed, ...flags, '--quiet');
        assert.equal(code, 0);
        assert.ok(visited(site).includes('cars.test/e-type.html'));
        assert.deepEqual(
          site.log.filter(({ host, path }) => outside.test(`${host}${path}`)),
          [],
          `nothing outside ${flags.join(' ')}`,
        );
      }),
    );
  });
});

describe('the topic of osprey crawl', { concurrency: 3 }, () => {
  const summary = async (pages: typeof smallWeb, out: string, ...flags: string[]) => {
    const ended = await crawlCars(pages, out, ...flags, '--json');
    assert.equal(ended.code, 0, ended.stderr);
    return { stop: jsonLines(ended.stdout).at(-1)!, ...ended };
  };

  test('--threshold and --raw-threshold move the bar', async () => {
    const few = ['--max-pages', '6', ...seed];
    const [easy, hard, raw] = await Promise.all([
      summary(smallWeb, 'easy', ...few, '--threshold', '0'),
      summary(smallWeb, 'hard', ...few, '--threshold', '1'),
      summary(smallWeb, 'raw', ...few, '--strategy', 'best-first', '--raw-threshold', '0.96'),
    ]);
    assert.equal(easy.stop.relevant, 6);
    assert.equal(hard.stop.relevant, 0);
    assert.equal(raw.stop.relevant, 1, 'only the first page is that close');
  });

  test('an example file stands in for the query', async () => {
    const site = await startSite(smallWeb);
    writeFileSync(path.join(folder, 'about.html'), smallWeb['cars.test/xk120.html'] as string);
    const args = ['crawl', '--example', 'about.html', ...seed, ...webFlags(site), '--out', 'by-file', '--json'];
    const { code, stdout, stderr } = await osprey(args, folder);
    await site.close();
    assert.equal(code, 0, stderr);
    const pages = jsonLines(stdout).filter(({ event }) => event === 'page');
    const relevance = (url: string) => Number(pages.find((page) => page.url === url)!.relevance);
    assert.ok(relevance('http://cars.test/e-type.html') > 0.5);
    assert.ok(relevance('http://garden.test/') < 0.2);
  });

  test('the links of an example URL are the seeds when there are no others', async () => {
    const ended = await summary(smallWeb, 'by-url', '--example', 'http://cars.test/');
    const urls = visited(ended.site);
    assert.equal(urls[0], 'cars.test/');
    assert.ok(urls.includes('cars.test/engine/pistons.html'));
    assert.equal(new Set(urls).size, urls.length);
  });

  test('an example beside seeds is read but not followed; one that redirects is read where it leads', async () => {
    const ended = await summary(
      smallWeb,
      'beside',
      '--example',
      'http://cars.test/old.html',
      '--seed',
      'http://garden.test/',
    );
    assert.deepEqual(visited(ended.site).toSorted(), [
      'cars.test/old.html',
      'cars.test/xk120.html',
      'garden.test/',
      'garden.test/roses.html',
    ]);
  });

  test('a page can be example and seed at once', async () => {
    const ended = await summary(smallWeb, 'both', '--example', 'http://cars.test/', ...seed, '--max-pages', '3');
    assert.equal(visited(ended.site)[0], 'cars.test/');
    assert.equal(ended.stop.pages, 3);
  });
});

describe('settings of osprey crawl', () => {
  test('seeds come from a file too, and breadth-first follows links in the order they were found', async () => {
    writeFileSync(
      path.join(folder, 'seeds.txt'),
      '# where cars are\nhttp://row.test/  # the row\n\nhttp://cars.test/\n',
    );
    const { site } = await crawlCars(
      { ...smallWeb, ...rowOfPages('row.test', 3) },
      'by-breadth',
      ...['--seeds', 'seeds.txt', '--strategy', 'breadth-first', '--domains', 'row.test,cars.test', '--requests', '1'],
      ...['--max-pages', '4', '--quiet'],
    );
    assert.deepEqual(visited(site), ['row.test/', 'cars.test/', 'row.test/1', 'row.test/2']);
  });

  test('a config file says what flags say, and flags win', async () => {
    const site = await startSite(smallWeb);
    writeFileSync(
      path.join(folder, 'crawl.yaml'),
      `query: jaguar car\nseed: http://cars.test/\nmaxPages: 5\nallowPrivate: true\ndelay: 0s\nresolve: { '*': '127.0.0.1:${site.port}' }\n`,
    );
    const args = ['crawl', '--config', 'crawl.yaml', '--max-pages', '2', '--out', 'by-config', '--json'];
    const { code, stdout, stderr } = await osprey(args, folder);
    await site.close();
    assert.equal(code, 0, stderr);
    assert.equal(jsonLines(stdout).at(-1)!.pages, 2);
  });

  test('headers, user agent and contact reach the server; secrets do not reach the folder', async () => {
    const { site } = await crawlCars(
      smallWeb,
      'headers',
      ...[...seed, '--max-pages', '1', '--header', 'X-Team: cars', '--header', 'Authorization: Bearer hush'],
      ...['--user-agent', 'CarBot/2.0', '--contact', 'mailto:cars@example.org', '--quiet'],
    );
    const { headers } = site.log.at(-1)!;
    assert.equal(headers['user-agent'], 'CarBot/2.0 (+mailto:cars@example.org)');
    assert.equal(headers['x-team'], 'cars');
    assert.equal(headers.authorization, 'Bearer hush');
    assert.doesNotMatch(readFileSync(path.join(folder, 'headers/crawl.yaml'), 'utf8'), /hush/);
  });
});

test('a crawl says what it would bring if it went on, while it runs and in its status', async () => {
  const ended = await crawlCars(rowOfPages('row.test', 80), 'ahead', ...row, '--max-pages', '60', '--json');
  const stop = jsonLines(ended.stdout).at(-1)! as { forecast: Record<string, number>; reason: string };
  const { pages, expected, low, high } = stop.forecast;
  assert.equal(stop.reason, 'max-pages');
  assert.ok(pages! > 0 && pages! <= 22, 'of no more than are queued');
  assert.ok(low! < expected! && expected! < high! && high! <= pages! && expected! > pages! / 2);
  const status = await osprey(['status', 'ahead'], folder);
  assert.match(status.stdout, /^Forecast {3}about \d+ ± \d+ more relevant pages in the \d+ pages left in the queue$/m);
});

test('a crawl that brings too little stops, says what it would bring, and how to go on', async () => {
  const number = 1_100;
  const links = Array.from({ length: number }, (_, page): [string, string] => [`/${page}`, `tea ${page}`]);
  const teas = links.map(([target, name]) => [`tea.test${target}`, html(name, `All about ${name}.`)]);
  const web = archiveOf(folder, {
    'tea.test/': html('Teas', 'Jaguar car, and tea.', links),
    ...Object.fromEntries(teas),
  });
  const flags = ['--seed', 'http://tea.test/', '--stop-when-yield-below', '0.5', '--workers', '0'];
  const { stdout } = await osprey(['crawl', 'jaguar car', '--out', 'tea', '--web', web, ...flags], folder);
  const words = stdout.replaceAll(/\s+/g, ' ');
  assert.match(words, /yield below --stop-when-yield-below 0\.5: up to \d+ more relevant pages in the next 500\./);
  const [, more] = stdout.match(/^Continue +osprey resume tea (.+)$/m)!;
  const resumed = await osprey(['resume', 'tea', ...more!.split(' ')], folder);
  assert.match(resumed.stdout, /^1,101 pages, \d+ in this run \(0:\d\d\), .*\n?.*Stopped \(frontier-empty\)/m);
});
