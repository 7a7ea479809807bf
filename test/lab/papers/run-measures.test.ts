import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as spread from '../../../src/lab/papers/diversity.js';
import { exploredDeeper, foundDeeper } from '../../../src/lab/papers/explored-deeper.js';
import * as measures from '../../../src/lab/papers/run-measures.js';
import { Scene } from '../../../src/lab/papers/scene.js';
import { bareTopic } from '../../../src/lab/topics/bare-topic.js';
import { exampleTruth } from '../../../src/lab/truth/example-truth.js';
import { queryTruth } from '../../../src/lab/truth/query-truth.js';
import { PageSimilarities } from '../../../src/lab/truth/similarities.js';
import { madeReading, madeWeb } from '../made-web.js';
import { madeRun } from './made-run.js';

/** Birds on two hosts, and iron. */
const web = madeWeb([
  { url: 'http://a.test/1', text: 'birds sing' },
  { url: 'http://a.test/2', text: 'birds fly south in autumn, over hills and forests' },
  { url: 'http://b.test/1', text: 'iron is a metal' },
  { url: 'http://b.test/2', text: 'birds' },
]);
const similarities = new PageSimilarities(web);
const topic = { ...bareTopic('birds'), query: 'birds', examples: ['http://a.test/1'] };
const scene = new Scene(
  {
    web,
    topics: [topic],
    similarities,
    truths: { query: queryTruth(web, similarities, madeReading), examples: exampleTruth(web, similarities) },
    textsOf: async () => [],
    folder: '',
  },
  { mostTopics: 1, draws: 1, budget: undefined },
);

