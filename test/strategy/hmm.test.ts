import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { CrawlOptions } from '../../src/config/options.js';
import { contextGraphTrainer } from '../../src/learning/context-graph-trainer.js';
import { hmmTrainer } from '../../src/learning/markov/hmm-trainer.js';
import type { InheritedState, Judgement, LinkScore, Reached } from '../../src/model/strategy.js';
import { hmm, hmmXMeans, inSteps } from '../../src/strategy/hmm/hmm.js';
import { hybrid, hybridAnchor } from '../../src/strategy/hmm/hybrid.js';
import type { StrategyEntry } from '../../src/strategy/strategy-entry.js';
import { asSeed, type Made, made } from './made.js';
import { near } from './near.js';
import { savedModel } from './recorded-visits.js';
import { visitOrder, visitOrderResumed } from './visit-order.js';
import { otherWeb, page as pageOf, rightOrder, seed, wayToWanted } from './way-to-wanted.js';

function trained(context: TestContext, entry: StrategyEntry, set: NonNullable<CrawlOptions['set']> = {}): Made {
  return made(entry, { query: 'zorb', model: savedModel(context, hmmTrainer, wayToWanted), set });
}

/** What a strategy says of a page, and of its links. */
async function asked({ strategy, page }: Made, html: string, reached: Reached = asSeed) {
  const read = page(html);
  const judgement = (await strategy.judge(read, reached)) as Judgement;
  const scores = (await strategy.rank(read, judgement, read.links, reached)) as readonly LinkScore[];
  return {
    judgement,
    scores,
    behind: { depth: 1, level: 1, from: { url: read.url, inheritedState: judgement.inheritedState! } },
  };
}

function statesOf({ parts }: Judgement): number[] {
  return [parts.L0!, parts.L1!, parts.L2!, parts.L3!];
}

// Counts of the training set: pages (2, 1, 1, 3); steps L1 → L0 twice, L2 → L1, L3 → L2 once, L3 → L3 twice; one cluster each for
// front, gate, shelf, weather (rain and snow) and wanted. With 1 added to every count:
//   π = (3, 2, 2, 4)/11.  A: L0 (1,1,1,1)/4, L1 (3,1,1,1)/6, L2 (1,2,1,1)/5, L3 (1,1,2,3)/7.
//   B of front: L0 1/7, L1 1/6, L2 1/6, L3 2/8.  B of gate: 1/7, 1/6, 2/6, 1/8.
const smoothed = { 'hmm.smoothing': 1, 'hmm.neighbours': 1 };
const front = pageOf('welk frun', '/x', '/y');
const gate = pageOf('gorp arkz', '/x');

