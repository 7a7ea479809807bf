import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { CrawlOptions } from '../../src/config/options.js';
import { settingsFrom } from '../../src/config/settings.js';
import { Crawl } from '../../src/crawl/crawl.js';
import { html, startSite } from '../site.js';

/** Ranks the links of a page 40, 39, … down to 1; what they are worth later is put in. */
const strategyWith = (revalue: string) => `export const strategy = {
  name: 'revaluing', summary: 'Changes its mind.', source: 'test', needs: ['query'], parameters: {}, parts: {},
  prepare: () => ({ make: () => { const strategy = {
    name: 'revaluing', learnt: 0,
    judge: () => ({ relevance: 1, raw: 1, parts: {} }),
    rank: (page, judgement, links) => links.map((link, index) => ({ value: 40 - index, parts: {} })),
    learn() { this.learnt++; },
    queueing: { merge: 'keep', revalue(url) { const page = new URL(url).pathname; ${revalue} } },
  }; return strategy; } }),
};`;

const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
/** Too different in their words to be copies of each other. */
const words = (number: number) => numbers.map((other) => `word${number * other * 7919}`).join(' ');
const pages = {
  'a.test/': html(
    'Start',
    'court',
    numbers.map((number) => [`/${number}`, `page ${number}`] as const),
  ),
  ...Object.fromEntries(numbers.map((number) => [`a.test/${number}`, html(`Page ${number}`, words(number))])),
};

async function crawlWith(t: TestContext, revalue: string, ...limits: readonly number[]): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-revalue-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const site = await startSite(pages);
  t.after(() => site.close());
  writeFileSync(path.join(folder, 'revaluing.mjs'), strategyWith(revalue));
  const settings = (maxPages: number) =>
    settingsFrom({
      options: {
        ...{ query: 'court', seed: 'http://a.test/', strategy: path.join(folder, 'revaluing.mjs'), maxPages },
        ...{ delay: '0s', requests: 1, workers: 0, allowPrivate: true, resolve: site.resolve },
        out: path.join(folder, 'crawl'),
      } as CrawlOptions,
    });
  const visited: string[] = [];
  for (const [run, limit] of limits.entries()) {
    const now = settings(limit);
    const crawl = run === 0 ? await Crawl.start(now) : await Crawl.resume(now, settings(limits[run - 1]!), []);
    for await (const { url } of crawl.run()) visited.push(new URL(url).pathname);
  }
  return visited;
}

describe('a strategy that knows what queued URLs are worth by now', () => {
  test('is asked before each request: what fell is left for later', async (t) => {
    // Once the first page behind the start was learnt, the second one is worth less than the sixth.
    const visited = await crawlWith(t, "return page === '/2' && strategy.learnt >= 2 ? 34.5 : undefined;", 9);
    assert.deepEqual(visited, ['/', '/1', '/3', '/4', '/5', '/6', '/2', '/7', '/8']);
  });

  const risen = "return page === '/40' ? 1000 : undefined;";
  const inOrder = numbers.map((number) => `/${number}`);
  // The start and 24 more are 25 documents; the last one is found to be the best after them.
  const expected = ['/', ...inOrder.slice(0, 24), '/40', ...inOrder.slice(24, 29)];

  test('is asked for the best of the queue every 25 documents: what rose comes at once', async (t) => {
    assert.deepEqual(await crawlWith(t, risen, 31), expected);
  });

  test('is asked at the same documents in a crawl that was resumed', async (t) => {
    assert.deepEqual(await crawlWith(t, risen, 11, 31), expected);
  });
});
