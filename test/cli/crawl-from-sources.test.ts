import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, type TestContext, test } from 'node:test';
import { crawlCommand } from '../../src/cli/commands/crawl/run.js';
import { readSeeds } from '../../src/seeding/seeds.js';
import { json } from '../seeding/answers.js';
import { html, type Site, type SitePage, startSite } from '../site.js';
import { type Ended, jsonLines, osprey, temporaryFolder } from './osprey.js';
import { visited } from './small-web.js';

const { folder, remove } = temporaryFolder();
after(remove);

/** Two web pages, and one page each of news, a forum and a blog. */
const known = {
  web: ['http://web-a.test/', 'http://web-b.test/'],
  news: ['http://news.test/'],
  discussions: ['http://forum.test/'],
  blogs: ['http://blog.test/'],
} as const;
const hosts = Object.values(known)
  .flat()
  .map((url) => new URL(url).host);

/** Each host has a start page and three more, whose words are all its own; the last one leads nowhere. */
function page(host: string, place: string): SitePage | undefined {
  const number = place === '/' ? 0 : Number(/^\/([1-3])$/.exec(place)?.[1] ?? Number.NaN);
  if (!hosts.includes(host) || Number.isNaN(number)) return undefined;
  const own = Array.from({ length: 30 }, (_, index) => `${host.slice(0, -5)}${number}w${index}`).join(' ');
  return html(`Jaguar car ${host} ${number}`, `A jaguar car. ${own}`, [[`/${number + 1}`, 'jaguar car']]);
}

/** SearXNG has no category of blogs: the word is part of the query. */
function search(place: string): SitePage | undefined {
  const { pathname, searchParams } = new URL(place, 'http://any.test');
  if (pathname !== '/search') return undefined;
  const general = searchParams.get('q')?.endsWith(' blog') ? known.blogs : known.web;
  const found = { general, news: known.news, 'social media': known.discussions }[searchParams.get('categories') ?? ''];
  const urls = searchParams.get('pageno') === '1' ? (found ?? []) : [];
  return json({ results: urls.map((url) => ({ url, title: `At ${url}` })), unresponsive_engines: [] });
}

/** A loopback server that is the whole web, the search engine included. */
async function webFor(t: TestContext): Promise<Site & { run(command: string, ...args: string[]): Promise<Ended> }> {
  const site = await startSite((host, place) => (host === 'search.test' ? search(place) : page(host, place)));
  t.after(() => site.close());
  const web = ['--resolve', site.resolve, '--allow-private', '--retries', '0', '--delay', '0s', '--workers', '0'];
  return { ...site, run: (command, ...args) => osprey([command, ...args, ...web], folder) };
}

const jaguar = ['jaguar car', '--sources', 'searxng', '--source-url', 'searxng=http://search.test'];
const inFolder = (...names: string[]) => path.join(folder, ...names);

