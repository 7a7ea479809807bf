import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { bestPages } from '../../src/seeding/previous-crawl.js';
import { judgedPage } from '../store/invented-crawl.js';
import { temporaryFolder } from '../store/temporary-store.js';
import { crawlOf } from './crawl-of.js';

const visits = [
  ['a.test/poor', judgedPage(0.2)],
  ['a.test/good', judgedPage(0.7, { title: 'Good' })],
  ['a.test/copy', judgedPage(0.9, { outcome: 'duplicate', reason: 'duplicate' })],
  ['a.test/best', judgedPage(0.9)],
  ['a.test/fair', judgedPage(0.6)],
] as const;

test('the relevant pages of a crawl, also of a running one, the most relevant first', async (context) => {
  const folder = await crawlOf(context, visits);
  const all = [
    { url: 'http://a.test/best', relevance: 0.9 },
    { url: 'http://a.test/good', title: 'Good', relevance: 0.7 },
    { url: 'http://a.test/fair', relevance: 0.6 },
  ];
  assert.deepEqual(await bestPages(folder, 10), all);
  assert.deepEqual(await bestPages(folder, 2), all.slice(0, 2));
});

test('what people called relevant comes first, what they called irrelevant never', async (context) => {
  const folder = await crawlOf(context, visits);
  const labels = ['a.test/best\tother', 'a.test/fair\trelevant', 'a.test/poor\trelevant', 'b.test/new\trelevant'];
  writeFileSync(path.join(folder, 'labels.tsv'), `url\tlabels\n${labels.map((line) => `http://${line}\n`).join('')}`);
  const all = [
    { url: 'http://a.test/fair', relevance: 0.6 },
    { url: 'http://a.test/poor', relevance: 0.2 },
    { url: 'http://b.test/new', relevance: 0 },
    { url: 'http://a.test/good', title: 'Good', relevance: 0.7 },
  ];
  assert.deepEqual(await bestPages(folder, 10), all);
  assert.deepEqual(await bestPages(folder, 1), all.slice(0, 1));
});

test('a folder without a crawl is refused, and nothing is made in it', async (context) => {
  const folder = path.join(temporaryFolder(context), 'empty');
  mkdirSync(folder);
  await assert.rejects(bestPages(folder, 10), { code: 'no-crawl', message: /give a folder made by "osprey crawl"/ });
});
