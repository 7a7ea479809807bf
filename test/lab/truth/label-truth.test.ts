import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { UsageError } from '../../../src/failure.js';
import { bareTopic } from '../../../src/lab/topics/bare-topic.js';
import { readTopicFile } from '../../../src/lab/topics/topic-file.js';
import { labelTruth } from '../../../src/lab/truth/label-truth.js';
import { PageSimilarities } from '../../../src/lab/truth/similarities.js';
import { readLabelList } from '../../../src/training/label-list.js';
import { absent, webs } from '../../shared-data.js';
import { madeWeb } from '../made-web.js';

const web = madeWeb(
  [
    { url: 'http://a.test/owl', text: 'owl night' },
    { url: 'http://a.test/bird', text: 'owl wing' },
    { url: 'http://a.test/stone', text: 'stone' },
    { url: 'http://a.test/new', text: 'night' },
  ],
  { 'http://a.test/old': 'http://a.test/new' },
);
const similarities = new PageSimilarities(web);
const list = [
  { url: 'http://a.test/owl', labels: ['Science.Biology.Birds', 'Night'] },
  { url: 'http://a.test/bird', labels: ['Science.Biology'] },
  { url: 'http://a.test/stone', labels: ['Science.Biologists'] },
  { url: 'http://a.test/new', labels: ['Night'] },
  { url: 'http://a.test/old', labels: ['Night', 'Moved'] },
  { url: 'http://gone.test/', labels: ['Gone.Away'] },
];
const truth = labelTruth(web, list, similarities);
const about = (...relevant: string[]) => ({ ...bareTopic('t'), relevant });

/** The message of the usage error with this code. */
function refused(code: string, action: () => unknown): string {
  try {
    action();
  } catch (thrown) {
    assert.ok(thrown instanceof UsageError, String(thrown));
    assert.equal(thrown.code, code);
    return thrown.message;
  }
  return assert.fail('nothing was refused');
}

describe('the truth of labels', () => {
  test('is known for every page, through redirects', () => {
    assert.equal(truth.kind, 'labels');
    assert.deepEqual(truth.labels, [
      ['Science.Biology.Birds', 'Night'],
      ['Science.Biology'],
      ['Science.Biologists'],
      ['Night', 'Moved'],
    ]);
  });

  test('counts a label and all below it, and nothing that only begins alike', () => {
    assert.deepEqual([...truth.of(about('Science.Biology')).relevant], [1, 1, 0, 0]);
    assert.deepEqual([...truth.of(about('Science')).relevant], [1, 1, 1, 0]);
    assert.deepEqual([...truth.of(about('Science.Biology.Birds', 'Moved')).relevance], [1, 0, 0, 1]);
    // Known to the list, though the web does not have the page.
    assert.deepEqual([...truth.of(about('Night', 'Gone')).relevant], [1, 0, 0, 1]);
  });

  test('compares pages with the examples, or else with relevant pages', () => {
    const topic = about('Science.Biology');
    assert.deepEqual(truth.of(topic).similarity, similarities.highest([0, 1]));
    const examples = ['http://a.test/old', 'http://gone.test/'];
    assert.deepEqual(truth.of({ ...topic, examples }).similarity, similarities.highest([3]));
    assert.deepEqual(truth.of({ ...topic, examples: ['http://gone.test/'] }).similarity, similarities.highest([0, 1]));
  });

  test('needs at most fifty relevant pages for that, always the same ones', () => {
    const pages = Array.from({ length: 60 }, (_, i) => ({ url: `http://a.test/${i}`, text: `word${i}` }));
    const similarityOf = (order: typeof pages) => {
      const made = madeWeb(order);
      const labels = order.map(({ url }) => ({ url, labels: ['x1'] }));
      const { similarity } = labelTruth(made, labels, new PageSimilarities(made)).of(about('x1'));
      return made.urls.filter((_, page) => similarity[page] === 1).sort();
    };
    assert.equal(similarityOf(pages).length, 50);
    assert.deepEqual(similarityOf(pages), similarityOf(pages.toReversed()));
  });

  test('refuses a topic that it cannot judge, and says what to do', () => {
    assert.match(
      refused('topic-without-labels', () => truth.of(about())),
      /^The topic t names no labels; /,
    );
    assert.equal(
      refused('unknown-label', () => truth.of(about('Night', 'science.biolgy'))),
      'No page has the label "science.biolgy" of the topic t; did you mean Science.Biology?',
    );
    assert.match(
      refused('unknown-label', () => truth.of(about('zzz'))),
      /; choose one from the list\.$/,
    );
    assert.match(
      refused('topic-without-pages', () => truth.of(about('Gone'))),
      /leave the topic out\.$/,
    );
    const foreign = [{ url: 'http://b.test/', labels: ['x'] }];
    assert.match(
      refused('strange-labels', () => labelTruth(web, foreign, similarities)),
      /that were made for it\.$/,
    );
  });
});

for (const name of ['schools-wikipedia', 'webkb-dev']) {
  test(`the topics of ${name} have as many relevant pages as their maker counted`, {
    skip: absent(webs, 'OSPREY_WEBS'),
  }, async () => {
    const file = path.join(webs!, name, 'topics.yaml');
    const labels = await readLabelList(path.join(webs!, name, 'labels.tsv'));
    const labelled = madeWeb(labels.map(({ url }) => ({ url, text: '' })));
    const judge = labelTruth(labelled, labels, new PageSimilarities(labelled));
    const counted = readTopicFile(file).map((topic) => [
      topic.id,
      judge.of(topic).relevant.reduce((sum, one) => sum + one, 0),
    ]);
    const notes = parse(readFileSync(file, 'utf8')) as { id: string; pages: number }[];
    assert.deepEqual(
      counted,
      notes.map(({ id, pages }) => [id, pages]),
    );
  });
}