describe('the HMM crawler', () => {
  test('believes π·B of a seed, eq 5 behind a link, and ranks links by eq 6', async (context) => {
    const crawler = trained(context, hmm, smoothed);
    // Seed of the front's cluster: π·B = (3/7, 1/3, 1/3, 1)/11 = (9, 7, 7, 21)/231; normalised (9, 7, 7, 21)/44.
    const first = await asked(crawler, front);
    near(statesOf(first.judgement), [9 / 44, 7 / 44, 7 / 44, 21 / 44]);
    near([first.judgement.raw, first.judgement.relevance], [9 / 44, 9 / 44]);
    // One step on, in 44ths: L0 9/4 + 7·3/6 + 7/5 + 21/7 = 10.15; L1 9/4 + 7/6 + 7·2/5 + 21/7 = 9.2167;
    // L2 9/4 + 7/6 + 7/5 + 21·2/7 = 10.8167; L3 9/4 + 7/6 + 7/5 + 21·3/7 = 13.8167. Two steps, L0:
    // 10.15/4 + 9.2167/2 + 10.8167/5 + 13.8167/7 = 2.5375 + 4.608333 + 2.163333 + 1.973810 = 11.282976.
    assert.equal(first.scores.length, 2);
    const { value, parts } = first.scores[1]!;
    near([parts.next!, parts['after next']!], [10.15 / 44, 11.282976 / 44], 1e-7);
    // ε = 0.01: 0.230682 is in the step from 0.23; within it two steps ahead, 0.256431, tell the place.
    near([value], [0.23 + 0.00256431], 1e-7);
    // Behind it a page of the gate's cluster: (10.15/7, 9.2167/6, 10.8167·2/6, 13.8167/8) = (1.45, 1.536111, 3.605556, 1.727083),
    // sum 8.31875: (0.174305, 0.184657, 0.433425, 0.207613).
    const second = await asked(crawler, gate, first.behind);
    near(statesOf(second.judgement), [0.174305, 0.184657, 0.433425, 0.207613], 1e-6);
    assert.equal(crawler.strategy.queueing?.merge, undefined);
  });

  test('may leave α as the equations give it', async (context) => {
    const crawler = trained(context, hmm, { ...smoothed, 'hmm.normalise': false });
    const first = await asked(crawler, front);
    near([first.judgement.raw, first.judgement.relevance], [9 / 231, 9 / 44]);
    const second = await asked(crawler, gate, first.behind);
    near([second.judgement.raw], [1.45 / 231]);
  });

  test('takes wanted pages for relevant, whatever the way to them, and no others', async (context) => {
    const crawler = trained(context, hmm, { 'hmm.neighbours': 1 });
    const { behind } = await asked(crawler, pageOf('ruhn klod'));
    for (const reached of [asSeed, behind]) {
      assert.ok((await asked(crawler, pageOf('zorb plim'), reached)).judgement.relevance > 0.5);
    }
    for (const text of ['welk frun', 'gorp', 'lozt', 'klod ruhn']) {
      assert.ok((await asked(crawler, pageOf(text))).judgement.relevance < 0.5, text);
    }
  });

  test('learns nothing from a page that is like no training page', async (context) => {
    const { judgement } = await asked(trained(context, hmm, smoothed), pageOf('nobody knows'));
    near(statesOf(judgement), [3 / 11, 2 / 11, 2 / 11, 4 / 11]);
    assert.equal(judgement.parts.cluster, 0);
  });

  test('starts afresh on a path that the model denies', async (context) => {
    const crawler = trained(context, hmm, { 'hmm.smoothing': 0, 'hmm.neighbours': 1 });
    // Unsmoothed, nothing but L3 is known to lead to L3, and no step leads on from L0.
    const { behind } = await asked(crawler, pageOf('zorb quax'));
    near(statesOf((await asked(crawler, front, behind)).judgement), [0, 0, 0, 1]);
  });

  test('starts afresh behind a page whose inherited state is not one of so many states', async (context) => {
    const crawler = trained(context, hmm, smoothed);
    const alone = statesOf((await asked(crawler, gate)).judgement);
    const behind = async (inheritedState: InheritedState) => {
      const reached = { depth: 1, level: 1, from: { url: 'http://a.test/from', inheritedState } };
      return statesOf((await asked(crawler, gate, reached)).judgement);
    };
    const whole = { L0: 0.7, L1: 0.1, L2: 0.1, L3: 0.1 };
    assert.notDeepEqual(await behind(whole), alone);
    const { L3: _, ...shorter } = whole;
    const longer = { ...whole, L4: 0 };
    const others = [
      {},
      { depth: 2 },
      { a: 1, b: 2, c: 3, d: 4 },
      { ...shorter, left: 1 },
      { ...whole, L2: Number.NaN },
    ];
    for (const inheritedState of [shorter, longer, ...others]) assert.deepEqual(await behind(inheritedState), alone);
  });

  test('ranks links without an inherited state by π alone', async (context) => {
    const { strategy, page } = trained(context, hmm, smoothed);
    const read = page(front);
    const { inheritedState: _, ...judgement } = await strategy.judge(read, asSeed);
    // Eq 6 from π = (3, 2, 2, 4)/11: (3/4 + 2·3/6 + 2/5 + 4/7)/11.
    const scores = await strategy.rank(read, judgement, read.links, asSeed);
    near([scores[0]!.parts.next!], [(0.75 + 1 + 0.4 + 4 / 7) / 11]);
  });

  test('orders by one step, and within ε by two', () => {
    assert.ok(inSteps(0.231, 0.9, 0.01) > inSteps(0.239, 0.1, 0.01));
    assert.ok(inSteps(0.241, 0, 0.01) > inSteps(0.239, 1, 0.01));
    assert.ok(inSteps(0.231, 0.9, 0) < inSteps(0.239, 0.1, 0));
  });
});

