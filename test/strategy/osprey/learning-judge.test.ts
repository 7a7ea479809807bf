import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { LearningJudge, learntPart, probabilityOf, sitePart } from '../../../src/strategy/osprey/learning-judge.js';
import type { Words } from '../../../src/strategy/osprey/outlook.js';
import { WantedScore } from '../../../src/strategy/osprey/wanted-score.js';
import { TextPipeline } from '../../../src/text/text-pipeline.js';
import { TopicJudge } from '../../../src/topic/topic-judge.js';
import { topicOf } from '../../page-of.js';
import { near } from '../near.js';

const pipeline = new TextPipeline();
const page = (text: string) => ({ terms: pipeline.counts(text), title: '', url: 'http://a.test/' });

const wordsOf = (...ids: readonly number[]): Words => ({ ids: Uint32Array.from(ids), from: 0, to: ids.length });

/** A judge of birds to whom all words weigh alike, and that knows nothing of meanings. */
function judgeOf(query = 'bird'): LearningJudge {
  const topic = topicOf(query);
  const plain = new TopicJudge(topic);
  return new LearningJudge(new WantedScore(topic, plain, pipeline, [], plain.idf, false), plain.idf);
}

/** Judges pages and learns from them, as a crawl would. */
function visit(judge: LearningJudge, ...texts: readonly string[]): void {
  for (const text of texts) {
    const visited = page(text);
    judge.learn({ ...visited, judgement: judge.judge(visited) });
  }
}

/** A judgement with this reward: its probability is one of three parts of it, and there are no words of the query. */
const rewarded = (reward: number) => ({ raw: 0, relevance: 3 * reward, parts: {} });

/** Pages on birds, that keep company with nests, and others on cars. */
const birdsAndCars = ['bird nest', 'bird car', 'car road'];
const text = fc
  .array(fc.constantFrom('bird', 'nest', 'egg', 'wing', 'car', 'road', 'wheel', 'tree'), { maxLength: 30 })
  .map((words) => words.join(' '));

/** Where the parts of a snapshot end, each of which follows its length. */
function ends(snapshot: Uint8Array): number[] {
  const found: number[] = [];
  const view = new DataView(snapshot.buffer, snapshot.byteOffset, snapshot.byteLength);
  for (let at = 0; at < snapshot.length; at = found.at(-1)!) found.push(at + 4 + view.getUint32(at, true));
  return found;
}