describe('a crawl is worth', () => {
  // Four pages, of which 1 and 3 are finds.
  const run = madeRun({ pages: [0, 1, 2, 3], judged: [0.2, 0.9, 0.6, 0.5], wanted: [0, 1, 0, 1], topic });

  test('the share of its pages that contain the query', () => {
    assert.equal(measures.precision('query').of(run, scene), 3 / 4);
    // Nobody labelled anything.
    assert.equal(measures.precision('labels').of(run, scene), null);
  });

  test('its harvest, as a whole and in a part of the way', () => {
    assert.equal(measures.harvest.of(run, scene), 1 / 2);
    assert.equal(measures.harvestUpTo('first half', 0.5).of(run, scene), 1 / 2);
    assert.equal(measures.harvestUpTo('first quarter', 0.25).of(run, scene), 0);
    // A crawl that ends at its first find, of four pages that it might have fetched.
    const short = madeRun({ pages: [1], wanted: [0, 1, 0, 1], budget: 4 });
    assert.equal(measures.harvest.of(short, scene), 1);
    assert.equal(measures.harvestOfBudget.of(short, scene), 1 / 4);
  });

  test('how like the ground truth its pages are', () => {
    const likeness = similarities.highest([0]);
    const mean = (likeness[0]! + likeness[1]! + likeness[2]! + likeness[3]!) / 4;
    assert.ok(Math.abs(measures.similarity.of(run, scene)! - mean) < 1e-12);
    // The example itself is above .75; the page with one of its two words can be or not.
    const above = [...likeness].filter((value) => value > 0.75).length;
    assert.equal(measures.thesisHarvest.of(run, scene), above / 4);
  });

  test('nothing by its likeness for pages that it was shown before', () => {
    const shown = madeRun({ pages: [0, 2], wanted: [0, 1, 0, 1], excluded: [1, 0, 0, 0], topic });
    // Only iron is left, which has no word of the example.
    assert.equal(measures.similarity.of(shown, scene), 0);
    assert.equal(measures.thesisHarvest.of(shown, scene), 0);
    const nothingElse = madeRun({ pages: [0], wanted: [0, 1, 0, 1], excluded: [1, 0, 0, 0], topic });
    assert.equal(measures.thesisHarvest.of(nothingElse, scene), null);
  });

  test('the best F1 of its own judgement, with the threshold', () => {
    // At .5 and above three are taken, two of them rightly: F1 = 4/5. At .9: 1 of 1, F1 = 2/3.
    assert.equal(measures.bestF1.of(run, scene), 4 / 5);
    // Half-way between .5 and .2
    assert.equal(measures.bestAt.of(run, scene), 0.35);
  });

  test('the precision of the pages that it judged best, of as many as there are', () => {
    const ranked = madeRun({
      pages: [0, 1, 2, 3],
      judged: [0.2, 0.9, 0.95, 0.5],
      wanted: [1, 1, 0, 0],
      excluded: [0, 0, 1, 0],
      topic,
    });
    // Best first, without the page that it was shown: 1 (wanted), 3, 0 (wanted).
    const of = (count: number) => measures.precisionOfBest(count).of(ranked, scene);
    assert.deepEqual([of(1), of(2), of(65)], [1, 1 / 2, 2 / 3]);
    assert.equal(measures.precisionByRank.of(ranked, scene).at(-1)!.y, 2 / 3);
  });

  test('its judgement of pages that it was shown before, or visited twice, does not count', () => {
    const shown = madeRun({
      pages: [0, 1, 2, 1, 3],
      judged: [0.2, 0.9, 0.8, 0, 0.5],
      wanted: [0, 1, 0, 1],
      excluded: [0, 0, 1, 0],
      topic,
    });
    assert.equal(measures.bestF1.of(shown, scene), 1);
  });

  test('how much had to be visited for nine tenths of the finds, and how many pages a find', () => {
    assert.equal(measures.visitedFor90.of(run, scene), 1);
    assert.equal(measures.visitedPerFind.of(run, scene), 2);
    const soon = madeRun({ pages: [1, 3, 0, 2], wanted: [0, 1, 0, 1] });
    assert.equal(measures.visitedFor90.of(soon, scene), 1 / 2);
    const never = madeRun({ pages: [0, 1], wanted: [0, 1, 0, 1] });
    assert.equal(measures.visitedFor90.of(never, scene), 1);
    assert.equal(measures.visitedPerFind.of(never, scene), null);
  });

  test('what it had found when a share was visited', () => {
    assert.equal(measures.foundAt(0.5).of(run, scene), 1 / 2);
    assert.equal(measures.foundAt(1).of(run, scene), 1);
    const nothing = madeRun({ pages: [0], wanted: [0, 0] });
    assert.equal(measures.foundAt(0.5).of(nothing, scene), null);
  });

  test('its time on the virtual clock', () => {
    assert.equal(measures.seconds.of(run, scene), 4);
    const early = madeRun({ pages: [0, 1], wanted: [0, 1, 0, 1], budget: 8 });
    assert.equal(measures.secondsAPage.of(early, scene), 1);
  });

  test('the way it went: harvest at eighths of the budget, finds by share visited', () => {
    const longer = madeRun({ pages: [1, 3, 0, 2], wanted: [0, 1, 0, 1], budget: 8 });
    // Half of the budget was used; who has ended finds no more.
    assert.deepEqual(
      measures.harvestCurve.of(longer, scene).map(({ x, y }) => [x, y]),
      [
        [1, 1],
        [2, 1],
        [3, 2 / 3],
        [4, 1 / 2],
        [5, 2 / 5],
        [6, 1 / 3],
        [7, 2 / 7],
        [8, 1 / 4],
      ],
    );
    const found = measures.foundByVisited.of(longer, scene);
    assert.deepEqual(found[4], { x: 25, y: 0.5 });
    assert.deepEqual(found.at(-1), { x: 100, y: 1 });
  });

  test('how diverse its pages and its finds are, and their hosts where the web has enough of them', () => {
    // a.test/1 and iron have no word in common; of the finds alone, only one was fetched.
    const crawl = madeRun({ pages: [0, 2], wanted: [1, 0, 0, 1], hosts: web.hosts });
    assert.ok(Math.abs(spread.diversity.of(crawl, scene)! - 2) < 1e-9);
    assert.ok(Math.abs(spread.diversityOfFinds.of(crawl, scene)! - 1) < 1e-9);
    assert.equal(spread.hosts.of(crawl, scene), null);
    assert.equal(spread.hostsOfFinds.of(crawl, scene), null);
    const many = madeWeb(Array.from({ length: 20 }, (_, host) => ({ url: `http://h${host}.test/`, text: 'birds' })));
    const wide = new Scene({ ...scene.bench, web: many }, { mostTopics: 1, draws: 1, budget: undefined });
    const wanted = many.urls.map((_, page) => Number(page < 2));
    const explored = madeRun({ pages: [1, 2, 3], wanted, hosts: many.hosts });
    assert.equal(spread.hosts.of(explored, wide), 3);
    assert.equal(spread.hostsOfFinds.of(explored, wide), 1);
  });

  test('hosts that it explored deeper than a search would show', () => {
    // As many results as pages crawled, two: the pages that are most about birds, b.test/2 and a.test/1.
    const crawl = madeRun({ pages: [0, 1], wanted: [0, 1, 0, 1], hosts: web.hosts, topic });
    // Of the common hosts, a.test, the crawl has a page with the query that is not among the results.
    assert.equal(exploredDeeper.of(crawl, scene), 1);
    assert.equal(foundDeeper.of(crawl, scene), 1);
    const same = madeRun({ pages: [0, 3], wanted: [0, 1, 0, 1], hosts: web.hosts, topic });
    assert.equal(exploredDeeper.of(same, scene), 0);
    // The page about iron is no result either, but it does not contain the query.
    const other = madeRun({ pages: [3, 2], wanted: [0, 1, 0, 1], hosts: web.hosts, topic });
    assert.equal(exploredDeeper.of(other, scene), 1);
    assert.equal(foundDeeper.of(other, scene), 0);
  });
});
