import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { UsageError } from '../../src/failure.js';
import { taxonomyTrainer } from '../../src/learning/taxonomy-trainer.js';
import { seededRandom } from '../../src/random.js';
import { termId } from '../../src/text/term-id.js';
import { html } from '../site.js';
import { trainingSet } from './taught.js';

const pages = {
  'a.test/bikes': [
    'cycling',
    html('Bikes', 'bicycle wheel race', [
      ['/race', 'the race'],
      ['/club', 'a club'],
      ['/bikes', 'self'],
    ]),
  ],
  'a.test/race': [
    'cycling',
    html('Race', 'bicycle race sprint', [
      ['/bikes', 'bicycle'],
      ['http://b.test/', 'elsewhere'],
    ]),
  ],
  'a.test/club': [
    'clubs',
    html('Club', 'members meeting fee', [
      ['/race', 'race'],
      ['/bikes', 'bikes'],
      ['/soup', 'soup'],
    ]),
  ],
  'a.test/soup': ['cooking', html('Soup', 'onion broth salt')],
  'a.test/stew': ['cooking', html('Stew', 'onion carrot broth', [['/soup', 'soup']])],
} as const;

const trained = (set = trainingSet(pages, 'cycling')) => taxonomyTrainer.train(set, seededRandom(1));

describe('the trainer of taxonomies', () => {
  test('counts the pages of each class and the links between classes, to known pages other than themselves', () => {
    const { classes, targets, pages: texts, linkCounts, links } = trained();
    assert.deepEqual(classes, ['clubs', 'cooking', 'cycling']);
    assert.deepEqual(targets, [2]);
    assert.deepEqual(texts.counts.documents, [1, 2, 2]);
    // clubs: one link to cooking, two to cycling. cooking: stew to soup. cycling: bikes to race and club, race to bikes.
    assert.deepEqual(linkCounts, [
      [0, 1, 2],
      [0, 1, 0],
      [1, 0, 2],
    ]);
    assert.deepEqual(links.counts.documents, [1, 2, 4]);
  });

  test('tells the class of pages, by name and as a probability of being wanted', () => {
    const model = JSON.parse(JSON.stringify(trained()));
    const [bikes, , , , stew] = trainingSet(pages, 'cycling').pages;
    const tester = taxonomyTrainer.tester(model);
    assert.equal(tester.classOf!(bikes!), 'cycling');
    assert.equal(tester.classOf!(stew!), 'cooking');
    assert.ok(tester.relevance(bikes!) > 0.5);
    assert.ok(tester.relevance(stew!) < 0.5);
  });

  test('describes classes with their telling terms, and where their links lead', () => {
    const lines = taxonomyTrainer.describe(trained(), (id) => (id === termId('onion') ? 'onion' : '?'));
    assert.match(lines[1]!, /^class cooking: 2 pages; .*onion/);
    assert.match(lines[2]!, /^class cycling \(wanted\): 2 pages/);
    assert.ok(lines.includes('links of clubs (3) lead to cycling 67 %, cooking 33 %'));
  });

  test('says so where no page links to another', () => {
    const set = trainingSet({ 'a.test/1': ['x', html('One', 'apple')], 'a.test/2': ['y', html('Two', 'pear')] }, 'x');
    assert.ok(taxonomyTrainer.describe(trained(set), String).some((line) => line.includes('no rules')));
  });

  test('refuses a set without a wanted class, or with nothing else', () => {
    const refusal = (code: string, message: RegExp) => (thrown: unknown) =>
      thrown instanceof UsageError && thrown.code === code && message.test(thrown.message);
    assert.throws(() => trained(trainingSet(pages)), refusal('training-target', /none is named/));
    assert.throws(
      () => trained(trainingSet(pages, 'cyling')),
      refusal('training-target', /cyling; .*clubs, cooking, cycling/),
    );
    assert.throws(
      () => trained(trainingSet(pages, 'cycling', 'clubs', 'cooking')),
      refusal('training-classes', /pages of other classes/),
    );
  });
});