describe('the hybrid crawlers', () => {
  // c_r ∝ zorb 2, quax 2, plim 1, drok 1, |c_r| = √10. The page has zorb twice (once in an anchor) and vunt once:
  // cos = 4/(√5·√10) = 0.565685. Anchors: zorb 2/√10 = 0.632456, '' 0.
  const html = pageOf('zorb vunt', '/x:zorb', '/y');
  const pageCosine = 0.565685;

  test('average the HMM with the cosine of the page, eq 11', async (context) => {
    const [{ scores: pure }, { scores, judgement }] = [
      await asked(trained(context, hmm), html),
      await asked(trained(context, hybrid), html),
    ];
    near([judgement.raw], [pageCosine], 1e-6);
    const next = pure[0]!.parts.next!;
    near(
      scores.map(({ value }) => value),
      [(pageCosine + next) / 2, (pageCosine + next) / 2],
      1e-6,
    );
  });

  test('and with that of the anchor, eq 12', async (context) => {
    const [{ scores: pure }, { scores }] = [
      await asked(trained(context, hmm), html),
      await asked(trained(context, hybridAnchor), html),
    ];
    const next = pure[0]!.parts.next!;
    const expected = [(next + (pageCosine + 0.632456) / 2) / 2, (next + pageCosine / 2) / 2];
    near(
      scores.map(({ value }) => value),
      expected,
      1e-6,
    );
    near([scores[0]!.parts.hmm!, scores[0]!.parts.page!, scores[0]!.parts.anchor!], [next, pageCosine, 0.632456], 1e-6);
  });

  test('judge by the centroid, with 0.5 half way between the wanted pages and the others', async (context) => {
    // The wanted pages share two of three words: cos 2/3. The others share none: 0. Half way: 1/3.
    // 0.565685 / (0.565685 + 0.333333) = 0.629226.
    const { judgement } = await asked(trained(context, hybrid), html);
    near([judgement.relevance], [0.629226], 1e-5);
  });
});

describe('a crawl by the HMM', () => {
  for (const { name } of [hmm, hmmXMeans, hybrid]) {
    test(`(${name}) follows the way that was learnt, and does so after a restart`, async (context) => {
      const model = savedModel(context, hmmTrainer, wayToWanted);
      const options = { strategy: name, query: 'zorb', seed, model, set: { [`${name}.neighbours`]: 1 } };
      assert.deepEqual(await visitOrder(otherWeb, options), rightOrder);
      assert.deepEqual(await visitOrderResumed(otherWeb, options), rightOrder);
    });
  }

  test('(hybrid-anchor) takes the link with the better anchor text first', async (context) => {
    const model = savedModel(context, hmmTrainer, wayToWanted);
    const options = { strategy: 'hybrid-anchor', query: 'zorb', seed, model };
    const order = await visitOrder(otherWeb, options);
    assert.deepEqual(
      order.slice(0, 6),
      ['', 'rain', 'gate', 'shelf', 'two', 'one'].map((path) => `b.test/${path}`),
    );
    assert.deepEqual(await visitOrderResumed(otherWeb, options), order);
  });

  test('(best-first) would not', async () => {
    const order = await visitOrder(otherWeb, { strategy: 'best-first', query: 'zorb', seed });
    assert.ok(order.indexOf('b.test/rain2') < order.indexOf('b.test/shelf'));
  });
});

describe('input of the HMM crawlers', () => {
  test('is refused in one sentence when there is no model, or one of another kind', (context) => {
    for (const entry of [hmm, hmmXMeans, hybrid, hybridAnchor]) {
      const make = (options: { model?: string }) => made(entry, { query: 'zorb', ...options });
      assert.throws(() => make({}), { code: 'no-model', message: new RegExp(`osprey train --for ${entry.name}`) });
      const other = savedModel(context, contextGraphTrainer, wayToWanted);
      assert.throws(() => make({ model: other }), { code: 'wrong-model' });
    }
  });
});
