import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bestFirst } from '../../src/strategy/best-first.js';
import { bestFirstAnchor } from '../../src/strategy/best-first-anchor.js';
import { bestFirstPage } from '../../src/strategy/best-first-page.js';
import { breadthFirst } from '../../src/strategy/breadth-first.js';
import { checkParameters } from '../../src/strategy/strategies.js';
import type { Strategy } from '../../src/strategy/strategy.js';
import type { Topic } from '../../src/topic/topic.js';
import { pageOf, topicOf } from '../page-of.js';

// All words weigh 1. The page's words: title "court" once, text "court appeal judge judge", anchors "supreme court" and "music".
// Frequencies: court 1 + 1 + 1 = 3, appeal 1, judge 2, supreme 1, music 1.
// |page| = √(3² + 1² + 2² + 1² + 1²) = √16 = 4. Query "court law": |q| = √2, product 3·1 (court only).
const html = `<title>court</title><p>court appeal judge judge</p>
  <a href="/supreme">supreme court</a> <a href="/music">music</a>`;
const pageCosine = 3 / (4 * Math.SQRT2); // 0.5303
// Anchor "supreme court": |a| = √2, product 1: 1 / (√2·√2) = 0.5. Anchor "music": 0.
const anchorCosines = [0.5, 0];

async function ranked(
  make: (topic: Topic) => Strategy,
): Promise<{ strategy: Strategy; values: number[]; parts: object[] }> {
  const topic = topicOf('court law');
  const strategy = make(topic);
  const page = pageOf(topic, html);
  const scores = await strategy.rank(page, await strategy.judge(page), page.links);
  return { strategy, values: scores.map(({ value }) => value), parts: scores.map(({ parts }) => parts) };
}

function near(actual: readonly number[], expected: readonly number[]): void {
  assert.equal(actual.length, expected.length);
  for (const [index, value] of expected.entries())
    assert.ok(Math.abs(actual[index]! - value) < 1e-9, `${actual[index]} is not ${value}`);
}

describe('the classic crawlers of the thesis', () => {
  test('the judge gives the cosine of page and query as its raw score, with the share of each query word', async () => {
    const topic = topicOf('court law');
    const judgement = await bestFirst(topic).judge(pageOf(topic, html));
    near([judgement.raw], [pageCosine]);
    assert.deepEqual(Object.keys(judgement.parts), ['court']);
    near(Object.values(judgement.parts), [pageCosine]);
  });

  test('(a) breadth-first ranks all links alike and keeps the first place of a link', async () => {
    const { strategy, values } = await ranked(breadthFirst);
    near(values, [0, 0]);
    assert.equal(strategy.merge, 'keep');
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
    assert.equal(strategy.merge, 'max');
  });

  test('all judge a page alike', async () => {
    const topic = topicOf('court law');
    const page = pageOf(topic, html);
    const judgements = await Promise.all(
      [breadthFirst, bestFirstPage, bestFirstAnchor, bestFirst].map((make) => make(topic).judge(page)),
    );
    for (const judgement of judgements) assert.deepEqual(judgement, judgements[0]);
  });
});

describe('idf from the collection', () => {
  test('learns from pages, and goes on from a snapshot as if nothing had happened', async () => {
    const topic = topicOf('court law', { idf: 'collection' });
    const [pages, probe] = [
      ['court of law', 'music and law', 'law school'].map((text) => pageOf(topic, `<p>${text}</p>`)),
      pageOf(topic, '<p>court law appeal</p>'),
    ];
    const [whole, before, after] = [bestFirst(topic), bestFirst(topic), bestFirst(topic)];
    const learn = async (strategy: Strategy, page: (typeof pages)[number]) =>
      strategy.learn!({
        url: page.url,
        terms: page.terms,
        judgement: await strategy.judge(page),
        relevant: true,
        depth: 0,
      });
    const fresh = (await whole.judge(probe)).raw;
    for (const page of pages) await learn(whole, page);
    await learn(before, pages[0]!);
    after.knowledge!.restore(before.knowledge!.snapshot());
    for (const page of pages.slice(1)) await learn(after, page);
    assert.deepEqual(await after.judge(probe), await whole.judge(probe));
    assert.notEqual((await whole.judge(probe)).raw, fresh);
  });
});

describe('parameters of strategies', () => {
  test('that do not exist are refused, with what there is', () => {
    assert.doesNotThrow(() => checkParameters(new Map()));
    assert.throws(
      () => checkParameters(new Map([['best-first.beta', 1]])),
      /best-first has no parameter "beta"; it has none/,
    );
    assert.throws(() => checkParameters(new Map([['best-frist.beta', 1]])), /did you mean "best-first"/);
  });
});
