import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { trainingSetFor } from '../../../src/lab/supervision/training-set.js';
import { bareTopic } from '../../../src/lab/topics/bare-topic.js';
import type { LabTopic } from '../../../src/lab/topics/lab-topic.js';
import { linkDistances } from '../../../src/learning/link-distance.js';
import { madeWeb } from '../made-web.js';

const site = 'http://a.test';
const web = madeWeb(
  [
    { url: `${site}/owl`, text: 'An owl is a bird of the night.', links: ['/old-crow', '/nowhere'] },
    { url: `${site}/crow`, text: 'A crow is a black bird.' },
    { url: `${site}/granite`, text: 'Granite is a hard rock.', links: ['/list'] },
    { url: `${site}/song`, text: 'A song is sung.', links: ['/owl'] },
    { url: `${site}/list`, text: 'A list of birds.', links: ['/owl', '/crow'] },
    { url: `${site}/empty`, text: '' },
  ],
  { [`${site}/old-crow`]: `${site}/crow` },
);
const labels = [
  ['Night', 'Science.Biology.Birds.Owls'],
  [],
  ['Science.Geology'],
  ['Music.Songs', 'Birds'],
  ['Lists.Birds'],
  ['Science.Geology'],
];
const split = Uint8Array.of(1, 0, 1, 1, 0, 1);
const birds: LabTopic = { ...bareTopic('birds'), relevant: ['Science.Biology.Birds'] };
const material = { web, labels, split, examples: [1], language: 'en', stem: true };

const labelsIn = (topic = birds, given = material) =>
  Object.fromEntries(trainingSetFor(topic, given).pages.map(({ url, label }) => [url.slice(site.length + 1), label]));

describe('the training set of a topic', () => {
  test('holds examples and pages of the split, those of other subjects under their broadest label', () => {
    assert.deepEqual(labelsIn(), {
      crow: 'Science.Biology.Birds',
      owl: 'Science.Biology.Birds',
      granite: 'Science',
      song: 'Music',
    });
    assert.deepEqual([...trainingSetFor(birds, material).targets], ['Science.Biology.Birds']);
  });

  test('has one wanted label for a topic of several', () => {
    const both = { ...birds, relevant: ['Science.Biology.Birds', 'Music'] };
    assert.deepEqual(labelsIn(both), {
      crow: 'Science.Biology.Birds or Music',
      owl: 'Science.Biology.Birds or Music',
      granite: 'Science',
      song: 'Science.Biology.Birds or Music',
    });
  });

  test('is the same whatever the labels of pages outside the split', () => {
    const other = labels.map((own, page) => (split[page] === 1 ? own : ['Science.Biology.Birds']));
    assert.deepEqual(trainingSetFor(birds, { ...material, labels: other }), trainingSetFor(birds, material));
  });

  test('is of the examples alone where labels do not say what is wanted', () => {
    assert.deepEqual(labelsIn(bareTopic('birds')), { crow: 'relevant' });
    assert.deepEqual(labelsIn(birds, { ...material, labels: [], split: new Uint8Array(6) }), {
      crow: 'Science.Biology.Birds',
    });
  });

  test('has links that lead through redirects, with distances over given pages only', () => {
    const { pages, targets } = trainingSetFor(birds, material);
    const byUrl = new Map(pages.map((page, index) => [page.url, { page, index }]));
    const owl = byUrl.get(`${site}/owl`)!;
    assert.deepEqual(
      owl.page.links.map(({ url }) => url),
      [`${site}/crow`, `${site}/nowhere`],
    );
    const distances = linkDistances(pages, (index) => targets.has(pages[index]!.label));
    // song → owl is one link. granite reaches owl by the list alone, which is not given.
    assert.equal(distances[byUrl.get(`${site}/song`)!.index], 1);
    assert.equal(distances[byUrl.get(`${site}/granite`)!.index], undefined);
  });

  test('has the order of breadth-first visits', () => {
    const { pages } = trainingSetFor(birds, material);
    // The lots of the URLs are song 0.42, crow 0.56, granite 0.68, owl 0.75: song comes first, which leads to owl and that to crow.
    assert.deepEqual(Object.fromEntries(pages.map(({ url, order }) => [url.slice(site.length + 1), order])), {
      song: 0,
      owl: 1,
      crow: 2,
      granite: 3,
    });
  });

  test('is bounded, and keeps every example', () => {
    const many = madeWeb(Array.from({ length: 1700 }, (_, page) => ({ url: `${site}/${page}`, text: 'word' })));
    const set = trainingSetFor(
      { ...bareTopic('few'), relevant: ['few'] },
      {
        ...material,
        web: many,
        labels: many.urls.map((_, page) => [page < 600 ? 'few' : 'many']),
        split: new Uint8Array(1700).fill(1),
        examples: [1698, 1699],
      },
    );
    const wanted = set.pages.filter(({ label }) => label === 'few').map(({ url }) => url);
    assert.equal(wanted.length, 500);
    assert.equal(set.pages.length, 1500);
    assert.ok(wanted.includes(`${site}/1698`) && wanted.includes(`${site}/1699`));
  });
});
