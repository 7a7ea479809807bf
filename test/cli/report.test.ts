import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Site, startSite } from '../site.js';
import { type Ended, osprey, temporaryFolder, webFlags } from './osprey.js';
import { smallWeb } from './small-web.js';

const { folder, remove } = temporaryFolder();
const file = path.join(folder, 'cars', 'report.html');
let site: Site;
let crawling: Ended;
let page: string;

before(async () => {
  site = await startSite(smallWeb);
  crawling = await osprey(
    ['crawl', 'jaguar car', '--not', 'cat', '--seed', 'http://cars.test/', '--out', 'cars', ...webFlags(site)],
    folder,
  );
  page = readFileSync(file, 'utf8');
});
after(async () => {
  await site.close();
  remove();
});

/** What is in a page's element for data. */
function dataOf(html: string, id: string): unknown {
  return JSON.parse(new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`, 's').exec(html)![1]!);
}

describe('the report of a crawl', () => {
  test('is written when the crawl ends, and named before all else', () => {
    assert.equal(crawling.code, 0, crawling.stderr);
    assert.match(crawling.stdout, /^Report {7}cars\/report\.html\nRanked list {2}cars\/ranked\.csv$/m);
  });

  test('lists pages with title, marked snippet, relevance, host and reasons', () => {
    const [first] = /<li class="page">.*?<\/li>(?=<li class="page|<\/ol>)/s.exec(page)!;
    assert.match(first, /<a href="http:\/\/[a-z.]+\.test\/[^"]*" rel="noopener noreferrer nofollow">/);
    assert.match(first, /class="snippet"><bdi>.*<mark>[Jj]aguar<\/mark> <mark>car<\/mark>/);
    assert.match(first, /<summary>Why.*judged relevant.*Visit \d+/s);
    const { pages } = dataOf(page, 'page-list') as { pages: unknown[] };
    assert.ok(pages.length >= 10);
  });

  test('tells of harvest, hosts, what was skipped and why, and settings', () => {
    for (const heading of ['Pages', 'Harvest', 'Hosts', 'Learnt words', 'Skipped', 'Settings'])
      assert.ok(page.includes(`<h2>${heading}</h2>`), heading);
    assert.match(page, /data-value="cars\.test"/);
    for (const words of ['robots.txt disallows it.', 'its content type is not one of --types.', 'http-404', 'nofollow'])
      assert.ok(page.includes(words), words);
    assert.match(page, /<code># Settings of this crawl.*query: jaguar car/s);
    assert.match(page, /<ul class="chosen"><li><bdi>/);
    assert.equal((dataOf(page, 'charts') as unknown[]).length, 2);
    assert.ok(page.includes('aria-label="Harvest by pages fetched"'), 'the charts have a table behind them');
  });

  test('leaves out pages that ask not to be indexed, and says so', () => {
    assert.ok(!page.includes('members.html"'));
    assert.match(page, /Left out \(noindex\): 1 page/);
  });

  test('allows its own style and script by their hashes, and nothing else', () => {
    const [, policy] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(page)!;
    const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const [, style] = /<style>(.*?)<\/style>/s.exec(page)!;
    const [, script] = /<script>(.*?)<\/script>/s.exec(page)!;
    assert.equal(
      policy,
      `default-src 'none'; style-src ${hashOf(style!)}; script-src ${hashOf(script!)}; img-src data:; base-uri 'none'; form-action 'none'`,
    );
    assert.ok(
      !/\bstyle=|\son[a-z]+=|<(?:link|img|iframe|object|embed|base|form)\b/i.test(
        page.replace(/<script.*?<\/script>/gs, ''),
      ),
    );
  });

  test('is written anew on demand, with labels', async () => {
    const labelled = await osprey(['label', 'cars', 'http://garden.test/', 'yes'], folder);
    assert.equal(labelled.code, 0, labelled.stderr);
    const ended = await osprey(['report', 'cars', '--json'], folder);
    assert.equal(ended.code, 0, ended.stderr);
    const { file: named, pages, bytes } = JSON.parse(ended.stdout);
    assert.equal(named, file);
    assert.equal(bytes, readFileSync(file).length);
    assert.ok(pages > 5);
    assert.match(readFileSync(file, 'utf8'), /garden\.test.*<span class="tag">labelled relevant<\/span>/);
  });

  test('goes to another file, which is not overwritten', async () => {
    const out = path.join(folder, 'other.html');
    assert.equal((await osprey(['report', 'cars', '--out', 'other.html'], folder)).code, 0);
    assert.match(readFileSync(out, 'utf8'), /^<!doctype html>/);
    writeFileSync(out, 'mine');
    const { code, stderr } = await osprey(['report', 'cars', '--out', 'other.html'], folder);
    assert.equal(code, 2);
    assert.match(stderr, /other\.html already exists/);
    assert.equal(readFileSync(out, 'utf8'), 'mine');
  });

  test('says so where there is no crawl', async () => {
    const { code, stderr } = await osprey(['report', 'nowhere'], folder);
    assert.equal(code, 2);
    assert.match(stderr, /nowhere/);
  });

  test('is written when a crawl is resumed, refreshed or rejudged, unless it is switched off', async () => {
    const commands = [
      ['resume', 'cars', '--max-pages', '100', '--workers', '0'],
      ['refresh', 'cars', '--older-than', '0s', '--max-pages', '1', '--new-pages', '0'],
      ['rejudge', 'cars', 'jaguar engine', '--workers', '0'],
    ];
    for (const command of commands) {
      rmSync(file, { force: true });
      const off = await osprey([...command, '--no-report'], folder);
      assert.equal(off.code, 0, off.stderr);
      assert.ok(!existsSync(file), `${command[0]} --no-report`);
      assert.doesNotMatch(off.stdout, /report\.html/);
      const on = await osprey([...command, ...(command[0] === 'refresh' ? [] : ['--report'])], folder);
      assert.equal(on.code, 0, on.stderr);
      assert.ok(existsSync(file), command[0]);
      assert.match(on.stdout, /^Report {7}cars\/report\.html$/m);
    }
  });
});
