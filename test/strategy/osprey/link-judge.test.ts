import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { LearntLink } from '../../../src/model/strategy.js';
import { LearningJudge } from '../../../src/strategy/osprey/learning-judge.js';
import { type Ingredient, ingredients, LinkJudge } from '../../../src/strategy/osprey/link-judge.js';
import { WantedScore } from '../../../src/strategy/osprey/wanted-score.js';
import { TextPipeline } from '../../../src/text/text-pipeline.js';
import { TopicJudge } from '../../../src/topic/topic-judge.js';
import { topicOf } from '../../page-of.js';
import { near } from '../near.js';

const pipeline = new TextPipeline();

/** A judge of links in a crawl for birds, to which all words weigh alike. */
function judgeOf(without?: Ingredient): LinkJudge {
  const topic = topicOf('bird');
  const plain = new TopicJudge(topic);
  const pages = new LearningJudge(new WantedScore(topic, plain, pipeline, [], plain.idf, false), plain.idf);
  return new LinkJudge(pages, (ids) => plain.similarity(ids), without);
}

function link(url: string, anchor = ''): LearntLink {
  const [anchorTerms, urlTerms] = [anchor, url.replace(/^https?:/, '')].map((text) => pipeline.termIds(text));
  return { url, anchorTerms: anchorTerms!, urlTerms: urlTerms!, contextTerms: new Uint32Array(0) };
}

const links = (...urls: readonly string[]) => urls.map((url) => link(url));

/** A page that was visited, as the strategy tells of it. */
function visit(judge: LinkJudge, url: string, reward: number, found: readonly LearntLink[] = [], isSeed = false): void {
  judge.learnVisit({ url, reward, relevance: reward });
  judge.addLinks({ url, reward, links: found, isSeed });
}

const sum = (parts: Readonly<Record<string, number>>) => Object.values(parts).reduce((total, part) => total + part, 0);
/** Ten parts at most, of which those below 0.005 are left out. */
const rounding = 10 * 0.005;

const number = fc.nat(25);
const url = fc
  .tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('', 'x/', 'cal?n='), number)
  .map(([host, directory, page]) => `http://${host}.test/${directory}${page}`);
const found = fc
  .tuple(url, fc.constantFrom('', 'bird', 'bird nest', 'read more', 'car'))
  .map(([to, text]) => link(to, text));
const visited = fc.record({
  url,
  reward: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 1)),
  links: fc.array(found, { maxLength: 12 }),
  isSeed: fc.boolean(),
});
const history = fc.array(visited, { maxLength: 40 });

