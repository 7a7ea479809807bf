import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { CrawlOptions } from '../../src/config/options.js';
import { settingsFrom } from '../../src/config/settings.js';
import { Crawl } from '../../src/crawl/crawl.js';
import type { JudgeAgain } from '../../src/crawl/judge-again.js';
import type { Page } from '../../src/model/page.js';
import { archiveOf } from '../lab/archived.js';
import { html } from '../site.js';

/** Gives pages as much relevance as it has learnt pages, in 64ths, and the depth that their parent handed on, in quarters. */
const learning = `export const strategy = {
  name: 'learning', summary: 'Counts.', source: 'test', needs: ['query'], parameters: {}, parts: {},
  prepare: () => ({ make: () => {
    let learnt = 0;
    return {
      name: 'learning', queueing: { merge: 'keep', inherits: true },
      judge(page, { from }) {
        const depth = (from?.inheritedState.depth ?? 0) + 1;
        return { relevance: depth / 4 + learnt / 64, raw: learnt, parts: {}, inheritedState: { depth } };
      },
      rank: (page, judgement, links) => links.map(() => ({ value: 0, parts: {} })),
      learn: () => void learnt++,
    };
  } }),
};`;

const pages = {
  'a.test/': html('Start', 'court', [
    ['/law', 'law'],
    ['/cat', 'pet'],
  ]),
  'a.test/law': html('Law', 'court of law'),
  'a.test/cat': html('Cat', 'a court of cats'),
};

/** What the crawl and, in the end, the judge say of each page. */
async function judgedTwice(t: TestContext, strategy: string, out?: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-judge-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, 'learning.mjs'), learning);
  const options = {
    query: 'court',
    not: ['cat'],
    notRule: 'drop',
    seed: 'http://a.test/',
    web: archiveOf(folder, pages),
    strategy: strategy.replace('FOLDER', folder),
    workers: 0,
    requests: 1,
    ...(out !== undefined && { out: path.join(folder, out) }),
  };
  const visited: { readonly seq: number; readonly page: Page; readonly relevance: number }[] = [];
  let again: number[] | undefined;
  const onLearnt = async (judge: JudgeAgain) => {
    again = [];
    for (const { seq, page } of visited) again.push((await judge(seq, page)).relevance);
  };
  const crawl = await Crawl.start(settingsFrom({ options: options as CrawlOptions }), { onLearnt });
  for await (const { seq, page, visit } of crawl.run())
    visited.push({ seq, page: page!, relevance: visit.judgement!.relevance });
  return { first: visited.map(({ relevance }) => relevance), again };
}

describe('a strategy that learns', () => {
  for (const out of [undefined, 'crawl'])
    test(`judges visited pages again by all that it learnt, reached as they were: ${out ?? 'memory'}`, async (t) => {
      const { first, again } = await judgedTwice(t, 'FOLDER/learning.mjs', out);
      // The start, then law with one page learnt; the page about cats is not judged by it, now or then.
      assert.deepEqual(first, [1 / 4, 2 / 4 + 1 / 64, 0]);
      assert.deepEqual(again, [1 / 4 + 2 / 64, 2 / 4 + 2 / 64, 0]);
    });

  test('is asked, others are not', async (t) => {
    const { first, again } = await judgedTwice(t, 'best-first');
    assert.equal(first.length, 3);
    assert.equal(again, undefined);
  });
});
