import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { html, type Site, startSite } from '../site.js';
import { osprey, temporaryFolder } from './osprey.js';

/** Six pages about tulips, three URLs queued, one label, one search: made by the released version 0.1. */
const made = fileURLToPath(new URL('../../../test/fixtures/crawl-0.1', import.meta.url));

const { folder, remove } = temporaryFolder();
/** The web that it crawled, as far as it is still to be visited. All hosts are reached through a proxy. */
const web: Readonly<Record<string, string>> = {
  'tulips.test/about': html('About us', 'We are a small society. Write to us.'),
  'roses.test/': html('Roses', 'Some gardens grow roses and tulip flowers together.', [['/pruning', 'Pruning']]),
  'motors.test/': html('Lawn mower motors', 'Spark plugs, oil and filters for motors.'),
};

let site: Site;
before(async () => {
  site = await startSite((_host, target) => web[target.replace('http://', '')]);
});
after(async () => {
  await site.close();
  remove();
});

/** A fresh copy: each test finds it as version 0.1 left it. */
function copy(name: string): string {
  cpSync(made, path.join(folder, name), { recursive: true });
  return name;
}

const urls = (jsonl: string) => jsonl.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line).url]));
const visited = ['/', '/varieties', '/parrot', '/darwin', '/planting', '/soil'].map((at) => `http://tulips.test${at}`);

describe('a crawl that version 0.1 made', () => {
  test('is resumed where it stopped', async () => {
    const crawl = copy('resumed');
    const proxy = `http://127.0.0.1:${site.port}`;
    const { code, stderr } = await osprey(['resume', crawl, '--proxy', proxy, '--max-pages', '20'], folder);
    assert.equal(code, 0, stderr);
    const { stdout } = await osprey(['export', crawl, '--format', 'jsonl'], folder);
    assert.deepEqual(urls(stdout).slice(0, 6).sort(), [...visited].sort());
    assert.deepEqual(urls(stdout).slice(6).sort(), [
      'http://motors.test/',
      'http://roses.test/',
      'http://tulips.test/about',
    ]);
  });

  test('is exported as it was, with its label', async () => {
    const crawl = copy('exported');
    const { code, stdout } = await osprey(['export', crawl, '--format', 'jsonl', '--text'], folder);
    assert.equal(code, 0);
    const pages = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(pages.map(({ url }) => url).sort(), [...visited].sort());
    assert.match(pages.find(({ url }) => url.endsWith('/soil')).text, /Wet bulbs rot/);
    const csv = await osprey(['export', crawl, '--format', 'csv', '--relevant', '--ranked'], folder);
    assert.equal(csv.stdout.trim().split('\n').length, 7);
    assert.match(readFileSync(path.join(folder, crawl, 'labels.tsv'), 'utf8'), /planting/);
  });

  test('is searched, explained and summarised', async () => {
    const crawl = copy('searched');
    const { stdout: found } = await osprey(['search', crawl, 'fringed', '--json'], folder);
    assert.deepEqual(urls(found), ['http://tulips.test/parrot']);
    const { stdout: why } = await osprey(['why', crawl, 'http://tulips.test/parrot', '--json'], folder);
    assert.deepEqual([JSON.parse(why).path.length, JSON.parse(why).visit.depth], [2, 2]);
    const { stdout: status } = await osprey(['status', crawl, '--json'], folder);
    const { pages, queue, stopReason } = JSON.parse(status);
    assert.deepEqual([pages, queue.queued, stopReason], [6, 3, 'max-pages']);
  });

  test('is judged anew', async () => {
    const crawl = copy('rejudged');
    const { code, stdout } = await osprey(['rejudge', crawl, 'soil', '--json'], folder);
    assert.equal(code, 0);
    assert.equal(JSON.parse(stdout).pages, 6);
    const { stdout: ranked } = await osprey(['export', crawl, '--format', 'urls', '--ranked'], folder);
    assert.equal(ranked.split('\n')[0], 'http://tulips.test/soil');
  });
});
