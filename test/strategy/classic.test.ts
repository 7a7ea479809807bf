import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from '../../src/model/page.js';
import type { Strategy } from '../../src/model/strategy.js';
import { bestFirst } from '../../src/strategy/classic/best-first.js';
import { bestFirstAnchor } from '../../src/strategy/classic/best-first-anchor.js';
import { bestFirstPage } from '../../src/strategy/classic/best-first-page.js';
import { breadthFirst } from '../../src/strategy/classic/breadth-first.js';
import type { StrategyEntry } from '../../src/strategy/strategy-entry.js';
import { asSeed, made } from './made.js';
import { near } from './near.js';

// All words weigh 1. The page's words: title "court" once, text "court appeal judge judge", anchors "supreme court" and "music".
// Frequencies: court 1 + 1 + 1 = 3, appeal 1, judge 2, supreme 1, music 1.
// |page| = √(3² + 1² + 2² + 1² + 1²) = √16 = 4. Query "court law": |q| = √2, product 3·1 (court only).
const html = `<title>court</title><p>court appeal judge judge</p>
  <a href="/supreme">supreme court</a> <a href="/music">music</a>`;
const pageCosine = 3 / (4 * Math.SQRT2); // 0.5303
// Anchor "supreme court": |a| = √2, product 1: 1 / (√2·√2) = 0.5. Anchor "music": 0.
const anchorCosines = [0.5, 0];
const query = 'court law';

async function ranked(entry: StrategyEntry): Promise<{ strategy: Strategy; values: number[]; parts: object[] }> {
  const { strategy, page: read } = made(entry, { query });
  const page = read(html);
  const scores = await strategy.rank(page, await strategy.judge(page, asSeed), page.links, asSeed);
  return { strategy, values: scores.map(({ value }) => value), parts: scores.map(({ parts }) => parts) };
}

describe('the classic crawlers of Batsakis 2007', () => {
  test('the judge gives the cosine of page and query as its raw score, with the share of each query word', async () => {
    const { strategy, page } = made(bestFirst, { query });
    const judgement = await strategy.judge(page(html), asSeed);
    near([judgement.raw], [pageCosine]);
    assert.deepEqual(Object.keys(judgement.parts), ['court']);
    near(Object.values(judgement.parts), [pageCosine]);
  });

  test('(a) breadth-first ranks all links alike and keeps the first place of a link', async () => {
    const { strategy, values } = await ranked(breadthFirst);
    near(values, [0, 0]);
    assert.equal(strategy.queueing?.merge, 'keep');
  });

  test('(b) best-first-page gives every link the cosine of its page', async () => {
    near((await ranked(bestFirstPage)).values, [pageCosine, pageCosine]);
  });

  test('(c) best-first-anchor gives a link the cosine of its anchor text', async () => {
    near((await ranked(bestFirstAnchor)).values, anchorCosines);
  });

  test('(d) best-first gives a link the mean of both, eq 7, and tells the parts', async () => {
    const { values, parts, strategy } = await ranked(bestFirst);
    near(values, [(pageCosine + 0.5) / 2, pageCosine / 2]); // 0.5152, 0.2652
    assert.deepEqual(parts[1], { page: pageCosine, anchor: 0 });
    assert.equal(strategy.queueing?.merge, undefined);
  });

  test('all judge a page alike', async () => {
    const judgements = await Promise.all(
      [breadthFirst, bestFirstPage, bestFirstAnchor, bestFirst].map((entry) => {
        const { strategy, page } = made(entry, { query });
        return strategy.judge(page(html), asSeed);
      }),
    );
    for (const judgement of judgements) assert.deepEqual(judgement, judgements[0]);
  });
});

describe('idf from the collection', () => {
  test('learns from pages, and goes on from a snapshot as if nothing had happened', async () => {
    const [whole, before, after] = [1, 2, 3].map(() => made(bestFirst, { query, idf: 'collection' }));
    const { page: read } = whole!;
    const pages = ['court of law', 'music and law', 'law school'].map((text) => read(`<p>${text}</p>`));
    const probe = read('<p>court law appeal</p>');
    const judge = ({ strategy }: { strategy: Strategy }, page: Page) => strategy.judge(page, asSeed);
    const learn = async ({ strategy }: { strategy: Strategy }, page: Page) =>
      strategy.learn!({
        url: page.url,
        terms: page.terms,
        judgement: await strategy.judge(page, asSeed),
        relevant: true,
        reached: asSeed,
        links: [],
      });
    const fresh = (await judge(whole!, probe)).raw;
    for (const page of pages) await learn(whole!, page);
    await learn(before!, pages[0]!);
    after!.strategy.knowledge!.restore(before!.strategy.knowledge!.snapshot());
    for (const page of pages.slice(1)) await learn(after!, page);
    assert.deepEqual(await judge(after!, probe), await judge(whole!, probe));
    assert.notEqual((await judge(whole!, probe)).raw, fresh);
  });
});