describe('the judge that learns', () => {
  test('turns scores into probabilities: σ(7 · score − 4.6)', () => {
    // σ(−4.6) = 1/(1 + e^4.6) = 1/100.484; σ(0) at 4.6/7; σ(2.4) = 1/(1 + e^−2.4) = 0.91683; above 1 it goes on: σ(5.9) = 0.99727.
    near([0, 4.6 / 7, 1, 1.5].map(probabilityOf), [0.009952, 0.5, 0.916827, 0.997268], 1e-6);
  });

  test('judges by what was asked for alone until it has something to compare with', () => {
    const judge = judgeOf();
    visit(judge, ...birdsAndCars, 'bird nest', 'bird car');
    // Of the first three pages there is no place along c yet, so two places are known: too few.
    assert.equal(judge.judge(page('nest')).parts[learntPart], undefined);
  });

  test('knows a page without a word of the query by the company that its words keep', () => {
    const judge = judgeOf();
    visit(judge, ...birdsAndCars, ...birdsAndCars);
    // Pages of two words have unit vectors (1, 1)/√2. y of "bird nest" and "bird car": bend = 1.2 · (0.25 + 0.75 · 2/300) = 0.306,
    // b = 1/1.306, y = 0.35 · b + 0.28 for the word that they begin with + 0.1 = 0.64799; y of "car road" is 0.
    const b = 1 / 1.306;
    const y = 0.35 * b + 0.28 + 0.1;
    // c = Σyu/Σy − Σu/n, in units of 1/√2, for (bird, nest, car, road), and the place of the page that comes next:
    //   after 3 pages       (1, 1/2, 1/2, 0) − (2/3, 1/3, 2/3, 1/3) = (1/3, 1/6, −1/6, −1/3);   bird nest: (1/3 + 1/6)/2 = 1/4
    //   and "bird nest"     (1, 2/3, 1/3, 0) − (3/4, 2/4, 2/4, 1/4) = (1/4, 1/6, −1/6, −1/4);   bird car: (1/4 − 1/6)/2 = 1/24
    //   and "bird car"      (1, 1/2, 1/2, 0) − (4/5, 2/5, 3/5, 1/5) = (1/5, 1/10, −1/10, −1/5); car road: (−1/10 − 1/5)/2 = −3/20
    //   and "car road"      as after 3 pages.
    // Their mean is (1/4 + 1/24 − 3/20)/3 = 17/360 = 0.04722, their spread √((0.20278² + 0.00556² + 0.19722²)/3) = 0.16335.
    // The y of these pages, (y, y, 0), have mean 2y/3 and spread y·√2/3.
    const spread = Math.sqrt(((1 / 4 - 17 / 360) ** 2 + (1 / 24 - 17 / 360) ** 2 + (-3 / 20 - 17 / 360) ** 2) / 3);
    near([spread], [0.16335], 1e-5);
    // The page "nest" has u = 1 for nest: its place is 1/(6√2) = 0.11785, on the scale of y 0.6667y + 0.4714y · 0.07063/0.16335 = 0.5641.
    const learnt = (2 * y) / 3 + (((y * Math.SQRT2) / 3) * (1 / (6 * Math.SQRT2) - 17 / 360)) / spread;
    near([learnt], [0.5641], 1e-4);
    // Σy = 4y = 2.592 pages' worth were seen: the learnt share is 0.5 · 2.592/(2.592 + 10) = 0.1029.
    const share = (0.5 * 4 * y) / (4 * y + 10);
    const { raw, relevance, parts } = judge.judge(page('nest'));
    // All pages are of one site, no other is known: 0.65 · ((4y + 10 · 0.12)/(6 + 10) − 0.12).
    const site = 0.65 * ((4 * y + 1.2) / 16 - 0.12);
    near([parts[learntPart]!, parts[sitePart]!, raw], [share * learnt, site, share * learnt + site]);
    near([relevance], [1 / (1 + Math.exp(4.6 - 7 * raw))]);
    near([raw], [0.05806 + 0.07605], 1e-4);
    // "road" lies at −1/(3√2): below what 0 stands for, so it is learnt to be 0.
    assert.equal(judge.judge(page('road')).parts[learntPart], undefined);
    // With the word of the query both speak: what was asked for stays, and what was learnt is told as a change of it.
    const both = judge.judge(page('bird nest'));
    near([both.parts.bird!], [0.35 * b]);
    assert.ok(both.parts[learntPart]! > 0);
  });

  test('tells the words that count most: of the query by their share, of c by their place', () => {
    const [bird, nest, egg] = pipeline.termIds('bird nest egg');
    const judge = judgeOf();
    assert.deepEqual(judge.topTerms(9), [[bird, 1]]);
    visit(judge, ...birdsAndCars, ...birdsAndCars);
    // As above: c is (1/3, 1/6, −1/6, −1/3) for bird, nest, car and road, and s = 0.5 · 4y/(4y + 10). Bird is all of the query and
    // the highest of c: (1 − s) + s; nest is half as high.
    const y = 0.35 / 1.306 + 0.28 + 0.1;
    const s = (0.5 * 4 * y) / (4 * y + 10);
    const table = judge.topTerms(9);
    assert.deepEqual(
      table.map(([id]) => id),
      [bird, nest],
    );
    near(
      table.map(([, weight]) => weight),
      [1, s / 2],
    );
    assert.deepEqual(judge.topTerms(1), table.slice(0, 1));
    assert.deepEqual(judge.topTerms(0), []);
    // A word of the query that no page has counts too: with idf 1 it is half of the query.
    const other = judgeOf('bird egg');
    visit(other, ...birdsAndCars, ...birdsAndCars);
    assert.deepEqual(new Set(other.topTerms(9).map(([id]) => id)), new Set([bird, egg, nest]));
  });

  test('tells of many words the same few, however they come', () => {
    const words = Array.from({ length: 60 }, (_, word) => `w${word}x`);
    const judge = judgeOf();
    for (let from = 0; from < words.length; from += 3)
      visit(judge, `bird ${words.slice(from, from + 9).join(' ')}`, `car ${words[from]}`);
    const all = judge.topTerms(1000);
    for (let count = 1; count < 20; count++) assert.deepEqual(judge.topTerms(count), all.slice(0, count));
  });

  test('counts no learnt words where it must not learn', () => {
    const topic = topicOf('bird');
    const plain = new TopicJudge(topic);
    const judge = new LearningJudge(
      new WantedScore(topic, plain, pipeline, [], plain.idf, false),
      plain.idf,
      'learnt-words',
    );
    visit(judge, ...birdsAndCars);
    assert.deepEqual(judge.topTerms(9), [[pipeline.termIds('bird')[0], 1]]);
  });

  test('tells the mean reward of the pages with a word, drawn towards the usual', () => {
    const judge = judgeOf();
    const [nest, car, unknown] = pipeline.termIds('nest car zebra');
    assert.equal(judge.rewardOfTerms(wordsOf(nest!, unknown!), 0.2), 0.2);
    judge.learn({ ...page('bird nest'), judgement: rewarded(0.8) });
    judge.learn({ ...page('tree nest'), judgement: rewarded(0.6) });
    judge.learn({ ...page('car road'), judgement: rewarded(0.1) });
    // nest: (1.4 + 5 · 0.2)/(2 + 5) = 2.4/7; with idf 1 against two words' worth of the usual: (2.4/7 + 0.4)/3.
    near([judge.rewardOfTerms(wordsOf(nest!), 0.2)], [(2.4 / 7 + 0.4) / 3]);
    // nest and car: car has (0.1 + 1)/6; words that nobody met do not count.
    near([judge.rewardOfTerms(wordsOf(nest!, unknown!, car!), 0.2)], [(2.4 / 7 + 1.1 / 6 + 0.4) / 4]);
    assert.equal(judge.rewardOfTerms(wordsOf(), 0.2), 0.2);
  });

  test("takes a person's word: pages like one that was called relevant rise, like one that was not fall", () => {
    const scoreAfter = (label?: boolean) => {
      const judge = judgeOf();
      visit(judge, ...birdsAndCars, ...birdsAndCars, 'nest tree', 'bird tree wing');
      if (label !== undefined) judge.applyLabel(page('nest egg tree'), label);
      return judge.judge(page('nest egg')).raw;
    };
    assert.ok(scoreAfter(true) > scoreAfter(), `${scoreAfter(true)} > ${scoreAfter()}`);
    assert.ok(scoreAfter(false) < scoreAfter(), `${scoreAfter(false)} < ${scoreAfter()}`);
  });

  test('goes by what a person has said last of a page', () => {
    const scoreAfter = (...labels: readonly boolean[]) => {
      const judge = judgeOf();
      visit(judge, ...birdsAndCars, ...birdsAndCars, 'nest tree', 'bird tree wing');
      for (const relevant of labels) judge.applyLabel(page('nest egg tree'), relevant);
      return judge.judge(page('nest egg')).raw;
    };
    near([scoreAfter(true, false), scoreAfter(false, true)], [scoreAfter(false), scoreAfter(true)]);
    near([scoreAfter(true, true), scoreAfter(false, true, false)], [scoreAfter(true), scoreAfter(false)]);
  });

  test('judges alike however often it is asked, and learns the same from a page judged before or not', () => {
    const [one, other] = [judgeOf(), judgeOf()];
    for (const words of [...birdsAndCars, ...birdsAndCars, 'nest egg']) {
      const visited = page(words);
      const judgement = one.judge(visited);
      one.judge(page('wing road'));
      assert.deepEqual(one.judge(visited), judgement);
      one.learn({ ...visited, judgement });
      // As when a crawl is resumed: learnt without being judged.
      other.learn({ ...page(words), judgement });
    }
    for (const words of ['nest', 'bird', 'car nest wing'])
      assert.deepEqual(one.judge(page(words)), other.judge(page(words)));
  });

  test('gives scores and probabilities within 0..1, whatever it has seen', () => {
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 25 }),
        fc.array(fc.tuple(text, fc.boolean()), { maxLength: 3 }),
        fc.array(text, { minLength: 1, maxLength: 5 }),
        (visited, labels, judged) => {
          const judge = judgeOf();
          visit(judge, ...visited);
          for (const [index, [words, relevant]] of labels.entries())
            judge.applyLabel({ ...page(words), url: `http://a.test/${index}` }, relevant);
          visit(judge, ...visited);
          for (const { raw, relevance, parts } of judged.map((words) => judge.judge(page(words)))) {
            assert.ok(raw >= 0 && raw <= 1, `${raw}`);
            assert.ok(relevance >= 0 && relevance <= 1, `${relevance}`);
            near([Object.values(parts).reduce((sum, part) => sum + part, 0)], [raw]);
          }
        },
      ),
    );
  });

  test('learns from a label as from four certain pages, and takes it back when the person says otherwise', () => {
    const [judge, untaught] = [judgeOf(), judgeOf()];
    for (const one of [judge, untaught]) visit(one, ...birdsAndCars, ...birdsAndCars);
    const relevanceOf = (one: LearningJudge, words: string) => one.judge(page(words)).relevance;
    const labelled = { ...page('nest egg'), url: 'http://a.test/nest' };
    judge.applyLabel(labelled, true);
    // Alike, without a word of the query.
    assert.ok(relevanceOf(judge, 'egg hatch') > relevanceOf(untaught, 'egg hatch'));
    judge.applyLabel(labelled, false);
    assert.ok(relevanceOf(judge, 'egg hatch') <= relevanceOf(untaught, 'egg hatch'));
    // Nothing is left of the first label: a judge who heard the second alone thinks the same.
    untaught.applyLabel(labelled, false);
    near([relevanceOf(judge, 'egg hatch')], [relevanceOf(untaught, 'egg hatch')]);
  });

  test('goes on from a snapshot exactly as it would have gone on itself', () => {
    const texts = fc.array(text, { maxLength: 15 });
    fc.assert(
      fc.property(texts, texts, texts, (before, unrelated, after) => {
        const [judge, restored] = [judgeOf(), judgeOf()];
        visit(judge, ...before);
        visit(restored, ...unrelated);
        restored.knowledge.restore(judge.knowledge.snapshot());
        visit(judge, ...after);
        visit(restored, ...after);
        for (const words of [...before, ...after, 'nest egg'])
          assert.deepEqual(restored.judge(page(words)), judge.judge(page(words)));
        assert.deepEqual(restored.knowledge.snapshot(), judge.knowledge.snapshot());
      }),
    );
  });

  test('goes on from a snapshot of version 0.1, which knew of no sites and best pages', () => {
    const judge = judgeOf();
    visit(judge, ...birdsAndCars, ...birdsAndCars);
    const snapshot = judge.knowledge.snapshot();
    const restored = judgeOf();
    restored.knowledge.restore(snapshot.subarray(0, ends(snapshot)[2]));
    const [own, others] = [judge, restored].map((one) => one.judge(page('nest')).parts[learntPart]!);
    near([others!], [own!]);
  });

  test('labels lower what is plainly asked for by next to nothing', () => {
    const judge = judgeOf('bird nest egg');
    const plain = { ...page('bird nest egg bird nest egg'), title: 'bird nest egg' };
    const before = judge.judge(plain).relevance;
    assert.ok(before > 0.9, `${before}`);
    for (const url of ['http://a.test/1', 'http://a.test/2'])
      judge.applyLabel({ ...page('bird nest egg'), url }, false);
    const after = judge.judge(plain).relevance;
    assert.ok(after <= before && after > before - 0.02, `${after} after ${before}`);
  });

  test('counts what the site is about, where its pages are better than those of others', () => {
    const judge = judgeOf();
    const at = (host: string, words: string) => ({ ...page(words), url: `http://${host}/` });
    for (const visited of [at('a.test', 'bird nest'), at('b.test', 'car'), at('b.test', 'road')])
      judge.learn({ ...visited, judgement: judge.judge(visited) });
    const [there, elsewhere] = [judge.judge(at('a.test', 'egg')), judge.judge(at('b.test', 'egg'))];
    // y = 0.35/1.306 + 0.28 + 0.1 = 0.64799 of the one page there, 0 of two elsewhere, ten pages of 0.12 before either, times 0.65.
    const y = 0.35 / 1.306 + 0.28 + 0.1;
    near([there.parts[sitePart]!], [0.65 * ((y + 1.2) / 11 - 1.2 / 12)]);
    // Scores are not below 0; the probability falls all the same.
    assert.equal(elsewhere.parts[sitePart], undefined);
    assert.ok(elsewhere.relevance < probabilityOf(0));
  });

  test('refuses a snapshot that is damaged', () => {
    const judge = judgeOf();
    visit(judge, ...birdsAndCars);
    const data = judge.knowledge.snapshot();
    // Version 0.1 ended after the third part.
    const partEnds = ends(data);
    for (let length = 0; length < data.length; length++)
      if (length !== partEnds[2])
        assert.throws(() => judgeOf().knowledge.restore(data.subarray(0, length)), { code: 'knowledge-damaged' });
    const longer = new Uint8Array(data.length + 8);
    longer.set(data);
    assert.throws(() => judgeOf().knowledge.restore(longer), { name: 'Failure', code: 'knowledge-damaged' });
  });
});