describe('what a link is expected to bring', () => {
  test('learns from visits of others what hosts and templates are worth, also where it knew no link to them', () => {
    const [one, other, seed] = [judgeOf(), judgeOf(), judgeOf()];
    for (const judge of [one, other, seed])
      visit(judge, 'http://a.test/', 0.5, links('http://b.test/x/9', 'http://c.test/9'));
    for (let page = 0; page < 3; page++) {
      one.learnVisit({ url: `http://b.test/x/${page}`, reward: 0, relevance: 0 }, true);
      seed.learnVisit({ url: `http://b.test/x/${page}`, reward: 0, relevance: 0 });
    }
    // Three pages less to be curious about; nothing else of the visits tells of this link beforehand, but the usual of siblings:
    // 0.2/2 = 0.1 becomes 0.2/5. Held back: 10 · 0.03/(13 · 0.03) of its host and of its template. Curiosity is 0.05 by the best of
    // late, 0.3 at first, which fades with each visit.
    const first = 0.05 / 0.3;
    near(
      [other.worth('http://b.test/x/9')!, seed.worth('http://b.test/x/9')!],
      [0.6 / 3 + first, 0.6 / 3 + first],
      1e-6,
    );
    const later = first / 0.995 ** 3 / (1 + 3);
    near([one.worth('http://b.test/x/9')!], [((0.5 + 0.2 / 5) / 3 + later) * (10 / 13) ** 2], 1e-6);
    assert.equal(one.worth('http://b.test/x/1'), undefined);
  });

  test('beforehand: the mean of its best parent, its anchor text and its siblings, and a little for a new host', () => {
    const judge = judgeOf();
    visit(judge, 'http://a.test/', 0.6, [link('http://a.test/1', 'bird nest'), link('http://b.test/2', 'car')]);
    // Parent 0.6, cos("bird nest", "bird") = 1/√2, no sibling visited: the usual 0.1; curiosity 0.05/0.3.
    const value = (0.6 + Math.SQRT1_2 + 0.1) / 3 + 0.05 / 0.3;
    near([judge.worth('http://a.test/1')!], [value], 1e-6);
    assert.deepEqual(judge.score('http://a.test/1')!.parts, {
      parents: 0.2,
      anchor: 0.236,
      siblings: 0.033,
      'new host': 0.167,
    });
    near([judge.worth('http://b.test/2')!], [(0.6 + 0 + 0.1) / 3 + 0.05 / 0.3], 1e-6);
    // A better parent counts instead of the worse one.
    visit(judge, 'http://c.test/', 0.9, links('http://b.test/2'));
    near([judge.worth('http://b.test/2')!], [(0.9 + 0 + 0.1) / 3 + 0.05 / 0.3], 1e-6);
  });

  test('rises when a sibling turns out well', () => {
    const judge = judgeOf();
    visit(judge, 'http://a.test/', 0.6, links('http://a.test/1', 'http://a.test/2'));
    const before = judge.worth('http://a.test/2')!;
    visit(judge, 'http://a.test/1', 0.9);
    // The usual is (2 · 0.1 + 0.9)/3 = 0.3667, so siblings are (2 · 0.3667 + 0.9)/3 = 0.5444; one visit halves
    // curiosity: 0.05/0.9/2, 0.9 being the best of late; what was learnt counts 1/101, and says something between 0 and 1.
    const least = ((100 / 101) * (0.6 + 0.5444444)) / 3 + 0.05 / 0.9 / 2;
    const worth = judge.worth('http://a.test/2')!;
    assert.ok(worth > least - 1e-6 && worth < least + 1 / 101, `${worth}`);
    assert.ok(worth > before);
  });

  test('is hoped for where a seed has it, however many pages of its host were seen: the less, the more links the seeds have', () => {
    const pagesOf = (count: number) => links(...Array.from({ length: count }, (_, page) => `http://a.test/${page}`));
    const [portal, ordinary, long] = [judgeOf(), judgeOf(), judgeOf()];
    visit(portal, 'http://a.test/', 0, pagesOf(10), true);
    visit(ordinary, 'http://a.test/', 0, pagesOf(10));
    visit(long, 'http://a.test/', 0, pagesOf(80), true);
    for (const judge of [portal, ordinary, long]) judge.learnVisit({ url: 'http://a.test/0', reward: 0, relevance: 0 });
    // Curiosity is 0.05/(0.3 · 0.995): the whole of it for one of ten links, 20/80 of it for one of eighty, half of it for a host with one page.
    const offered = 0.05 / (0.3 * 0.995);
    // Besides, siblings (2 · 0.2/3 + 0)/3 = 0.0444, and what is held back: 10/11 of host and template each.
    const beforehand = ((100 / 101) * 0.0444444) / 3;
    for (const [judge, share] of [
      [portal, 1],
      [ordinary, 1 / 2],
      [long, 1 / 2],
    ] as const) {
      const least = (beforehand + share * offered) * (10 / 11) ** 2;
      const worth = judge.worth('http://a.test/1')!;
      assert.ok(worth > least - 1e-6 && worth < least + 1 / 101, `${worth} is not about ${least}`);
    }
    assert.ok(Object.hasOwn(portal.score('http://a.test/1')!.parts, 'seed'));
    assert.ok(Object.hasOwn(long.score('http://a.test/1')!.parts, 'new host'), 'which is more than a quarter');
    for (let page = 1; page < 9; page++)
      for (const judge of [portal, long]) judge.learnVisit({ url: `http://a.test/${page}`, reward: 0, relevance: 0 });
    assert.ok(Object.hasOwn(long.score('http://a.test/9')!.parts, 'seed'), 'which is more than a tenth');
    assert.ok(portal.worth('http://a.test/9')! > 3 * long.worth('http://a.test/9')!);
  });

  test('falls when a sibling on its host brings nothing, all the more when it is made alike', () => {
    const judge = judgeOf();
    visit(
      judge,
      'http://a.test/',
      0.6,
      links('http://a.test/x/1', 'http://a.test/x/2', 'http://a.test/y/3', 'http://b.test/'),
    );
    visit(judge, 'http://a.test/x/1', 0);
    // The usual is 0.2/3, siblings (2 · 0.0667 + 0)/3 = 0.0444. Best of late is 0.3 · 0.995; one page that brings nothing leaves 10/11 of
    // the allowance, for the host and once more for the template.
    const beforehand = ((100 / 101) * (0.6 + 0.0444444)) / 3;
    const [alike, other, elsewhere] = ['http://a.test/x/2', 'http://a.test/y/3', 'http://b.test/'].map(
      (at) => judge.worth(at)!,
    );
    const offered = 0.05 / (0.3 * 0.995);
    const expected = (curiosity: number, allowance: number) => (beforehand + curiosity) * allowance;
    for (const [worth, least] of [
      [alike, expected(offered / 2, (10 / 11) ** 2)],
      [other, expected(offered / 2, 10 / 11)],
      [elsewhere, expected(offered, 1)],
    ] as const)
      assert.ok(worth! > least - 1e-6 && worth! < least + 1 / 101, `${worth} is not about ${least}`);
    assert.ok(alike! < other! && other! < elsewhere!);
    assert.ok(judge.score('http://a.test/x/2')!.parts.deprioritised! < 0);
  });

  test('is not known of what was visited, and of what no page has linked to', () => {
    const judge = judgeOf();
    visit(judge, 'http://a.test/', 0.6, links('http://a.test/1', 'http://a.test/'));
    assert.equal(judge.worth('http://a.test/'), undefined);
    assert.equal(judge.score('http://a.test/other'), undefined);
    visit(judge, 'http://a.test/1', 0.5, links('http://a.test/1', 'http://a.test/'));
    assert.equal(judge.worth('http://a.test/1'), undefined);
  });

  test('a host that pays is preferred to one that does not, at last by far', () => {
    const judge = judgeOf();
    const all = Array.from({ length: 60 }, (_, page) => [
      `http://rich.test/${page}`,
      `http://poor.test/${page}`,
    ]).flat();
    visit(judge, 'http://a.test/', 0.5, links(...all));
    for (let page = 0; page < 30; page++) {
      visit(judge, `http://rich.test/${page}`, 0.8);
      visit(judge, `http://poor.test/${page}`, 0);
    }
    const [rich, poor] = [judge.worth('http://rich.test/50')!, judge.worth('http://poor.test/50')!];
    assert.ok(rich > 4 * poor && poor > 0, `${rich}, ${poor}`);
  });

  test('of each link is the sum of its parts but for rounding, and finite, whatever was visited', () => {
    fc.assert(
      fc.property(history, (visits) => {
        const judge = judgeOf();
        for (const { url: at, reward, links: its, isSeed } of visits) {
          visit(judge, at, reward, its, isSeed);
          for (const { url: to } of its) {
            const score = judge.score(to);
            if (score === undefined) continue;
            assert.ok(Number.isFinite(score.value) && score.value >= 0, `${score.value}`);
            assert.equal(judge.worth(to), score.value);
            assert.ok(Math.abs(sum(score.parts) - score.value) <= rounding);
            for (const part of Object.values(score.parts)) assert.ok(Math.abs(part) >= 0.005);
          }
        }
      }),
    );
  });

  test('withstands pages without links, with 10,000 links, with one link many times, without any text', () => {
    const judge = judgeOf();
    visit(judge, 'http://a.test/', 0, []);
    const many = Array.from({ length: 10_000 }, (_, page) =>
      link(`http://a.test/d${page % 97}/${page}`, 'bird '.repeat(page % 30)),
    );
    visit(judge, 'http://a.test/many', 1, many);
    visit(
      judge,
      'http://a.test/twice',
      0.5,
      Array.from({ length: 1_000 }, () => link('http://a.test/same')),
    );
    visit(judge, 'http://a.test/d5/5', 1, many);
    for (const at of ['http://a.test/d8/9999', 'http://a.test/d7/9998', 'http://a.test/same', 'http://a.test/d0/0']) {
      const { value, parts } = judge.score(at)!;
      assert.ok(Number.isFinite(value) && value > 0, `${value}`);
      assert.ok(Math.abs(sum(parts) - value) <= rounding);
    }
  });

  test('lacks an ingredient where it is left out, and works all the same', () => {
    for (const without of ingredients) {
      const judge = judgeOf(without);
      const all = Array.from({ length: 12 }, (_, page) => link(`http://a.test/bird/${page}`, 'bird nest'));
      visit(judge, 'http://a.test/', 0.6, all, true);
      for (let page = 0; page < 10; page++) visit(judge, `http://a.test/bird/${page}`, page % 3 === 0 ? 0.7 : 0);
      const { value, parts } = judge.score('http://a.test/bird/11')!;
      assert.ok(Number.isFinite(value) && value > 0, without);
      assert.ok(Math.abs(sum(parts) - value) <= rounding, without);
      const absent =
        { allowances: 'deprioritised', curiosity: 'new host', 'learnt-links': 'usual' }[without as string] ?? without;
      assert.ok(!Object.hasOwn(parts, absent), `${without}: ${JSON.stringify(parts)}`);
      if (without === 'curiosity') assert.ok(!Object.hasOwn(parts, 'seed'));
    }
  });

  test('is the same after a snapshot was restored, to the last digit, and stays so', () => {
    fc.assert(
      fc.property(history, history, history, (before, unrelated, after) => {
        const [judge, restored] = [judgeOf(), judgeOf()];
        for (const { url: at, reward, links: its, isSeed } of before) visit(judge, at, reward, its, isSeed);
        for (const { url: at, reward, links: its, isSeed } of unrelated) visit(restored, at, reward, its, isSeed);
        restored.knowledge.restore(judge.knowledge.snapshot());
        for (const { url: at, reward, links: its, isSeed } of after) {
          visit(judge, at, reward, its, isSeed);
          visit(restored, at, reward, its, isSeed);
        }
        for (const { url: to } of [...before, ...unrelated, ...after].flatMap((one) => one.links))
          assert.deepEqual(restored.score(to), judge.score(to));
      }),
      { numRuns: 50 },
    );
  });

  test('cannot be told from a damaged snapshot', () => {
    const judge = judgeOf();
    visit(judge, 'http://a.test/', 0.6, links('http://a.test/1', 'http://a.test/2'));
    visit(judge, 'http://a.test/1', 0.5);
    const data = judge.knowledge.snapshot();
    for (let length = 0; length < data.length; length += 101)
      assert.throws(() => judgeOf().knowledge.restore(data.subarray(0, length)), { code: 'knowledge-damaged' });
  });
});