describe('a crawl without seeds', { concurrency: 3 }, () => {
  test('asks the sources, sends an agent for each genre, and keeps the seeds', async (t) => {
    const { run, ...site } = await webFor(t);
    const genres = ['--genre', 'web,news,discussions,blogs', '--strategy', 'best-first'];
    const ended = await run('crawl', ...jaguar, ...genres, '--out', 'four');
    assert.equal(ended.code, 0, ended.stderr);
    const agents = '4 agents: 0 web (2 seeds), 1 news (1 seed), 2 discussions (1 seed), 3 blogs (1 seed)';
    assert.deepEqual(ended.stderr.split('\n').slice(0, 7), [
      'Asking sources for seeds …',
      'searxng  web          2 pages',
      'searxng  news         1 page',
      'searxng  discussions  1 page',
      'searxng  blogs        1 page',
      'Starting from 5 seeds, saved in four/seeds.txt',
      agents,
    ]);
    const pages = visited(site).filter((url) => !url.startsWith('search.test'));
    // Five hosts of four pages, and a link to a fifth page that is not there.
    assert.deepEqual([pages.length, new Set(pages).size], [25, 25], 'no page was visited twice');

    const kept = readSeeds({ seed: [], seeds: [inFolder('four', 'seeds.txt')] });
    assert.deepEqual(kept.map(({ genre }) => genre).sort(), ['blogs', 'discussions', 'news', 'web', 'web']);
    assert.match(
      readFileSync(inFolder('four', 'seeds.txt'), 'utf8'),
      / news {2}# searxng 1: At http:\/\/news\.test\/$/m,
    );

    const { stdout } = await osprey(['status', 'four'], folder);
    const line = (agent: string, count: number, host: string) =>
      new RegExp(`^ +${agent} +${count} +${count} +100\\.0 % +0 {2}${host}\\.test +ended`, 'm');
    assert.match(stdout, line('0 {2}web', 8, 'web-[ab]'));
    assert.match(stdout, line('1 {2}news', 4, 'news'));
    assert.match(stdout, line('2 {2}discussions', 4, 'forum'));
    assert.match(stdout, line('3 {2}blogs', 4, 'blog'));
    assert.match(stdout, /^Diversity: 20 relevant pages on 5 hosts, 100\.0 % found by one agent only$/m);

    site.log.length = 0;
    const again = await run('crawl', 'jaguar car', '--seeds', 'four/seeds.txt', '--out', 'again');
    assert.ok(again.stderr.startsWith(agents), 'what was kept gives the same agents');
    assert.ok(!existsSync(inFolder('again', 'seeds.txt')), 'nothing was found');
    assert.ok(!visited(site).some((url) => url.startsWith('search.test')), 'nobody was asked');
  });

  test('for scripts, the last event tells of sources and agents, and standard error nothing', async (t) => {
    const { run } = await webFor(t);
    const ended = await run('crawl', ...jaguar, '--json', '--genre', 'web,news', '--out', 'events');
    assert.equal(ended.stderr, '');
    const { seeds, agents } = jsonLines(ended.stdout).at(-1)!;
    assert.deepEqual(seeds, {
      used: 3,
      found: 3,
      asked: [
        { source: 'searxng', genre: 'web', answers: 2 },
        { source: 'searxng', genre: 'news', answers: 1 },
      ],
    });
    assert.deepEqual(agents, [
      { id: 0, segment: 'web', seeds: 2, pages: 8, relevant: 8, hosts: 2, restarts: 0, state: 'ended' },
      { id: 1, segment: 'news', seeds: 1, pages: 4, relevant: 4, hosts: 1, restarts: 0, state: 'ended' },
    ]);
  });

  test('goes on with seeds of other sources, and then with pages that the user gives', async (t) => {
    const { run, ...site } = await webFor(t);
    const first = ['--genre', 'news', '--strategy', 'best-first', '--out', 'more', '--quiet'];
    const ended = await run('crawl', ...jaguar, ...first);
    assert.deepEqual(ended, { code: 0, stdout: '', stderr: '' });
    const asked = await run('resume', 'more', '--sources', 'searxng');
    assert.match(asked.stderr, /^searxng {2}news {2}1 page$/m);
    const given = await run('resume', 'more', '--seed', 'http://blog.test/');
    assert.equal(given.code, 0, given.stderr);
    assert.ok(visited(site).includes('blog.test/3'));
    const kept = readFileSync(inFolder('more', 'seeds.txt'), 'utf8');
    assert.ok(kept.endsWith('\n# Added when the crawl went on:\nhttp://blog.test/ 1\n'), kept);
  });

  test('sends credentials to the sites that the user has named, not to those of a source', async (t) => {
    const { run, log } = await webFor(t);
    const own = ['--seed', 'http://blog.test/', '--header', 'Cookie: a=b'];
    await run('crawl', ...jaguar, '--genre', 'news', ...own, '--out', 'secret', '--quiet');
    const sent = (host: string) =>
      new Set(log.filter((line) => line.host === host).map(({ headers }) => headers.cookie));
    assert.deepEqual([...sent('blog.test')], ['a=b']);
    assert.deepEqual([...sent('news.test'), ...sent('search.test')], [undefined, undefined]);
  });
});

describe('a crawl without seeds that cannot start', () => {
  const start = (site: Site, options: Readonly<Record<string, string>>) =>
    crawlCommand(
      {
        ...{ query: 'jaguar car', sources: 'searxng', sourceUrl: 'searxng=http://search.test', out: inFolder('new') },
        ...{ resolve: site.resolve, allowPrivate: true, retries: '0', workers: '0' },
        ...options,
      },
      undefined,
      { quiet: true },
    );

  test('leaves no folder where nobody answers', async (t) => {
    const dead = start(await webFor(t), { sourceUrl: 'searxng=http://absent.test' });
    await assert.rejects(dead, { code: 'no-seeds-found' });
    assert.ok(!readdirSync(folder).includes('new'));
  });

  test('asks nobody before all else is found to be right', async (t) => {
    const site = await webFor(t);
    const strategy = 'best-first';
    writeFileSync(inFolder('crawl.yaml'), 'query: jaguar car\n');
    await assert.rejects(start(site, { strategy: 'best-frist' }), { code: 'unknown-strategy' });
    await assert.rejects(start(site, { strategy, genre: 'course-syllabus' }), {
      code: 'unused-input',
      message: /takes no --genre; .* \(web, news, discussions, blogs are for any strategy where sources are asked/,
    });
    await assert.rejects(start(site, { out: folder }), { code: 'folder-taken' });
    assert.deepEqual(site.log, []);
    assert.ok(!readdirSync(folder).includes('new'));
  });

  test('overwrites no list of seeds', async (t) => {
    const out = inFolder('mine');
    mkdirSync(out);
    writeFileSync(path.join(out, 'seeds.txt'), 'http://blog.test/\n');
    await assert.rejects(start(await webFor(t), { out }), { code: 'seeds-file-taken' });
    assert.deepEqual(readdirSync(out), ['seeds.txt']);
    assert.equal(readFileSync(path.join(out, 'seeds.txt'), 'utf8'), 'http://blog.test/\n');
  });
});
